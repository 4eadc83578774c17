# frozen_string_literal: true

module Cachemark
  module Proxy
    # One command and everything that is known of it once it is settled; one item per key,
    # in the order in which the client named them.
    class Exchange < Value.define(:name, :protocol, :outcome, items: [].freeze, quiet: false, error: nil,
                                  bytes_out: 0, bytes_in: 0, details: {}.freeze)
      # Array[String], binary.
      def keys = items.map(&:key)

      # Array[String], by key.
      def outcomes = items.map(&:outcome)

      # How many keys were read and found.
      #: () -> Integer
      def hits = outcomes.count("hit")

      # How many keys were read and absent.
      #: () -> Integer
      def misses = outcomes.count("miss")

      # The items that carry a value, in either direction.
      #: () -> Array[Item]
      def values = items.select(&:data)

      # Whether the server refused it.
      def error? = !error.nil?
    end
  end
end
