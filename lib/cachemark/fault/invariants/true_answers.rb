# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # What a writing call is told is true on the server: of a counter's last call, of a key that one call alone writes, and of
      # deletes of a key that was never there. What is told as not stored may be either. A client may tell a delete of what
      # is not there as done: it lies where it has told another otherwise.
      module TrueAnswers
        STORING = %w[set add].freeze
        WRITING = [*STORING, "delete"].freeze
        private_constant :STORING, :WRITING

        #: (Trial) -> [String, String]?
        def self.call(trial)
          writes = trial.calls.select { |call| call.counts? || WRITING.include?(call.step["op"]) }
          writes = writes.group_by { |call| call.step["key"] }
          found = writes.filter_map { |name, own| said(own, start(name, trial), trial.state[name], trial.misses) }
          found.max_by { |outcome, _| OUTCOMES.index(outcome) }
        end

        # What a key held before anything was done, nil for one that was not there.
        def self.start(name, trial) = [*Canary::NAMES, Canary::COUNTER].include?(name) ? trial.canary.start(name) : nil

        def self.said(own, was, held, misses)
          last = own.last
          return counted(last, held) if last.counts?
          return missed(own) if was.nil? && own.all? { |call| call.step["op"] == "delete" }
          return unless own.one?

          STORING.include?(last.step["op"]) ? stored(last, was, held) : deleted(last, held, misses)
        end

        def self.counted(last, held)
          return if !last.ok? || last.denied? || last.number == held.to_i

          told = last.number || (Call.bytes(last.value) || last.value).inspect
          ["CORRUPT", "#{last.step["op"]} of #{last.step["key"]} returned #{told}, and the counter holds #{held || "nothing"}"]
        end

        def self.missed(own)
          return unless own.last.value == true && own.any? { |call| call.ok? && call.value != true }

          ["FAIL", "#{done(own.last)}, and it was never there"]
        end

        # What is held need not be the bytes that were given: a client may have compressed them.
        def self.stored(call, was, held)
          return unless call.value == true && [nil, was].include?(held)

          ["FAIL", "#{done(call)}, and the server holds #{held ? "the old value" : "nothing"}"]
        end

        # misses: that the client documents misses in the place of failures, and how.
        def self.deleted(call, held, misses)
          return (held && ["FAIL", "#{done(call)}, and the server holds it"]) if call.value == true
          return unless call.value == false && held.nil?

          told = "delete of #{call.step["key"]} was told as not done, and the server has deleted it"
          misses ? ["INFO", "#{told}: #{misses}"] : ["FAIL", told]
        end

        def self.done(call) = "#{call.step["op"]} of #{call.step["key"]} was told as done"
        private_class_method :start, :said, :counted, :missed, :stored, :deleted, :done
      end
    end
  end
end
