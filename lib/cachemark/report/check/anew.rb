# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # What is said of trials that were set aside, as others were made in their place.
      module Anew
        REASONS = { "unmet" => "in which the fault never came", "unprepared" => "that could not be prepared" }.freeze
        private_constant :REASONS

        class << self
          # "2 trials that came out FAIL and then did not, 1 trial in which the fault never came", of cells of one outcome; nil
          # where there are none; `worse`: only those that came out worse than the cells did, as the others confirm them.
          #
          #: (Array[Outcome], ?worse: bool) -> String?
          def told(cells, worse: false)
            sums = sums(worse ? cells.map { |one| worse(one) } : cells.map(&:anew))
            sums.map { |what, number| "#{trials(number)} #{words(what, cells.first)}" }.join(", ") if sums.any?
          end

          # What holds for all of a check: how many trials were worse than what their cases came out as; nil where none were.
          #
          #: (Array[Outcome]) -> String?
          def note(cases)
            worse = cases.map { |one| worse(one) }.reject(&:empty?)
            return if worse.empty?

            sums = sums(worse)
            "made anew: #{trials(sums.values.sum)} of #{Words.count(worse.size)} that came out #{sums.keys.join(" or ")} and " \
              "then did not (json and html say which)"
          end

          private

          # The worst first.
          def sums(some)
            all = some.reduce({}) { |sums, own| sums.merge(own) { |_, one, more| one + more } }
            all.sort_by { |what, _| [-(Vocabulary::Outcomes.rank(what) || -1), what] }.to_h
          end

          def words(what, one)
            REASONS.fetch(what) { "that came out #{what}#{" and then did not" if worse?(what, one)}" }
          end

          def worse(one) = one.anew.select { |what, _| worse?(what, one) }

          def worse?(what, one) = Vocabulary::Outcomes.rank(what).to_i > one.severity

          def trials(number) = "#{number} trial#{"s" unless number == 1}"
        end
      end
    end
  end
end
