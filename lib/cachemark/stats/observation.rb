# frozen_string_literal: true

module Cachemark
  module Stats
    # A cell, what its scenario says, and what the proxy saw of it: `cold` in the first iteration, `warm` in the last one,
    # after which nothing changes any more.
    class Observation < Value.define(:cell, :definition, :warm, cold: nil)
      # What the proxy saw of a cell; nil for one that it never saw.
      #
      #: (Hash, Evidence) -> Observation?
      def self.of(cell, evidence)
        lines = evidence.work(cell).sort_by { |line| line["pass"] }
        return if lines.empty?

        passes = lines.map { |line| WireWork.new(line) }
        definition = Definition.new(cell["definition"], pairs: lines.last["pairs"])
        new(cell: cell, definition: definition, cold: passes.first, warm: passes.last)
      end

      # String: the contender's id; what a report calls the row without it.
      def contender = cell["contender"]
      def language = cell["client"].to_s[%r{\A[^/]+(?=/)}]
      def name = cell["label"].to_s.delete_prefix("#{contender}:")

      # Rows of one place are comparable: one scenario, as many workers, whether or not they share a client.
      def place = [cell["scenario"], cell["mode"].to_s.delete_suffix(",shared")]

      # Integer: how many call at the same time.
      def workers = Vocabulary::Mode.of(cell["mode"]).workers

      # Whether reports print its row.
      def shown? = cell.fetch("shown", true)

      # What a remark on another row needs to name this one: a row that is not printed has to be introduced.
      #
      #: () -> Hash[Symbol, Object]
      def peer = { contender: contender, shown: shown? }.freeze

      # Whether this is the reference, whose work is the least that is correct.
      def reference? = Vocabulary::References.socket?(cell["client"])

      # Whether it makes no calls at all.
      def null? = Vocabulary::References.null?(cell["client"])

      # What a scenario says that an iteration does, as the record's cells keep it.
      class Definition
        OPERATIONS = Vocabulary::Operations
        READS, WRITES, MULTI = %i[looks_up? writes? multi?].map { |kind| OPERATIONS.names(&kind).freeze }
        private_constant :OPERATIONS, :READS, :WRITES, :MULTI

        # `pairs` is the number of its pairs that the proxy saw.
        #: (Hash?, ?pairs: Integer?) -> void
        def initialize(facts, pairs: nil)
          @facts = facts || {}
          @pairs = pairs
        end

        # Array[Hash]: one per call.
        #: () -> Array[Hash]
        def steps = @steps ||= (@facts["steps"] || []).flat_map { |step| step["each"] ? [step] * @pairs.to_i : [step] }

        # Integer: calls that prepare it; those with each of its pairs are one.
        def prelude = @facts["prelude"]&.size || 0

        # Whether it goes through pairs.
        def pairs? = @facts.key?("pairs")

        # Array[Hash] of steps.
        def writes = steps.select { |step| WRITES.include?(step["op"]) }
        def reads = steps.select { |step| READS.include?(step["op"]) }

        # Keys that an iteration reads.
        #: () -> Integer
        def keys_read = reads.sum { |step| step["keys"]&.size || 1 }

        # Writes that must leave what is there.
        #: () -> Integer
        def adds = writes.count { |step| step["op"] == "add" || step["unless_exist"] }

        # Whether all that is written, or read, is to go as it is; nil where nothing is.
        def plain_writes? = all_plain?(writes)
        def plain_reads? = all_plain?(reads)

        # Seconds that the steps give; a counter's are among them, because some create it.
        #: () -> Array[Integer]
        def ttls = steps.filter_map { |step| step["ttl"] }.uniq

        # Calls that have several keys, which may be on several servers.
        #: () -> Integer
        def multi_calls = steps.count { |step| MULTI.include?(step["op"]) }
        def multi? = multi_calls.positive?

        # Whether a local cache is in front of the server.
        def local_cache? = @facts["wrap"] == "local_cache"

        # Bytes of the key of a name; a pair's name is its key. nil for a key that the scenario does not have.
        #: (String) -> Integer?
        def key_bytes(name) = pairs? ? name.bytesize : @facts.dig("keys", name)&.bytesize

        private

        def all_plain?(steps) = steps.empty? ? nil : steps.all? { |step| step["raw"] == true }
      end
    end
  end
end
