# frozen_string_literal: true

module Cachemark
  module Fault
    # One try of a case, over: the calls in their order; `ending` "done", "hung", or how the process ended;
    # `canary` to know values by; `state` {name => bytes, nil where absent} of every key, read from the server by
    # a connection that can be trusted, and `counters` of the server that moved while the case was tried;
    # `octets` what went over the wire, [[ns, connection, side, bytes], ...]; `bounds` what the client documents.
    Trial = Value.define(:calls, :ending, :canary, state: {}.freeze, counters: {}.freeze, octets: [].freeze, bounds: {}.freeze) do
      #: () -> Call?
      def subject = calls.find(&:subject?)

      #: () -> Array[Call]
      def probes = calls.select(&:probe?)
    end
  end
end
