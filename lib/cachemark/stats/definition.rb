# frozen_string_literal: true

module Cachemark
  module Stats
    # What a scenario says that an iteration does, as the record's cells keep it.
    class Definition
      READS = Vocabulary::Operations.names(&:looks_up?).freeze
      WRITES = Vocabulary::Operations.names(&:writes?).freeze
      MULTI = Vocabulary::Operations.names(&:multi?).freeze

      # `pairs` is over how many of its pairs the proxy saw it.
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

      # Whether a call has several keys, which may lie on several servers.
      def multi? = steps.any? { |step| MULTI.include?(step["op"]) }

      # Whether a local cache stands before the server.
      def local_cache? = @facts["wrap"] == "local_cache"

      # Bytes of the key of a name; a pair's name is its key. nil for a stranger.
      #: (String) -> Integer?
      def key_bytes(name) = pairs? ? name.bytesize : @facts.dig("keys", name)&.bytesize

      private

      def all_plain?(steps) = steps.empty? ? nil : steps.all? { |step| step["raw"] == true }
    end
  end
end
