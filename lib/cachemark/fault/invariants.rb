# frozen_string_literal: true

module Cachemark
  module Fault
    # The rules that must hold in a trial. Each is a module with `call(trial)`, which returns nil if the rule holds, else
    # a Finding. Those about values and writes are in separate files.
    module Invariants
      # {name in a fault's file => constant}
      NAMES = {
        "refuses" => "Connections::Refuses", "lives" => "ProcessState::Lives", "no-leak" => "ProcessState::NoLeak",
        "within-memory" => "ProcessState::WithinMemory", "kept-connection" => "Connections::Kept",
        "succeeds" => "Calls::Succeeds", "bounded" => "Calls::Bounded", "whole-deadline" => "Calls::WholeDeadline",
        "own-exception" => "Calls::OwnException", "typed-error" => "Calls::TypedError",
        "own-value" => "Values::OwnValue", "in-step" => "Values::InStep", "strict-value" => "Values::StrictValue",
        "unasked-reply" => "Values::UnaskedReply", "notices" => "Values::Notices", "round-trip" => "Values::RoundTrip",
        "fresh" => "Values::Fresh", "as-stored" => "Values::AsStored",
        "applied-once" => "Writes::AppliedOnce", "true-answers" => "Writes::TrueAnswers",
        "truthful-write" => "Writes::TruthfulWrite", "kept-writes" => "Writes::KeptWrites",
        "intact-server" => "Writes::IntactServer", "placement" => "Writes::Placement",
        "recovers" => "Recovery::Recovers", "goes-on" => "Recovery::GoesOn", "resumes" => "Recovery::Resumes",
        "returns" => "Recovery::Returns"
      }.freeze
      # Rules about whether a call returned, in time and without an error. On a busy machine, a call may fail them without a
      # bug.
      OF_A_BUSY_MACHINE = %w[lives recovers goes-on resumes bounded whole-deadline succeeds typed-error own-exception].freeze

      # Raises KeyError for an unknown name, which is an error in a fault's file.
      #: (String) -> Module
      def self.named(name) = const_get(NAMES.fetch(name))

      # How a call ends: in time, without an error, or with a proper error.
      module Calls
        # The call works, because nothing happened that justifies a failure.
        module Succeeds
          def self.call(trial)
            subject = trial.subject
            return unless subject&.raised?

            Finding.of("FAIL", "#{subject.op} failed: #{subject.error["class"]}: #{subject.error["message"]}")
          end
        end

        # If nobody answers, a call ends within the time that its client documents. A busy machine slows every call, so the
        # limit grows with the median of the trial's undisturbed calls. A client that documents no limit only gets a note.
        module Bounded
          # A call may take SLACK times its limit and the time of an undisturbed call.
          SLACK = 3
          # A call without a documented limit may take this many times an undisturbed call.
          UNDISTURBED = 10
          # Longer than any call that does not wait, and half of the shortest wait in a fault with this invariant.
          WAITED_MS = 100
          # The roles of calls during the fault.
          DURING_FAULT = %w[subject tried].freeze
          private_constant :WAITED_MS, :DURING_FAULT

          class << self
            #: (Trial, ?Numeric) -> Finding?
            def call(trial, undisturbed_ms = undisturbed_ms(trial))
              slowest = trial.calls.select { |call| DURING_FAULT.include?(call.role) && call.seconds }.max_by(&:seconds) or return
              bound_ms = trial.bounds&.bound_ms
              took_ms = slowest.seconds * 1000
              return if took_ms <= (bound_ms ? SLACK * (bound_ms + undisturbed_ms) : unnoticed_ms(undisturbed_ms))

              took = "#{slowest.op} took #{took_ms.round} ms"
              return Finding.of("INFO", "#{took}, and no limit is documented") unless bound_ms

              Finding.of("FAIL", "#{took}, and its documentation and settings allow #{bound_ms} ms")
            end

            private

            # Without a documented limit: the longest time of a call that did not wait, on this machine.
            def unnoticed_ms(undisturbed_ms) = [WAITED_MS, undisturbed_ms * UNDISTURBED].max

            def undisturbed_ms(trial)
              taken = trial.probes.select(&:ok?).filter_map(&:seconds).sort
              (taken[taken.size / 2] || 0) * 1000
            end
          end
        end

        # If a timeout applies to each read and not to the call, the call takes as long as its reply drips. It is certainly
        # slow if it returns the whole reply, however busy the machine is. No known client does better, so this is reported as
        # INFO.
        module WholeDeadline
          def self.call(trial)
            whole = trial.subject&.ok?
            found = whole ? Bounded.call(trial, 0) : Bounded.call(trial)
            return found unless found&.outcome == "FAIL"

            Finding.new(outcome: "INFO", reason: "#{found.reason}: its timeout applies to each read", certain: whole)
          end
        end

        # An exception that the application raises into a call leaves the call unchanged.
        module OwnException
          def self.call(trial)
            subject = trial.subject
            return unless subject
            return Finding.of("FAIL", "the interrupt was raised inside the call, and swallowed") if subject.swallowed

            surfaced = subject.error["class"] if subject.raised? && !subject.error["injected"]
            Finding.of("NON-STRICT", "the interrupt surfaced as #{surfaced}") if surfaced
          end
        end

        # A client refuses an argument with its own error. It does not fail with one of the language.
        module TypedError
          class << self
            def call(trial)
              found = trial.calls.find { |call| call.raised? && of_the_language?(call.error["class"]) } or return

              Finding.of("NON-STRICT", "#{found.op} failed over it: #{found.error["class"]}: #{found.error["message"]}")
            end

            private

            def of_the_language?(name)
              own_errors = Vocabulary::Language.all.values.flat_map(&:own_errors)
              own_errors.any? { |pattern| pattern.end_with?("*") ? name.start_with?(pattern.chop) : name == pattern }
            end
          end
        end
      end

      # The servers that a client talks to.
      module Connections
        # A child that closes the client leaves the connections to its parent, which goes on with them.
        module Kept
          class << self
            def call(trial)
              close = trial.calls.find { |call| call.step["close"] }
              return unless close&.ended_ns

              before, after = used(trial).partition { |ns, _| ns <= close.ended_ns }.map { |pieces| pieces.map(&:last).uniq }
              Finding.of("FAIL", "a child closed the client, and its parent had to connect again") if (after - before).any?
            end

            private

            # [[ns, connection], ...] of the requests.
            def used(trial) = trial.octets.select { |_, _, from| from == "client" }.map { |ns, connection,| [ns, connection] }
          end
        end

        # A client refuses a server that it cannot verify, or that refuses its login: no call during the fault reads or writes
        # anything. A client that already fails when it is created has refused the server, too.
        module Refuses
          class << self
            def call(trial)
              return ProcessState::Lives.call(trial) unless trial.ending == "done" || raised_at_once?(trial)

              done = trial.calls.select { |call| call.role == "tried" && call.ok? }
              accepted = done.find { |call| got?(call) } || landed(trial, done)
              Finding.of("FAIL", "#{accepted.op} was done over a connection that the client has to refuse") if accepted
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

      # The client's process during and after the trial.
      module ProcessState
        # Every call returns. The process and its forked processes live. The constructor returns a client, whatever the
        # servers do.
        module Lives
          class << self
            def call(trial)
              return no_client(trial.ending.delete_prefix(Trial::NO_CLIENT)) if trial.ending.start_with?(Trial::NO_CLIENT)

              # A killed thread leaves a quiet call without an end.
              open = trial.calls.find { |call| call.type.nil? && !call.quiet? }
              return open && left_open(open) if trial.ending == "done"

              at = open ? "in #{open.op}" : "between calls"
              return hang(at, trial.silence_s) if trial.ending == "hung"

              Finding.of("CRASH", "the process was #{trial.ending} #{at}")
            end

            private

            def hang(at, seconds)
              Finding.of("HANG", "no answer #{at}#{format(" within %.1f s", seconds) if seconds}")
            end

            def left_open(call) = Finding.of("CRASH", "a process that shared the client ended in #{call.op}")

            def no_client(ending)
              outcome = { "hung" => "HANG", "raised" => "FAIL" }.fetch(ending[/\w+/], "CRASH")
              Finding.of(outcome, "the client could not be created (#{ending})")
            end
          end
        end

        # No call needs more memory than the process may take. A language raises an error of its own then, and a library in C
        # names memory in its error.
        module WithinMemory
          LACKING = /memory|alloc/i
          private_constant :LACKING

          def self.call(trial)
            lacking = trial.calls.find { |call| call.raised? && call.error.values_at("class", "message").any?(LACKING) } or return

            Finding.of("FAIL", "#{lacking.op} needs more than #{trial.memory_mb} MB: #{lacking.error["class"]}")
          end
        end

        # The resources of the process do not grow with the number of faults, from the first look to the last. Memory also
        # grows while a heap warms up, but less and less. It therefore counts as a leak only if it grew between every two
        # looks. This finds a leak of 22 kB at each of 100 faults, or of 2 kB at each of 1,000.
        module NoLeak
          # Growth that is not a leak: a few connections, or a heap that is not yet filled.
          ALLOWED = { "descriptors" => 5, "threads" => 5, "memory_bytes" => 24_000_000 }.freeze
          # Growth between two looks. The smallest growth between two looks of a correct client is at most 140 kB, over 248
          # faults.
          STEADY = { "memory_bytes" => 500_000 }.freeze
          private_constant :ALLOWED, :STEADY

          class << self
            def call(trial)
              looks = trial.calls.select { |call| call.looked? && call.ok? }.map { |call| call.value["pairs"].to_h }
              return if looks.size < 2

              grown = ALLOWED.filter_map { |what, most| growth(what, looks.map { |look| look[what] }, most) }
              Finding.of("FAIL", "over #{trial.calls.count(&:subject?)} faults: #{grown.join(", ")}") if grown.any?
            end

            private

            def growth(what, held, most)
              return unless held.all?

              "#{what} from #{held.first} to #{held.last}" if held.last - held.first > most || steady?(held, STEADY[what])
            end

            # Two looks cannot distinguish a leak from a heap that warms up.
            def steady?(held, most)
              most && held.size > 2 && held.each_cons(2).all? { |before, after| after - before > most }
            end
          end
        end
      end

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
            def call(trial)
              missed = missed_to_the_end(trial)
              judged(trial, trial.probes.select { |probe| probe.raised? || missed.include?(probe) })
            end

            # The outcome of a trial in which these calls after the fault failed.
            #: (Trial, Array[Call]) -> Finding?
            def judged(trial, failed)
              return if failed.empty?

              said = Recovery.reason(trial, failed, trial.probes)
              Finding.unless_documented(trial.down, failed.one? ? "NON-STRICT" : "FAIL", said)
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
          def self.call(trial) = Recovers.judged(trial, trial.probes.select(&:raised?))
        end

        # If a connection is lost while nobody uses it, no call fails, because the next call opens another. One failure is
        # accepted.
        module Resumes
          def self.call(trial)
            calls = trial.calls.select { |call| call.subject? || call.probe? }
            failed = calls.select(&:raised?)
            return if failed.empty?

            Finding.of(failed.one? ? "NON-STRICT" : "FAIL", Recovery.reason(trial, failed, calls))
          end
        end

        # After a pause longer than any documented one, every call works again. The first call may fail, because the client
        # may learn of the loss by it. The documented pause excuses no other failure.
        module Returns
          class << self
            def call(trial)
              probes = trial.probes
              failed = probes.select { |probe| probe.raised? || trial.missed?(probe) }
              return if failed.empty?

              how = Recovery.failure(trial, failed.first)
              Finding.of(failed == probes.take(1) ? "NON-STRICT" : "FAIL",
                         "#{how} (#{failed.size} of #{probes.size} calls failed, #{pause_s(trial)} s after the fault was over)")
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
