# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # The servers that a client talks to.
      module Connections
        # A client refuses a server that it cannot verify, or that refuses its login: no call during the fault reads or writes
        # anything. A client that already fails when it is created has refused the server, too.
        module Refuses
          class << self
            #: (Trial) -> [String, String]?
            def call(trial)
              return ProcessState::Lives.call(trial) unless trial.ending == "done" || raised_at_once?(trial)

              done = trial.calls.select { |call| call.role == "tried" && call.ok? }
              accepted = done.find { |call| got?(call) } || landed(trial, done)
              ["FAIL", "#{accepted.op} was done over a connection that the client has to refuse"] if accepted
            end

            private

            def raised_at_once?(trial) = trial.ending.start_with?("#{Trial::NO_CLIENT}raised")

            # Whether a read returned a value.
            def got?(call)
              return false unless call.reads?

              call.multi? ? call.value.is_a?(Hash) && call.value.fetch("pairs", []).any? : !call.value.nil?
            end

            # A write whose value is on the server.
            def landed(trial, done)
              done.find { |call| call.wrote && call.left?(trial.state[call.step["key"]]) }
            end
          end
        end
      end
    end
  end
end
