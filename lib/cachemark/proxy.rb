# frozen_string_literal: true

module Cachemark
  # A proxy between a client and memcached that parses the traffic. It is never in place while time is measured.
  module Proxy
    # A piece of a connection that a proxy is about to pass on. It has the number of the connection, its sender ("client" or
    # "server") and the bytes. `owed` is how many commands of the connection wait for a reply after it. `whole`: the client
    # has completed its last command.
    Chunk = Value.define(:connection, :side, :bytes, owed: 0, whole: true)

    # A key of a command, and its outcome. `bytes` is the length of the value stored or returned, `data` its first MiB; `ttl`
    # is as sent, `cas` as returned.
    Item = Value.define(:key, :outcome, flags: nil, ttl: nil, bytes: nil, data: nil, cas: nil)

    # Bytes that break the protocol: their sender ("client" or "server"), their offset in everything that this side sent on
    # its connection, a description, and their beginning.
    Garbled = Value.define(:side, :at, :what, bytes: "")

    # A settled command, with one item per key in the order in which the client named the keys. `leads`: a round trip began
    # with it.
    class Exchange < Value.define(:name, :protocol, :outcome, items: [].freeze, quiet: false, leads: false, error: nil,
                                  bytes_out: 0, bytes_in: 0, details: {}.freeze)
      # Array[String], binary.
      def keys = items.map(&:key)

      # Array[String], by key.
      def outcomes = items.map(&:outcome)

      # The number of keys that were read and found.
      #: () -> Integer
      def hits = outcomes.count("hit")

      # The number of keys that were read and absent.
      #: () -> Integer
      def misses = outcomes.count("miss")

      # The items with a value, in either direction.
      #: () -> Array[Item]
      def values = items.select(&:data)

      # Whether the server refused it.
      def error? = !error.nil?
    end

    # The traffic of a proxy since the last `drain`. A round trip counts as soon as the first byte of its reply arrives.
    # `packets` are the TCP segments with data from clients; nil if the kernel does not report them.
    class Traffic < Value.define(exchanges: [].freeze, round_trips: 0, bytes_out: 0, bytes_in: 0, connections: 0, unanswered: 0,
                                 garbled: [].freeze, packets: 0)
      # No traffic.
      #: () -> Traffic
      def self.none = new

      # The sum: the traffic of a ring is that of all its servers.
      #: (Traffic) -> Traffic
      def +(other)
        both = members.to_h { |name| [name, [self[name], other[name]]] }
        Traffic.new(**both.transform_values { |values| values.all? ? values.reduce(:+).freeze : nil })
      end
    end
  end
end
