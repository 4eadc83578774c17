# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # The value that is returned for a key is that key's, whole; a miss of a key that is there is no value,
      # and a lie all the same. So is a number that the counter never had, what is none in its place, and a value that was
      # overwritten before it was asked for.
      module OwnValue
        WRONG = { "other" => "another key's value", "foreign" => "what is no value of any key",
                  "broken" => "a broken value" }.freeze
        private_constant :WRONG

        #: (Trial) -> [String, String]?
        def self.call(trial)
          since = overwritten(trial)
          found = trial.calls.flat_map do |call|
            read(call, trial).map { |name, told| one(call, name, told, trial) || stale(call, name, told, trial, since[name]) }
          end
          [*found, counted(trial)].compact.max_by { |outcome, _| OUTCOMES.index(outcome) }
        end

        # Each call may have counted twice, where it was made again, or more often, where the server counted so far. What tells
        # of no number, and of no failure, is another call's answer.
        def self.counted(trial)
          calls = trial.calls.select { |call| call.step["key"] == Canary::COUNTER && call.counts? }
          down, up = calls.partition { |call| call.step["op"] == "decr" }.map { |some| some.sum { |one| one.step["by"] || 1 } }
          been = [Canary::START - (2 * down), Canary::START + (2 * up), *trial.state[Canary::COUNTER]&.to_i]
          may = been.min..been.max
          wrong = calls.find { |call| call.ok? && !call.denied? && !(call.number && may.cover?(call.number)) }
          return unless wrong

          said = "#{wrong.step["op"]} returned #{told(wrong)}"
          wrong.number&.zero? && trial.misses ? ["INFO", "#{said}: #{trial.misses}"] : ["CORRUPT", said]
        end

        def self.told(call)
          return "#{call.number}, which the counter never was" if call.number

          "#{(Call.bytes(call.value) || call.value).inspect[0, 40]}, which is no number"
        end
        private_class_method :counted, :told

        # With those keys of a multi-get that are there and were not returned, and a counter of which no value was told.
        def self.read(call, trial)
          return { call.step["key"] => nil } if call.counts? && call.denied?

          found = call.read(trial.canary.keys)
          return found unless call.ok? && call.step["op"] == "get_multi"

          { **(call.step["keys"] & Canary::NAMES).to_h { |name| [name, nil] }, **found }
        end
        private_class_method :read

        def self.one(call, name, told, trial)
          return missed(call, name, trial) if told.nil?

          text = Call.bytes(told) || told.to_s
          kind = trial.canary.keys.key?(name) ? trial.canary.kind(name, text) : "other"
          whose = name.empty? ? "an empty key" : name
          return if kind == "own"

          ["CORRUPT", "#{call.step["op"]} of #{whose} returned #{WRONG.fetch(kind)}: #{text[0, 40].inspect}"]
        end
        private_class_method :one

        # Nothing writes a key's first value again; since: when the first set of it was told as done, nil for never.
        def self.stale(call, name, told, trial, since)
          return unless told && since && since <= call.began_ns
          return unless (Call.bytes(told) || told.to_s).b == trial.canary.start(name).b

          ["FAIL", "#{call.step["op"]} of #{name} returned the value from before a set that was told as done"]
        end

        # {name => when the first set of it ended that was told as done}
        def self.overwritten(trial)
          sets = trial.calls.select { |call| call.step["op"] == "set" && call.ok? && call.value == true }
          sets.group_by { |call| call.step["key"] }.transform_values { |calls| calls.map(&:ended_ns).min }
        end
        private_class_method :stale, :overwritten

        def self.missed(call, name, trial)
          return if trial.subject&.step&.fetch("op") == "delete" && name == Canary::SUBJECT
          return if trial.state.fetch(name, true).nil?

          said = "#{call.step["op"]} of #{name} returned a miss, and the key is there"
          trial.misses ? ["INFO", "#{said}: #{trial.misses}"] : ["FAIL", said]
        end
        private_class_method :missed
      end
    end
  end
end
