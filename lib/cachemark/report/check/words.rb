# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # What all texts of a check say, as plain sentences.
      class Words
        #: (Stats::Check) -> void
        def initialize(check)
          @check = check
        end

        # The answer, a sentence each.
        #
        #: () -> Array[String]
        def answer
          return ["Nothing that was found can be relied on: #{doubts.first}"] unless @check.trusted?

          [*against_baseline, *axes, *contenders]
        end

        # Of each control that was judged wrongly.
        #
        #: () -> Array[String]
        def doubts
          return ["no control was tried."] if @check.controls.empty?

          @check.controls.reject(&:right?).map do |one|
            wanted = one.expected == "caught" ? "must be caught" : "must pass"
            "#{one.contender} #{wanted} in #{one.situation}, and was #{one.outcomes.tally.keys.join(", ")}."
          end
        end

        # "3 CORRUPT, 8 PASS": the worst first.
        #
        #: (Array[Outcome]) -> Array[[String, Integer]]
        def self.tally(outcomes)
          outcomes.sort_by { |one| -one.severity }.map(&:outcome).tally.to_a
        end

        # What is to be told of outcomes, the worst of each contender first.
        #
        #: () -> Array[Outcome]
        def findings
          told = @check.shown.select(&:told?)
          told.group_by(&:contender).values.flat_map { |own| own.sort_by.with_index { |one, at| [-one.severity, at] } }
        end

        # "CORRUPT dalli interrupt/timeout-in-get (10 of 10): get of k2 ..."
        #
        #: (Outcome) -> String
        def finding(one)
          times = " (#{one.times} of #{one.n})" if one.n > 1 && one.points.nil?
          "#{one.outcome} #{one.contender} #{one.case}#{times}: #{one.reason}#{"; known before" if known?(one)}"
        end

        # "memcache.rb:312 (CORRUPT by Exception)": where an interrupt did harm, each place once, the worst first.
        #
        #: (Outcome) -> Array[String]
        def unsafe(one)
          worst = (one.unsafe || []).sort_by.with_index { |point, at| [-Stats::Check::OUTCOMES.index(point["outcome"]), at] }
          worst.group_by { |point| point["at"] }.map do |at, own|
            "#{place(at)} (#{own.map { |point| [point["outcome"], *point["error"]].join(" by ") }.uniq.join(", ")})"
          end
        end

        # What got better than the baseline knows, and what of it nobody can find any more.
        #
        #: () -> Array[String]
        def beside_baseline
          return [] unless @check.baseline

          better = @check.baseline.better(@check.cases).map do |one, before|
            "Better: #{one.contender} #{one.case} is #{one.outcome}, and was #{before}"
          end
          better + @check.baseline.stale.map do |contender, id|
            "Stale: #{@check.baseline.path} knows #{contender} #{id}, which this check has not (--write-baseline)"
          end
        end

        # Where each case of an axis changed.
        #
        #: (Axis) -> Array[String]
        def changes(axis)
          axis.changes.map do |one|
            "#{changed(axis.name[/\A[^@]+/], one)}: #{one.was} in #{one.from}, #{one.now} in #{one.to}#{doubt(one)}"
          end
        end

        # What holds for all of it.
        #
        #: () -> Array[String]
        def notes
          failed = @check.failures.map { |contender, reason| "#{contender} was not examined to the end: #{reason}" }
          lacks = @check.shown.select { |one| one.outcome == "UNSUPPORTED" }.group_by { |one| [one.contender, one.reason] }
          absent = @check.axes.reject { |axis| axis.absent.empty? }
          [*@check.notes, *failed, *lacks.map { |(name, reason), own| "#{name}: #{count(own.size)}: #{reason}" },
           *absent.map { |axis| "#{axis.name}: left out, for they cannot be built here: #{axis.absent.join(", ")}" }]
        end

        private

        def known?(one) = @check.baseline && one.bad? && !@check.new_bad.include?(one)

        def changed(client, one)
          return "#{client} #{one.to} #{one.word} #{one.case}" if one.narrowed

          "between #{one.from} and #{one.to} #{client} #{one.word} #{one.case}"
        end

        def doubt(one)
          return "; not tested again" unless one.retested

          "; not the same each time" unless one.settled
        end

        # Where it was installed is no part of its name.
        def place(at) = at.to_s.sub(%r{\A.*/(?:gems|dist-packages|site-packages)/}, "")

        def count(number) = number == 1 ? "1 case" : "#{number} cases"

        def against_baseline
          return [] unless @check.baseline

          found = @check.new_bad.size
          ["#{found.zero? ? "Nothing is" : "#{count(found)} #{found == 1 ? "is" : "are"}"} new against #{@check.baseline.path}."]
        end

        def axes
          @check.axes.map do |axis|
            narrowed, wide = axis.changes.partition(&:narrowed)
            where = [*(axis.releases & narrowed.map(&:to)), *wide.map { |one| "#{one.from}..#{one.to}" }.uniq]
            told = where.empty? ? "no outcome changed" : "outcomes changed in #{where.join(", ")}"
            "#{axis.name}, #{axis.releases.size} releases, #{count(axis.rows.size)}: #{told}."
          end
        end

        def contenders
          good, bad = @check.matrix.group_by(&:contender).partition { |_, own| own.none?(&:bad?) }
          bad.map { |name, own| "#{name}: #{Matrix.cell(own.select(&:bad?)).join(", ")} of #{count(own.size)}." } + passed(good)
        end

        def passed(good)
          return [] if good.empty?

          sizes = good.map { |_, own| own.size }.uniq.sort
          ["#{good.map(&:first).join(", ")}: nothing bad in #{sizes.map { |size| count(size) }.join(" or ")}."]
        end
      end
    end
  end
end
