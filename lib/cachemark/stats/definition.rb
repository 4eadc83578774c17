# frozen_string_literal: true

module Cachemark
  module Stats
    # What a scenario says that an iteration does, as the record's cells keep it.
    class Definition
      READS = %w[get read fetch get_multi read_multi].freeze
      WRITES = %w[set add write].freeze
      MULTI = %w[get_multi read_multi].freeze

      #: (Hash?) -> void
      def initialize(facts)
        @facts = facts || {}
      end

      # Array[Hash]: one per call.
      def steps = @facts["steps"] || []

      # Integer: calls that prepare it.
      def prelude = @facts["prelude"]&.size || 0

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

      # {name => bytes} of the keys.
      #: () -> Hash[String, Integer]
      def key_bytes = (@facts["keys"] || {}).transform_values(&:bytesize)

      private

      def all_plain?(steps) = steps.empty? ? nil : steps.all? { |step| step["raw"] == true }
    end
  end
end
