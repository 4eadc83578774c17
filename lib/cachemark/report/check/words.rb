# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # The sentences that all formats of a check share.
      class Words
        SO_FAR = "These results are partial: a wrong value is proof, but a client without a bad outcome so far is not cleared."
        NONE_YET = "Environments are built first, and a case in which calls hang takes from 15 s to minutes. Repeat the " \
                   "command, and let it end."
        private_constant :SO_FAR, :NONE_YET

        #: (Stats::Check) -> void
        def initialize(check)
          @check = check
          @new = check.new_bad
          @worse = check.worse.to_h { |outcome, before| [[outcome.contender, outcome.case], before] }
        end

        # The answer, one sentence each.
        #: () -> Array[String]
        def answer
          return [*cut, "No result is reliable: #{doubts.first}"] if @check.unreliable?

          return [*cut, *Advisories.answer(@check.advisories), *unfinished] if @check.advisories.any?

          [*cut, *fail_on, *new_and_worse, *axes, *contenders, *unfinished]
        end

        # "the check was interrupted"; nil if the check finished.
        #: () -> String?
        def ending
          return unless @check.interrupted?
          return "the check ended at its first failure" if @check.failed_fast?

          @check.outcome ? "the check was #{@check.outcome}" : "the check did not finish"
        end

        # A sentence for each control that had the wrong outcome.
        #: () -> Array[String]
        def doubts
          return ["no control was tried."] if @check.controls.empty? && @check.unreliable?

          @check.misjudged.map do |control|
            wanted = control.expected == "caught" ? "must be caught" : "must pass"
            "#{control.contender} #{wanted} in #{control.fault}, and was #{control.outcomes.tally.keys.join(", ")}."
          end
        end

        # Bad outcomes: the worst first, and those that the baseline already has last.
        #: () -> Array[Findings::Entry]
        def findings
          bad = @check.shown.select(&:bad?).sort_by.with_index { |outcome, at| [known?(outcome) ? 1 : 0, -outcome.severity, at] }
          Findings::Entry.all(bad) { |outcome| known(outcome) }
        end

        # Harmless outcomes.
        #: () -> Array[Findings::Remark]
        def remarks = Findings::Remark.all(@check.shown.select { |outcome| outcome.reported? && !outcome.bad? })

        # The text after the outcome: "dalli interrupt/timeout-in-get (10 of 10): get of k2 ..."
        #: (Findings::Entry) -> String
        def finding(entry)
          example = entry.example
          repeated = Notes.worse(entry.cells)&.then { |trials| "repeated: #{trials}" }
          "#{example.contender} #{entry.pattern}#{entry.tally}: #{[example.headline, *known(example), *repeated].join("; ")}"
        end

        # How a bad outcome compares with the baseline: "known before", "was FAIL" if it is worse now, nil if it is new.
        #: (Outcome) -> String?
        def known(outcome)
          before = @worse[[outcome.contender, outcome.case]]
          return "was #{before}" if before

          "known before" if known?(outcome)
        end

        # "memcache.rb:312 (CORRUPT by Exception)": where an interrupt did harm, each place once, the worst first.
        #: (Outcome) -> Array[String]
        def unsafe(outcome)
          worst = (outcome.unsafe || []).sort_by.with_index { |point, at| [-Vocabulary::Outcomes.rank(point["outcome"]), at] }
          worst.group_by { |point| point["at"] }.map do |at, own|
            "#{place(at)} (#{own.map { |point| [point["outcome"], *point["error"]].join(" by ") }.uniq.join(", ")})"
          end
        end

        # Outcomes that are better than in the baseline.
        #: () -> Array[String]
        def better
          (@check.baseline&.better(@check.cases) || []).map do |found, before|
            "Better: #{found.contender} #{found.case} is #{found.outcome}, and was #{before}"
          end
        end

        # Cases of the baseline that no longer exist.
        #: () -> Array[String]
        def stale
          (@check.baseline&.stale || []).map do |contender, id|
            "Stale: #{@check.baseline.path} has #{contender} #{id}, a case that no longer exists " \
              "(--output baseline=FILE removes it)"
          end
        end

        # Where each case of an axis changed.
        #: (Axis) -> Array[String]
        def changes(axis)
          client = axis.name[/\A[^@]+/]
          axis.changes.map do |change|
            "#{changed(client, change)}: #{change.was} in #{change.from}, #{change.now} in #{change.to}#{doubt(change)}"
          end
        end

        #: () -> Array[String]
        def notes = Notes.new(@check).to_a

        private

        def unfinished
          names = @check.failures.map(&:first).uniq
          names.empty? ? [] : ["Not examined to the end: #{names.join(", ")}."]
        end

        # With --fail-on: how many of the bad outcomes fail the check.
        def fail_on
          named = @check.options["fail_on"] or return []
          all = Figures.counted(@check.bad.size, "bad outcome")
          ["--fail-on #{named.join(",")}: #{@check.failing.size} of #{all} #{@check.failing.one? ? "fails" : "fail"} the check."]
        end

        def known?(outcome) = outcome.bad? && !@new.include?(outcome) && !@worse.key?([outcome.contender, outcome.case])

        # Comes first if the check did not finish.
        def cut
          return [] unless @check.interrupted?

          size = @check.cases.size
          of = [size, *@check.planned].join(" of ")
          was = (@check.planned || size) == 1 ? "case was" : "cases were"
          ["#{ending.capitalize}: #{of} #{was} examined.", *(size.positive? ? SO_FAR : none_yet)]
        end

        # A note has the reason of a check that stopped early.
        def none_yet = (NONE_YET unless @check.outcome == "stopped early")

        def so_far = (" so far" if @check.interrupted?)

        def changed(client, change)
          return "#{client} #{change.to} #{change.word} #{change.case}" if change.narrowed

          "between #{change.from} and #{change.to} #{client} #{change.word} #{change.case}"
        end

        def doubt(change)
          return "; not tested again" unless change.retested

          "; not the same each time" unless change.settled
        end

        # A place without the folder of the installation.
        def place(at) = (at || "before any line").sub(%r{\A.*/(?:gems|dist-packages|site-packages)/}, "")
        def count(number) = Figures.counted(number, "case")

        def new_and_worse
          return [] unless @check.baseline

          new = "#{@new.empty? ? "Nothing is" : are(@new.size)} new compared with #{@check.baseline.path}#{so_far}"
          worse = "#{@new.empty? ? " but" : " and"} #{are(@worse.size)} worse" if @worse.any?
          ["#{[new, *worse].join(",")}."]
        end

        def are(number) = "#{count(number)} #{number == 1 ? "is" : "are"}"

        def axes
          @check.axes.map do |axis|
            next "#{axis.name}: none of its #{axis.absent.size} #{axis.unit}s can be built here." if axis.releases.empty?

            narrowed, wide = axis.changes.partition(&:narrowed)
            where = [*(axis.releases & narrowed.map(&:to)), *wide.map { |change| "#{change.from}..#{change.to}" }.uniq]
            changed = where.empty? ? "no outcome changed" : "outcomes changed in #{where.join(", ")}"
            "#{axis.name}, #{releases(axis)}, #{count(axis.rows.size)}: #{changed}#{so_far}."
          end
        end

        # If two releases have the same outcome, the releases between them are assumed to have it too, and are not examined.
        def releases(axis)
          tried, all = [axis.examined, axis.releases].map(&:size)
          "#{"#{tried} of " if tried < all}#{Figures.counted(all, axis.unit)}#{" examined" if tried < all}"
        end

        def contenders
          good, bad = @check.matrix.group_by(&:contender).partition { |_, own| own.none?(&:bad?) }
          bad.map do |name, own|
            "#{name}: #{Check.tally(own.select(&:bad?)).join(", ")} of #{count(own.count(&:tried?))}#{so_far}."
          end + passed(good)
        end

        # A contender without a tried case has passed none.
        def passed(good)
          none, good = good.partition { |_, own| own.none?(&:tried?) }
          clean, doubted = good.partition { |_, own| own.none?(&:doubted?) }
          [clean, *doubted.map { |group| [group] }].reject(&:empty?).map { |some| clean(some) } +
            (none.any? ? ["#{none.map(&:first).join(", ")}: no case was run#{so_far}."] : [])
        end

        # If the check was cut short, the remaining cases may still have bad outcomes. A reply to another request may show only as
        # an error, which is NON-STRICT. So the answer counts doubted outcomes.
        def clean(some)
          sizes = some.map { |_, own| own.count(&:tried?) }.uniq.sort.map { |size| count(size) }.join(" or ")
          clean = @check.interrupted? ? "#{sizes} so far, none of them bad yet" : "nothing bad in #{sizes}"
          doubted = Check.tally(some.first.last.select(&:doubted?))
          "#{some.map(&:first).join(", ")}: #{[clean, *doubted].join("; ")}."
        end

        # Notes on the whole check: notes of the run, cases that could not be examined and why, and trials that were
        # repeated.
        class Notes
          REASONS = { "unmet" => "that the fault never reached", "unprepared" => "that could not be prepared" }.freeze
          private_constant :REASONS

          class << self
            # The discarded trials of cells with the same outcome. nil if there are none. Example: "2 trials with the
            # outcome FAIL that repeats did not confirm, 1 trial that the fault never reached".
            #: (Array[Outcome]) -> String?
            def repeated(cells) = listed(cells, cells.map(&:discarded))

            # Only the discarded trials that were worse than the outcome of their cell, which later trials confirmed.
            #: (Array[Outcome]) -> String?
            def worse(cells) = listed(cells, cells.map { |cell| worse_of(cell) })

            # The number of trials that were worse than the outcome of their case; nil if there are none.
            #: (Array[Outcome]) -> String?
            def note(cases)
              worse = cases.map { |outcome| worse_of(outcome) }.reject(&:empty?)
              return if worse.empty?

              sums = sums(worse)
              "repeated: #{Figures.counted(sums.values.sum, "trial")} of #{Figures.counted(worse.size, "case")} with the " \
                "outcome #{sums.keys.join(" or ")} that repeats did not confirm (json and html say which)"
            end

            private

            def listed(cells, trials)
              said = sums(trials).map { |what, number| "#{Figures.counted(number, "trial")} #{words(what, cells.first)}" }
              said.join(", ") if said.any?
            end

            # The worst first.
            def sums(some)
              all = some.reduce({}) { |sums, own| sums.merge(own) { |_, sum, number| sum + number } }
              all.sort_by { |what, _| [-(Vocabulary::Outcomes.rank(what) || -1), what] }.to_h
            end

            def words(what, outcome)
              REASONS.fetch(what) { "with the outcome #{what}#{" that repeats did not confirm" if worse?(what, outcome)}" }
            end

            def worse_of(outcome) = outcome.discarded.select { |what, _| worse?(what, outcome) }
            def worse?(what, outcome) = Vocabulary::Outcomes.rank(what).to_i > outcome.severity
          end

          #: (Stats::Check) -> void
          def initialize(check)
            @check = check
            @untried = check.shown.reject(&:tried?)
          end

          #: () -> Array[String]
          def to_a = [*releases, *@check.notes, *failures, *unexamined, *untried, *absent, *Notes.note(@check.cases)]

          private

          # The exact release of each contender that the user named without one.
          def releases
            named = @check.matrix.to_h { |outcome| [outcome.contender, Figures.release(outcome.contender, outcome.notation)] }
            others = named.reject { |id, release| id == release }.values
            others.empty? ? [] : ["checked: #{others.join(", ")}"]
          end

          # Failures that are not the reason of any case.
          def failures
            others = @check.failures.uniq.reject { |contender, reason| case?(contender, reason) }
            others.map { |contender, reason| "#{contender}: #{reason}" }
          end

          def case?(contender, reason)
            @untried.any? do |outcome|
              outcome.contender == contender && [outcome.reason, "#{outcome.case}: #{outcome.reason}"].include?(reason)
            end
          end

          # The number of cases in each category that --fail-on first left.
          def unexamined
            @check.unexamined.map do |contender, cases|
              left = cases.group_by { |id| id.split("/").first }.map { |category, own| "#{own.size} of #{category}" }
              "#{contender}: not examined any more: #{Figures.counted(cases.size, "case")} (#{left.join(", ")})"
            end
          end

          # The cases whose needs contenders do not offer, and then those whose fault cannot strike them.
          def untried
            harmless, lacking = @untried.partition(&:out_of_reach?)
            [*grouped(lacking), *grouped(harmless, ", #{Vocabulary::Outcomes::OUT_OF_REACH}")]
          end

          # Each reason once, with all contenders that have it in the same number of cases.
          def grouped(cells, how = "")
            own = cells.group_by { |cell| [cell.contender, cell.reason] }.map { |(name, reason), some| [name, reason, some] }
            own.group_by { |_, reason, some| [reason, some.size] }.map do |(reason, size), all|
              where = "#{Figures.counted(size, "case")}#{" each" if all.size > 1}"
              where = all.first.last.first.case if all.one? && size == 1
              "#{all.map(&:first).join(", ")}: #{where}#{how}: #{reason}"
            end
          end

          def absent
            @check.axes.flat_map do |axis|
              axis.absent.group_by(&:last).transform_values { |own| own.map(&:first) }.map do |reason, releases|
                "#{axis.name}: omitted, because #{releases.one? ? "it" : "they"} cannot be built here: " \
                  "#{releases.join(", ")} (#{reason})"
              end
            end
          end
        end
      end
    end
  end
end
