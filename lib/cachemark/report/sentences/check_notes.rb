# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # What holds for all of a check: notes of the run, what could not be examined and why, and trials that were repeated.
      class CheckNotes
        REASONS = { "unmet" => "in which the fault never came", "unprepared" => "that could not be prepared" }.freeze
        private_constant :REASONS

        class << self
          # The trials of cells of one outcome that were set aside for others: "2 trials that came out FAIL and then did not,
          # 1 trial in which the fault never came"; nil where there are none.
          #
          #: (Array[Outcome]) -> String?
          def repeated(cells) = listed(cells, cells.map(&:anew))

          # Only those that were worse than the cells are, as the others confirm them.
          #
          #: (Array[Outcome]) -> String?
          def worse(cells) = listed(cells, cells.map { |one| worse_of(one) })

          # How many trials of a check were worse than the outcomes of their cases; nil where none were.
          #
          #: (Array[Outcome]) -> String?
          def note(cases)
            worse = cases.map { |one| worse_of(one) }.reject(&:empty?)
            return if worse.empty?

            sums = sums(worse)
            "repeated: #{Figures.counted(sums.values.sum, "trial")} of #{Figures.counted(worse.size, "case")} that came out " \
              "#{sums.keys.join(" or ")} and then did not (json and html say which)"
          end

          private

          def listed(cells, trials)
            sums = sums(trials)
            sums.map { |what, number| "#{Figures.counted(number, "trial")} #{words(what, cells.first)}" }.join(", ") if sums.any?
          end

          # The worst first.
          def sums(some)
            all = some.reduce({}) { |sums, own| sums.merge(own) { |_, one, more| one + more } }
            all.sort_by { |what, _| [-(Vocabulary::Outcomes.rank(what) || -1), what] }.to_h
          end

          def words(what, one)
            REASONS.fetch(what) { "that came out #{what}#{" and then did not" if worse?(what, one)}" }
          end

          def worse_of(one) = one.anew.select { |what, _| worse?(what, one) }
          def worse?(what, one) = Vocabulary::Outcomes.rank(what).to_i > one.severity
        end

        #: (Stats::Check) -> void
        def initialize(check)
          @check = check
          @lacking = check.shown.reject(&:tried?)
        end

        #: () -> Array[String]
        def to_a = [*@check.notes, *failures, *lacks, *absent, *CheckNotes.note(@check.cases)]

        private

        # Those that no case has as its reason.
        def failures
          untold = @check.failures.uniq.reject { |contender, reason| case?(contender, reason) }
          untold.map { |contender, reason| "#{contender}: #{reason}" }
        end

        def case?(contender, reason)
          @lacking.any? { |one| one.contender == contender && [one.reason, "#{one.case}: #{one.reason}"].include?(reason) }
        end

        # Each reason once, of all contenders that lack the same in as many cases.
        def lacks
          own = @lacking.group_by { |one| [one.contender, one.reason] }.map { |(name, reason), cells| [name, reason, cells] }
          own.group_by { |_, reason, cells| [reason, cells.size] }.map do |(reason, size), all|
            where = "#{Figures.counted(size, "case")}#{" each" if all.size > 1}"
            where = all.first.last.first.case if all.one? && size == 1
            "#{all.map(&:first).join(", ")}: #{where}: #{reason}"
          end
        end

        def absent
          axes = @check.axes.reject { |axis| axis.absent.empty? }
          axes.map { |axis| "#{axis.name}: omitted, because they cannot be built here: #{axis.absent.join(", ")}" }
        end
      end
    end
  end
end
