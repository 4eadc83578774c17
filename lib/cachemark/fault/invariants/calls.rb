# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # How a call ends: in time, without an error, or with a proper error.
      module Calls
        # The call works, because nothing happened that justifies a failure.
        module Succeeds
          #: (Trial) -> [String, String]?
          def self.call(trial)
            subject = trial.subject
            return unless subject&.raised?

            ["FAIL", "#{subject.op} failed: #{subject.error["class"]}: #{subject.error["message"]}"]
          end
        end

        # If nobody answers, a call ends within the time that its client documents. A busy machine slows every call, so the
        # limit grows with the median of the trial's undisturbed calls. A client that documents no limit only gets a note.
        module Bounded
          # A call may take its limit times SLACK, plus the time of an undisturbed call times UNDISTURBED.
          SLACK = 3
          UNDISTURBED = 10
          # Longer than any call that does not wait, and half of the shortest wait in a fault with this invariant.
          WAITED_MS = 100
          # The roles of calls during the fault.
          DURING_FAULT = %w[subject tried].freeze
          private_constant :WAITED_MS, :DURING_FAULT

          class << self
            #: (Trial) -> [String, String]?
            def call(trial)
              slowest = trial.calls.select { |call| DURING_FAULT.include?(call.role) && call.seconds }.max_by(&:seconds) or return
              bound_ms = trial.bounds&.bound_ms
              took_ms = slowest.seconds * 1000
              return if took_ms <= (bound_ms ? allowed_ms(bound_ms, trial) : unnoticed_ms(trial))

              took = "#{slowest.op} took #{took_ms.round} ms"
              return ["INFO", "#{took}, and no limit is documented"] unless bound_ms

              ["FAIL", "#{took}, and its documentation and settings allow #{bound_ms} ms"]
            end

            #: (Integer, Trial) -> Numeric
            def allowed_ms(bound_ms, trial) = (bound_ms * SLACK) + (undisturbed_ms(trial) * UNDISTURBED)

            private

            # Without a documented limit: the longest time of a call that did not wait, on this machine.
            def unnoticed_ms(trial) = [WAITED_MS, undisturbed_ms(trial) * UNDISTURBED].max

            def undisturbed_ms(trial)
              taken = trial.probes.select(&:ok?).filter_map(&:seconds).sort
              (taken[taken.size / 2] || 0) * 1000
            end
          end
        end

        # If a timeout applies to each read and not to the call, the call takes as long as its reply drips. No known client
        # does better, so this is reported as INFO.
        module WholeDeadline
          #: (Trial) -> [String, String]?
          def self.call(trial)
            outcome, reason = Bounded.call(trial)
            outcome == "FAIL" ? ["INFO", "#{reason}: its timeout applies to each read"] : outcome && [outcome, reason]
          end
        end

        # An exception that the application raises into a call leaves the call unchanged.
        module OwnException
          #: (Trial) -> [String, String]?
          def self.call(trial)
            subject = trial.subject
            return unless subject
            return ["FAIL", "the interrupt was raised inside the call, and swallowed"] if subject.swallowed

            surfaced = subject.error["class"] if subject.raised? && !subject.error["injected"]
            ["NON-STRICT", "the interrupt surfaced as #{surfaced}"] if surfaced
          end
        end

        # A client refuses an argument with its own error. It does not fail with one of the language.
        module TypedError
          class << self
            #: (Trial) -> [String, String]?
            def call(trial)
              found = trial.calls.find { |call| call.raised? && of_the_language?(call.error["class"]) } or return

              ["NON-STRICT", "#{found.op} failed over it: #{found.error["class"]}: #{found.error["message"]}"]
            end

            private

            def of_the_language?(name)
              own_errors = Vocabulary::Language.all.values.flat_map(&:own_errors)
              own_errors.any? { |pattern| pattern.end_with?("*") ? name.start_with?(pattern.chop) : name == pattern }
            end
          end
        end
      end
    end
  end
end
