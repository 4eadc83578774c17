# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # The values that calls return.
      module Values
        # The value returned for a key is that key's, and whole. These are wrong, too:
        #
        # - a miss of a key that exists,
        # - a number that the counter never had, or no number from a counter,
        # - a value that was overwritten before the call,
        # - the value of a key that was not asked for.
        module OwnValue
          WRONG = { "other" => "another key's value", "foreign" => "a value of no key", "broken" => "a broken value" }.freeze
          SETS = %w[set set_multi].freeze
          SHOWN = 40
          private_constant :WRONG, :SETS, :SHOWN

          class << self
            def call(trial)
              since = overwritten(trial)
              found = trial.calls.flat_map do |call|
                readings(call, trial).map do |name, value|
                  wrong(call, name, value, trial) || stale(call, name, value, trial, since[name])
                end
              end
              Finding.worst([*found, wrong_count(trial)].compact)
            end

            private

            # The values that a call returned. nil for existing keys that a multi-get did not return, and for a counter
            # without a reported value.
            def readings(call, trial)
              return {} if call.quiet? || call.given_up?
              return { call.step["key"] => nil } if call.counts? && call.denied?

              found = call.read(trial.canary.keys)
              return found unless call.ok? && call.reads? && call.multi?

              { **(call.step["keys"] & Canary::NAMES).to_h { |name| [name, nil] }, **found }
            end

            def wrong(call, name, value, trial)
              return missed(call, name, trial) if value.nil?

              return unasked(call, name) if trial.canary.keys.key?(name) && !call.names.include?(name)

              text = Trial::Call.bytes(value) || value.to_s
              kind = trial.canary.keys.key?(name) ? trial.canary.kind(name, text) : "other"
              return if kind == "own"

              whose = name.empty? ? "an empty key" : name
              Finding.of("CORRUPT", "#{call.op} of #{whose} returned #{WRONG.fetch(kind)}: #{text[0, SHOWN].inspect}")
            end

            def unasked(call, name)
              Finding.of("CORRUPT", "#{call.op} returned the value of #{name}, which was not asked for")
            end

            def missed(call, name, trial)
              return if trial.subject&.deletes?(name)
              return if trial.state.fetch(name, true).nil?

              Finding.unless_documented(trial.misses, "FAIL", "#{call.op} of #{name} returned a miss, and the key exists")
            end

            # No call writes a key's first value again. since: when the first successful set of the key ended, nil for never.
            def stale(call, name, value, trial, since)
              return unless value && since && since <= call.began_ns
              return unless (Trial::Call.bytes(value) || value.to_s).b == trial.canary.start(name).b

              Finding.of("FAIL", "#{call.op} of #{name} returned the value from before a set that was reported as done")
            end

            # {name => when its first successful set ended}
            def overwritten(trial)
              sets = trial.calls.select { |call| SETS.include?(call.op) && call.ok? && call.value == true }
              sets.flat_map { |call| call.names.map { |name| [name, call.ended_ns] } }
                  .group_by(&:first).transform_values { |ended| ended.map(&:last).min }
            end

            # A client may have repeated each call once, or as often as the server counted. A result that is neither a number
            # nor a failure is the reply to another call.
            def wrong_count(trial)
              calls = trial.calls.select { |call| call.step["key"] == Canary::COUNTER && call.counts? }
              possible = possible_counts(calls, trial.state[Canary::COUNTER])
              wrong = calls.find { |call| call.ok? && !call.denied? && !(call.number && possible.cover?(call.number)) }
              Finding.of("CORRUPT", "#{wrong.op} returned #{count(wrong)}") if wrong
            end

            def possible_counts(calls, held)
              down, up = calls.partition { |call| call.op == "decr" }.map { |some| some.sum { |call| call.step["by"] || 1 } }
              counts = [Canary::START - (2 * down), Canary::START + (2 * up), *held&.to_i]
              counts.min..counts.max
            end

            def count(call)
              return "#{call.number}, which the counter never was" if call.number

              "#{(Trial::Call.bytes(call.value) || call.value).inspect[0, SHOWN]}, which is not a number"
            end
          end
        end

        # Like OwnValue, for the calls after one that was refused in part. That call may return fewer keys, which other faults
        # judge, but no wrong value.
        module InStep
          def self.call(trial)
            found = trial.calls.partition(&:subject?).map { |calls| OwnValue.call(trial.with(calls: calls)) }
            found.shift unless found.first&.outcome == "CORRUPT"
            Finding.worst(found.compact)
          end
        end

        # For a reply that is itself wrong, which is the server's error. The call must not accept it if the reply shows that
        # it is wrong, and the rest of it must not become the reply to a later call. Treating it as a miss harms nobody.
        module StrictValue
          # An outcome that would be CORRUPT or FAIL after a correct reply is one step milder here.
          MILDER = { "CORRUPT" => "FAIL", "FAIL" => "NON-STRICT" }.freeze
          private_constant :MILDER

          class << self
            def call(trial)
              subject, later = trial.calls.partition(&:subject?)
              Finding.worst([milder(trial.with(calls: subject)), milder(trial.with(calls: later))].compact)
            end

            # The finding about these calls.
            def milder(trial)
              found = OwnValue.call(trial) or return
              found.with(outcome: MILDER.fetch(found.outcome, found.outcome),
                         reason: "the server was wrong first: #{found.reason}")
            end
          end
        end

        # For an unrequested reply, which is the server's error and looks like any other reply. The call that it arrives with
        # can detect it, as any wrong reply. Wrong values in later calls are reported as INFO.
        module UnaskedReply
          def self.call(trial)
            subject, later = trial.calls.partition(&:subject?)
            wrong = OwnValue.call(trial.with(calls: later))
            StrictValue.milder(trial.with(calls: subject)) ||
              (Finding.of("INFO", "the server was wrong first: #{wrong.reason}") if wrong)
          end
        end

        # A reply that names another request is rejected, even if its value happens to be right.
        module Notices
          def self.call(trial)
            subject = trial.subject or return
            return unless subject.ok?

            accepted = subject.value == true || subject.read(trial.canary.keys).values.any?
            Finding.of("NON-STRICT", "#{subject.op} accepted a reply that names another request") if accepted
          end
        end

        # The value read from a key is the value written to it: its bytes and, if the client serializes, its type and
        # encoding. A write that was reported as successful is not lost.
        module RoundTrip
          PROBLEMS = {
            missed: ["FAIL", "returned a miss of a value that was reported as written"],
            stale: ["FAIL", "returned an older value of the key"],
            changed: ["FAIL", "returned the value as another type"],
            undecoded: ["INFO", "returned the bytes as they were stored: the clients have no format in common"],
            misread: ["INFO", "returned another value than was written: the clients have no format in common"],
            others: ["CORRUPT", "returned another key's value"],
            wrong: ["CORRUPT", "returned a value that nobody wrote"]
          }.freeze
          SHOWN = 60
          private_constant :PROBLEMS, :SHOWN

          class << self
            def call(trial)
              found = PossibleValues.wrong_readings(trial) do |*reading, problem, writer|
                judged(*reading, problem, writer, documentation: (trial.misses if problem == :missed))
              end
              Finding.worst(found)
            end

            # The finding for one wrong reading, as yielded by PossibleValues.
            #: (Call, String, Object, Symbol, String?, ?documentation: String?) -> Finding
            def judged(call, name, value, problem, writer, documentation: nil)
              outcome, words = PROBLEMS.fetch(problem)
              written = ", which #{writer} wrote," if writer
              said = "#{call.op} of #{name}#{written} #{words}#{": #{shown(value)}" if value}"
              Finding.unless_documented(documentation, outcome, said)
            end

            private

            def shown(value)
              text = Trial::Call.bytes(value)
              text ? [text[0, SHOWN].inspect, value["encoding"]].compact.join(" in ") : value.to_s[0, SHOWN]
            end
          end
        end

        # A value that is read is the newest written one. A miss is allowed, because servers come and go.
        module Fresh
          def self.call(trial)
            found = PossibleValues.wrong_readings(trial) { |*reading| RoundTrip.judged(*reading) unless reading[3] == :missed }
            Finding.worst(found)
          end
        end

        # A read that asks for the bytes of a value returns what is stored. The client decodes nothing, because whoever wrote
        # the value may be hostile.
        module AsStored
          class << self
            def call(trial)
              reads = trial.calls.select { |call| call.step["bytes"] }
              Finding.worst(reads.flat_map { |call| call.raised? ? failed(call) : wrong(call, trial) })
            end

            private

            # Nothing that happened justifies a failure.
            def failed(call) = [Finding.of("FAIL", "#{call.op} failed: #{call.error["class"]}: #{call.error["message"]}")]

            def wrong(call, trial) = call.read(trial.names).filter_map { |reading| judged(call, *reading, trial) }

            def judged(call, name, value, trial)
              bytes = Trial::Call.bytes(value)
              return if value.nil? || bytes&.b == trial.state[name]&.b

              returned = bytes ? "other bytes than" : "a decoded value, and not the bytes that"
              Finding.of("FAIL", "#{call.op} of #{name} returned #{returned} are stored")
            end
          end
        end
      end
    end
  end
end
