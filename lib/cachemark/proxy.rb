# frozen_string_literal: true

module Cachemark
  # A proxy between a client and memcached that understands what passes. It is never in place while time is measured.
  module Proxy
    # A piece of a connection that a proxy is about to pass on: the number of the connection, its sender ("client" or
    # "server"), the bytes as they came, how many commands of the connection still wait for a reply after them, and whether
    # the client has completed its last command.
    Chunk = Value.define(:connection, :side, :bytes, owed: 0, whole: true)

    # One key of a command, and what became of it. `bytes` is the length of the value stored or returned, `data` its first
    # MiB; `ttl` is as sent, `cas` as returned.
    Item = Value.define(:key, :outcome, flags: nil, ttl: nil, bytes: nil, data: nil, cas: nil)

    # Bytes that no rule of the protocol explains: their sender ("client" or "server"), their offset in everything that this
    # side sent on its connection, and how they begin.
    Garbled = Value.define(:side, :at, :what, bytes: "")

    # A settled command, with one item per key in the order in which the client named the keys.
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

    # What passed through a proxy between two looks at it. A round trip counts from the first byte of its reply on.
    class Traffic < Value.define(exchanges: [].freeze, round_trips: 0, bytes_out: 0, bytes_in: 0, connections: 0, unanswered: 0,
                                 garbled: [].freeze)
      # No traffic.
      #: () -> Traffic
      def self.none = new

      # Both together: the traffic of a ring is that of all its servers.
      #: (Traffic) -> Traffic
      def +(other)
        Traffic.new(**members.to_h { |name| [name, (self[name] + other[name]).freeze] })
      end
    end
  end
end
