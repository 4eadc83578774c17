# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # Compares the content of the servers after the trial with the reports of writing calls.
      module Writes
        # A call that must not be made twice is applied at most once, and its result is true. This compares the server's
        # count with the reported one. OwnValue judges a miss of an existing counter. The calls of a quiet block have no result.
        # Each is applied once, unless the block failed or had a reason to.
        module AppliedOnce
          COUNTED = { "incr" => 1, "decr" => -1 }.freeze
          private_constant :COUNTED

          class << self
            # The content of a server does not depend on how busy the machine is.
            def call(trial) = trial.subject && found(trial.subject, trial)&.with(certain: true)

            private

            def found(subject, trial)
              return quiet(trial) if subject.op == "quiet"
              return counted(subject, trial) if COUNTED.key?(subject.op)

              added(subject, trial) if subject.op == "add"
            end

            def counted(subject, trial)
              held = trial.state[Canary::COUNTER] or return Finding.of("FAIL", "the counter is gone")

              times = (held.to_i - Canary::START) * COUNTED.fetch(subject.op)
              done = subject.ok? && !subject.denied?
              return if done ? times == 1 : times.between?(0, 1)

              report = "raised an error" unless subject.ok?
              report ||= done ? "reported as done" : "reported as a miss"
              Finding.of("FAIL", "#{subject.op} was applied #{times} times, and #{report}")
            end

            def quiet(trial)
              calls = trial.calls.select(&:quiet?)
              whole = !trial.harmed && trial.subject.ok?
              counting = calls.select { |call| call.counts? && call.names == [Canary::COUNTER] }
              quietly_counted(counting, trial, whole) || (quietly_stored(calls, trial) if whole)
            end

            def quietly_counted(calls, trial, whole)
              return if calls.empty?

              held = trial.state[Canary::COUNTER] or return Finding.of("FAIL", "the counter is gone")
              times = held.to_i - Canary::START
              return if whole ? times == calls.size : times.between?(0, calls.size)

              Finding.of("FAIL", "#{calls.size} quiet incr were applied #{times} times")
            end

            def quietly_stored(calls, trial)
              lost = calls.find { |call| call.op == "set" && !call.left?(trial.state[call.step["key"]]) } or return

              Finding.of("FAIL", "a quiet set of #{lost.step["key"]} never reached the server")
            end

            def added(subject, trial)
              return unless subject.ok? && subject.value == false && trial.state[Canary::ABSENT]

              Finding.unless_documented(trial.misses, "FAIL", "add was reported as not stored, and the server has stored it")
            end
          end
        end

        # A key that was reported as stored, or as deleted, is so on the server. A failed call may have done either. "Nothing
        # to delete" is not a failure, and it is false if the key existed. If the key is gone then, the answer is harmless: a
        # client that repeats a delete after a lost reply gets it from the server.
        module TruthfulWrite
          WRITING = %w[set add delete].freeze
          SEVERAL = %w[set_multi delete_multi].freeze
          SHOWN = 40
          private_constant :WRITING, :SEVERAL, :SHOWN

          class << self
            def call(trial)
              subject = trial.subject or return
              return of_several(subject, trial) if SEVERAL.include?(subject.op)
              return unless subject.ok? && WRITING.include?(subject.op)

              name = subject.step["key"]
              held = trial.state[name]
              return denied(held, trial.misses) if subject.op == "delete" && subject.value == false
              return if subject.value != true || right?(subject, name, held, trial.canary)

              Finding.of("FAIL", "#{subject.op} was reported as done, and the server holds #{shown(held)}")
            end

            private

            # A call without a result is reported as done if it returns.
            def of_several(subject, trial)
              done = subject.names.select { |name| subject.done?(name, trial.names) }
              wrong = done.find { |name| !right?(subject, name, trial.state[name], trial.canary) } or return

              said = "#{subject.op} was reported as done, and the server holds #{shown(trial.state[wrong])} under #{wrong}"
              Finding.of("FAIL", said)
            end

            def shown(held) = held ? held[0, SHOWN].inspect : "nothing"

            def denied(held, misses)
              said = "delete was reported as a miss, and the server #{held ? "holds the key" : "has deleted the key"}"
              Finding.unless_documented(misses, held ? "FAIL" : "NON-STRICT", said)
            end

            def right?(subject, name, held, canary)
              return held.nil? if subject.deletes?(name)

              subject.wrote ? subject.left?(held) && held != canary.start(name) : held == canary.value(name, again: true)
            end
          end
        end

        # Like TruthfulWrite, for all calls: the last call on a counter, the writes of a key that only one call writes, and
        # deletes of a key that never existed. A client may report a delete of an absent key as successful, but it must
        # report all such deletes alike.
        module TrueAnswers
          STORING = %w[set add].freeze
          WRITING = [*STORING, "delete"].freeze
          private_constant :STORING, :WRITING

          class << self
            def call(trial)
              writes = trial.calls.select { |call| call.counts? || WRITING.include?(call.op) }
              found = writes.group_by { |call| call.step["key"] }.filter_map do |name, own|
                judged(own, start(name, trial), trial.state[name], trial.misses)
              end
              Finding.worst(found)
            end

            private

            # The content of a key before the fault, nil if it did not exist.
            def start(name, trial) = [*Canary::NAMES, Canary::COUNTER].include?(name) ? trial.canary.start(name) : nil

            def judged(own, was, held, misses)
              last = own.last
              return counted(last, held) if last.counts?
              return never_there(own) if was.nil? && own.all? { |call| call.op == "delete" }
              return unless own.one?

              STORING.include?(last.op) ? stored(last, was, held) : deleted(last, held, misses)
            end

            def counted(last, held)
              return if !last.ok? || last.denied? || last.number == held.to_i

              returned = last.number || (Trial::Call.bytes(last.value) || last.value).inspect
              said = "#{last.op} of #{last.step["key"]} returned #{returned}, and the counter holds #{held || "nothing"}"
              Finding.of("CORRUPT", said)
            end

            def never_there(own)
              return unless own.last.value == true && own.any? { |call| call.ok? && call.value != true }

              Finding.of("FAIL", "#{done(own.last)}, and the key never existed")
            end

            # The bytes may differ from those that were written, because a client may have compressed them.
            def stored(call, was, held)
              return unless call.value == true && [nil, was].include?(held)

              Finding.of("FAIL", "#{done(call)}, and the server holds #{held ? "the old value" : "nothing"}")
            end

            def deleted(call, held, misses)
              return (held && Finding.of("FAIL", "#{done(call)}, and the server holds the key")) if call.value == true
              return unless call.value == false && held.nil?

              said = "delete of #{call.step["key"]} was reported as not done, and the server has deleted the key"
              Finding.unless_documented(misses, "FAIL", said)
            end

            def done(call) = "#{call.op} of #{call.step["key"]} was reported as done"
          end
        end

        # A key with a successful set, by whichever process, finally holds the value of a set: a successful set, or one with
        # an unknown result.
        module KeptWrites
          class << self
            def call(trial)
              sets = trial.calls.select { |call| call.op == "set" }.group_by { |call| call.step["key"] }
              lost = sets.keys.select { |name| lost?(sets[name], trial.state[name]) }
              return if lost.empty?

              Finding.of("FAIL", "sets of #{lost.join(", ")} were reported as done, and the server holds none of their values")
            end

            private

            def lost?(sets, held)
              return false if sets.none? { |call| call.ok? && call.value == true }

              sets.reject { |call| call.ok? && call.value == false }.none? { |call| call.left?(held) }
            end
          end
        end

        # A call changes the key that it names on the server and no other key, whatever the client reported.
        module IntactServer
          SHOWN = 40
          private_constant :SHOWN

          class << self
            def call(trial)
              did = [*injected(trial), *flushed(trial), *changed(trial), *strayed(trial)]
              Finding.of("CORRUPT", "on the server: #{did.join("; ")}") if did.any?
            end

            private

            def injected(trial)
              ["the key \"inj\" exists, which no call named"] if trial.state["injected"]
            end

            def flushed(trial)
              ["flush_all was executed"] if !flushes?(trial) && trial.counters.fetch("cmd_flush", 0).positive?
            end

            def changed(trial)
              others = [*Canary::OTHERS, Canary::COUNTER].reject { |name| trial.calls.any? { |call| names?(call, name) } }
              others.filter_map do |name|
                held = trial.state[name]
                "#{name} holds #{shown(held)}" unless held == trial.canary.start(name) || (held.nil? && flushes?(trial))
              end
            end

            # Keys that the client's own prefix does not begin, or that it begins twice.
            def strayed(trial)
              trial.strays.map do |key, held|
                name = trial.canary.keys.reduce(key) { |text, (name, own)| text.gsub(own, name) }
                "outside of the client's prefix, #{name} holds #{shown(held)}"
              end
            end

            def shown(held) = held.nil? ? "nothing" : held[0, SHOWN].inspect

            def names?(call, name) = call.names.include?(name) && !call.reads?

            def flushes?(trial) = trial.calls.any?(&:flushes?)
          end
        end

        # The placement of keys: how many move when the list of servers changes, and how many another client places on other
        # servers. No client promises a figure, so it is reported as INFO.
        module Placement
          class << self
            def call(trial)
              first, *later = trial.placed
              said = later.filter_map { |other| sentence(first, other) }
              Finding.of("INFO", said.join(", ")) if said.any?
            end

            private

            def sentence(first, other)
              share = first.moved(other) or return
              return "#{percent(1 - share)} of #{first.at.size} keys are on the server where #{other.by} has them" if other.by

              "#{percent(share)} of #{first.at.size} keys moved to another server"
            end

            def percent(share) = "#{(share * 100).round} %"
          end
        end
      end
    end
  end
end
