# frozen_string_literal: true

module Cachemark
  module Fault
    # One try of a case, over: the calls in their order; `ending` "done", "hung", or how the process ended;
    # `canary` to know values by; `state` {name => bytes, nil where absent} of every key, read from the server by
    # a connection that can be trusted, and `counters` of the server that moved while the case was tried;
    # `keys` {name => key} of all that calls named, where there are more than the canary's; `placed` where keys were each
    # time that it was looked; `left` {peer's id => {name => bytes}} as another client had left them on the servers; `octets`
    # what went over the wire, [[ns, connection, side, bytes], ...]; `bounds` what the client documents of its timeouts
    # (Catalog::Client::Examination); `bytes` how long the reply was that the fault struck, nil where none was.
    Trial = Value.define(:calls, :ending, :canary, state: {}.freeze, counters: {}.freeze, keys: nil, placed: [].freeze,
                                                   left: {}.freeze, octets: [].freeze, bounds: nil, bytes: nil) do
      #: () -> Call?
      def subject = calls.find(&:subject?)

      # {name => key as it is sent}
      #: () -> Hash[String, String]
      def names = keys || canary.keys

      #: () -> Array[Call]
      def probes = calls.select(&:probe?)
    end

    # What the `ending` begins with of a trial in which no client came of the constructor.
    Trial::UNMADE = "unmade: "
  end
end
