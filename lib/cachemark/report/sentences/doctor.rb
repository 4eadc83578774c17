# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # The answer of `doctor`.
      module Doctor
        class << self
          # Which slowdown this machine detects, or why it cannot be trusted.
          #
          #: (Stats::Examination) -> String
          def summary(examination)
            worst = examination.symptoms.find(&:untrusted?)
            return "Measurements on this machine cannot be trusted: #{Sentences.of(worst.text)}." if worst

            sight = examination.sight
            return "Nothing was measured (--no-measure)." unless sight

            format("This machine can detect a %s slowdown of get in %d s (95 %%: %s to %s).", Words.percent(sight.minute),
                   Stats::Examination::Detectability::MINUTE_S, *sight.interval.map { |bound| Words.percent(bound) })
          end

          # The measurement behind the answer; nil without one.
          #
          #: (Stats::Examination) -> String?
          def grounds(examination)
            sight = examination.sight or return

            format("Measured: %d pairs of fresh processes with the same code (socket, whose get costs %.1f µs here) in %d s, " \
                   "which would have detected %s. A minute has %d such pairs: minutes were drawn from the measured pairs, and " \
                   "95 %% of them detect a slowdown between these bounds.",
                   sight.pairs, sight.call_ns / 1e3, sight.seconds.round, Words.percent(sight.resolution), sight.minute_pairs)
          end
        end
      end
    end
  end
end
