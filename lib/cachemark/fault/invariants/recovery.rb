# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # Whether calls work again after the fault.
      module Recovery
        # The characters of an error message and the names of keys that a reason has at most.
        SHOWN = 80
        FEW = 3
        private_constant :SHOWN, :FEW

        class << self
          # How a failed call failed: "get of k2 raised KeyError: k1", or "get of k2 missed". An error that names another key is
          # evidence of a reply to another request, so the message is kept, with the names of keys in place of the keys.
          #: (Trial, Trial::Call) -> String
          def failure(trial, call)
            return "#{called(call)} missed" unless call.error

            said = message(trial, call)
            "#{called(call)} raised #{call.error["class"]}#{": #{said}" unless said.empty?}"
          end

          # The reason of an outcome: how the first of these calls failed, and how many did.
          #: (Trial, Array[Trial::Call], Array[Trial::Call]) -> String
          def reason(trial, failed, calls)
            "#{failure(trial, failed.first)} (#{failed.size} of #{calls.size} calls after the fault failed)"
          end

          private

          def called(call)
            names = [*call.step["key"], *call.step["keys"]]
            names.empty? ? call.op : "#{call.op} of #{names.size > FEW ? "#{names.size} keys" : names.join(", ")}"
          end

          # Without line breaks and control characters.
          def message(trial, call)
            text = trial.canary.keys.reduce(call.error["message"].to_s) { |rest, (name, key)| rest.gsub(key, name) }
            line = text.gsub(/(?:[[:cntrl:]]|\s)+/, " ").strip
            line.size > SHOWN ? "#{line[0, SHOWN - 1]}…" : line
          end
        end

        # The first call after the fault works again. One failure is accepted. Several are accepted only if the client
        # documents for how long it ignores a failed server.
        module Recovers
          class << self
            #: (Trial) -> [String, String]?
            def call(trial)
              missed = missed_to_the_end(trial)
              judged(trial, trial.probes.select { |probe| probe.raised? || missed.include?(probe) })
            end

            # The outcome of a trial in which these calls after the fault failed.
            #: (Trial, Array[Call]) -> [String, String]?
            def judged(trial, failed)
              return if failed.empty?

              said = Recovery.reason(trial, failed, trial.probes)
              return ["INFO", "#{said}: #{trial.down}"] if trial.down

              [failed.one? ? "NON-STRICT" : "FAIL", said]
            end

            private

            # The misses of keys that exist, for each server whose keys are missed to the end. Chance decides which keys a
            # server has.
            def missed_to_the_end(trial)
              trial.probes.group_by { |probe| trial.homes[probe.step["key"]] }.values.flat_map do |probes|
                last = probes.last(2)
                last.size == 2 && last.all? { |probe| trial.missed?(probe) } ? probes.select { |probe| trial.missed?(probe) } : []
              end
            end
          end
        end

        # Like Recovers, but counts only calls that raise: for faults after which a client may report misses.
        module GoesOn
          #: (Trial) -> [String, String]?
          def self.call(trial) = Recovers.judged(trial, trial.probes.select(&:raised?))
        end

        # If a connection is lost while nobody uses it, no call fails, because the next call opens another. One failure is
        # accepted.
        module Resumes
          #: (Trial) -> [String, String]?
          def self.call(trial)
            calls = trial.calls.select { |call| call.subject? || call.probe? }
            failed = calls.select(&:raised?)
            return if failed.empty?

            [failed.one? ? "NON-STRICT" : "FAIL", Recovery.reason(trial, failed, calls)]
          end
        end

        # After a pause longer than any documented one, every call works again. The first call may fail, because the client
        # may learn of the loss by it. The documented pause excuses no other failure.
        module Returns
          class << self
            #: (Trial) -> [String, String]?
            def call(trial)
              probes = trial.probes
              failed = probes.select { |probe| probe.raised? || trial.missed?(probe) }
              return if failed.empty?

              how = Recovery.failure(trial, failed.first)
              [failed == probes.take(1) ? "NON-STRICT" : "FAIL",
               "#{how} (#{failed.size} of #{probes.size} calls failed, #{pause_s(trial)} s after the fault was over)"]
            end

            private

            def pause_s(trial)
              before = trial.calls.take_while { |call| !call.probe? }.filter_map(&:ended_ns).max
              before ? ((trial.probes.first.began_ns - before) / 1e9).floor : 0
            end
          end
        end
      end
    end
  end
end
