# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # The value that is returned for a key is that key's, whole; a miss of a key that is there is no value,
      # and a lie all the same. So is a number that the counter never had.
      module OwnValue
        WRONG = { "other" => "another key's value", "foreign" => "what is no value of any key",
                  "broken" => "a broken value" }.freeze
        private_constant :WRONG

        #: (Trial) -> [String, String]?
        def self.call(trial)
          found = trial.calls.flat_map { |call| read(call, trial).map { |name, told| one(call, name, told, trial) } }
          [*found, counted(trial)].compact.max_by { |outcome, _| OUTCOMES.index(outcome) }
        end

        # Each call may have counted twice, where it was made again.
        def self.counted(trial)
          calls = trial.calls.select { |call| call.step["key"] == Canary::COUNTER && call.counts? }
          down, up = calls.partition { |call| call.step["op"] == "decr" }.map { |some| some.size * 2 }
          may = (Canary::START - down)..(Canary::START + up)
          wrong = calls.find { |call| call.ok? && call.value.is_a?(Integer) && !may.cover?(call.value) }
          return unless wrong

          said = "#{wrong.step["op"]} returned #{wrong.value}, which the counter never was"
          wrong.value.zero? && trial.bounds&.misses ? ["INFO", "#{said}: #{trial.bounds.misses}"] : ["CORRUPT", said]
        end
        private_class_method :counted

        # With those keys of a multi-get that are there and were not returned.
        def self.read(call, trial)
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
          ["CORRUPT", "#{call.step["op"]} of #{whose} returned #{WRONG.fetch(kind)}: #{text[0, 40].inspect}"] if kind != "own"
        end
        private_class_method :one

        def self.missed(call, name, trial)
          return if trial.subject&.step&.fetch("op") == "delete" && name == Canary::SUBJECT
          return if trial.state.fetch(name, true).nil?

          said = "#{call.step["op"]} of #{name} returned a miss, and the key is there"
          trial.bounds&.misses ? ["INFO", "#{said}: #{trial.bounds.misses}"] : ["FAIL", said]
        end
        private_class_method :missed
      end
    end
  end
end
