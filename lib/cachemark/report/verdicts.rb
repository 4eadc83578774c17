# frozen_string_literal: true

module Cachemark
  module Report
    # What the reports of `compare` and `gate` share: the ways to print verdicts.
    module Verdicts
      # What a reader has to know before the table.
      READ_FIRST = "Effect: what a call costs more (+) or less (-) than with the baseline, with its interval. " \
                   "Sees: the smallest slowdown that would have been found 19 times in 20."

      class << self
        # Verdicts under the contender that they judge.
        #
        #: (Array[Stats::Verdict]) -> Array[Stats::Section]
        def sections(verdicts)
          verdicts.group_by { |verdict| [verdict.contender, verdict.baseline] }.map do |(contender, baseline), rows|
            Stats::Section.new(heading: "#{contender} against #{contender == baseline ? "itself" : baseline}", rows: rows)
          end
        end

        # Footnotes of verdicts: the reason first, where there is one.
        #
        #: (Array[Stats::Verdict]) -> Footnotes
        def footnotes(verdicts)
          Footnotes.new(verdicts) do |verdict|
            [*("#{verdict.verdict}: #{verdict.reason}" if verdict.reason), *verdict.footnotes]
          end
        end
      end
    end
  end
end
