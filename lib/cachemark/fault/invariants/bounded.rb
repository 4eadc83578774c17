# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # A call ends within the time that its client documents, when nobody answers it. Judged beside the calls of the same
      # trial that nothing was wrong with, by their median, because a busy machine makes all of them slow.
      module Bounded
        # How far beyond its bound, and how many times as long as a good call, one may take.
        SLACK = 3
        BESIDE = 10
        # The roles of calls that are made while something is wrong.
        STRUCK = %w[subject tried].freeze
        private_constant :STRUCK

        #: (Trial) -> [String, String]?
        def self.call(trial)
          bound_ms = trial.bounds&.bound_ms
          slowest = trial.calls.select { |call| STRUCK.include?(call.role) && call.seconds }.max_by(&:seconds)
          return unless bound_ms && slowest && slowest.seconds * 1000 > allowed_ms(bound_ms, trial)

          took = "#{slowest.step["op"]} took #{(slowest.seconds * 1000).round} ms"
          ["FAIL", "#{took}, and its documentation and settings allow #{bound_ms} ms"]
        end

        #: (Integer, Trial) -> Numeric
        def self.allowed_ms(bound_ms, trial)
          (bound_ms * SLACK) + (beside_s(trial.probes) * 1000 * BESIDE)
        end

        def self.beside_s(probes)
          taken = probes.select(&:ok?).filter_map(&:seconds).sort
          taken[taken.size / 2] || 0
        end
        private_class_method :beside_s
      end
    end
  end
end
