# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # A call ends within the time that its client documents, when nobody answers it. Judged beside a call of the same trial
      # that nothing was wrong with, because a busy machine makes both slow.
      module Bounded
        # How far beyond its bound, and how many times as long as a good call, one may take.
        SLACK = 3
        BESIDE = 10

        #: (Trial) -> [String, String]?
        def self.call(trial)
          bound_ms = trial.bounds&.bound_ms
          took_s = trial.subject&.seconds
          return unless bound_ms && took_s && took_s * 1000 > allowed_ms(bound_ms, trial)

          took = "#{trial.subject.step["op"]} took #{(took_s * 1000).round} ms"
          ["FAIL", "#{took}, and its documentation and settings allow #{bound_ms} ms"]
        end

        #: (Integer, Trial) -> Numeric
        def self.allowed_ms(bound_ms, trial)
          beside_s = trial.probes.select(&:ok?).filter_map(&:seconds).max || 0
          (bound_ms * SLACK) + (beside_s * 1000 * BESIDE)
        end
      end
    end
  end
end
