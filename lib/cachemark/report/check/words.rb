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

          [*against_baseline, *axes, *contenders, *unfinished]
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

        # What is bad, the worst first.
        #
        #: () -> Array[Entry]
        def findings
          Entry.all(@check.shown.select(&:bad?).sort_by.with_index { |one, at| [-one.severity, at] }) { |one| known?(one) }
        end

        # What nobody is harmed by.
        #
        #: () -> Array[Remark]
        def remarks = Remark.all(@check.shown.select { |one| one.told? && !one.bad? })

        # "CORRUPT dalli interrupt/timeout-in-get (10 of 10): get of k2 ..."
        #
        #: (Entry) -> String
        def finding(entry)
          one = entry.example
          "#{one.outcome} #{one.contender} #{entry.pattern}#{entry.tally}: #{one.headline}#{"; known before" if known?(one)}"
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
        def notes = Notes.new(@check).to_a

        # "2 cases"
        #
        #: (Integer) -> String
        def self.count(number) = number == 1 ? "1 case" : "#{number} cases"

        private

        def unfinished
          names = @check.failures.map(&:first).uniq
          names.empty? ? [] : ["Not examined to the end: #{names.join(", ")}."]
        end

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

        def count(number) = Words.count(number)

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
          bad.map { |name, own| "#{name}: #{Matrix.cell(own.select(&:bad?)).join(", ")} of #{count(own.count(&:tried?))}." } +
            passed(good)
        end

        # What was put to no case has passed none.
        def passed(good)
          none, good = good.map { |name, own| [name, own.count(&:tried?)] }.partition { |_, size| size.zero? }
          sizes = good.map(&:last).uniq.sort
          [*("#{good.map(&:first).join(", ")}: nothing bad in #{sizes.map { |size| count(size) }.join(" or ")}." if good.any?),
           *("#{none.map(&:first).join(", ")}: put to no case." if none.any?)]
        end
      end
    end
  end
end
