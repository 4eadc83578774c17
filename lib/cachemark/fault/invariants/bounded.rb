# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # A call ends within the time that its client documents, when nobody answers it. Judged beside the calls of the same
      # trial that nothing was wrong with, by their median, because a busy machine makes all of them slow. Of one that documents
      # nothing it is told how long it waited.
      module Bounded
        # How far beyond its bound, and how many times as long as a good call, one may take.
        SLACK = 3
        BESIDE = 10
        # Longer than any call takes that waits for nothing, and half as long as the shortest wait in a fault that it judges.
        WAITED_MS = 100
        # The roles of calls that are made while something is wrong.
        STRUCK = %w[subject tried].freeze
        private_constant :WAITED_MS, :STRUCK

        #: (Trial) -> [String, String]?
        def self.call(trial)
          slowest = trial.calls.select { |call| STRUCK.include?(call.role) && call.seconds }.max_by(&:seconds) or return
          bound_ms = trial.bounds&.bound_ms
          took_ms = slowest.seconds * 1000
          return if took_ms <= (bound_ms ? allowed_ms(bound_ms, trial) : unnoticed_ms(trial))

          took = "#{slowest.step["op"]} took #{took_ms.round} ms"
          return ["INFO", "#{took}, and no bound is documented"] unless bound_ms

          ["FAIL", "#{took}, and its documentation and settings allow #{bound_ms} ms"]
        end

        #: (Integer, Trial) -> Numeric
        def self.allowed_ms(bound_ms, trial)
          (bound_ms * SLACK) + (beside_s(trial.probes) * 1000 * BESIDE)
        end

        # Of one for which no bound is known: so long a call takes that did not wait, on this machine, too.
        def self.unnoticed_ms(trial) = [WAITED_MS, beside_s(trial.probes) * 1000 * BESIDE].max

        def self.beside_s(probes)
          taken = probes.select(&:ok?).filter_map(&:seconds).sort
          taken[taken.size / 2] || 0
        end
        private_class_method :unnoticed_ms, :beside_s
      end
    end
  end
end
