# frozen_string_literal: true

module Cachemark
  module Fault
    # One try of a case, over: the calls in their order; `ending` "done", "hung", or how the process ended;
    # `canary` to know values by; `state` {name => bytes, nil where absent} of every key, read from the server by
    # a connection that can be trusted, and `counters` of the server that moved while the case was tried;
    # `keys` {name => key} of all that calls named, where there are more than the canary's; `placed` where keys were each
    # time that it was looked; `left` {peer's id => {name => bytes}} as another client had left them on the servers; `octets`
    # what went over the wire, as Octets keeps it; `bounds` what the client documents of its timeouts
    # (Catalog::Client::Examination); `bytes` how long the reply was that the fault struck, nil where none was; `harmed`:
    # something was done for which a right client's call may fail (Case#harms?); `homes` {name => the number of the server
    # that has its key}, where there are several.
    Trial = Value.define(:calls, :ending, :canary, state: {}.freeze, counters: {}.freeze, keys: nil, placed: [].freeze,
                                                   left: {}.freeze, octets: [].freeze, bounds: nil, bytes: nil, harmed: true,
                                                   homes: {}.freeze) do
      #: () -> Call?
      def subject = calls.find(&:subject?)

      # {name => key as it is sent}
      #: () -> Hash[String, String]
      def names = keys || canary.keys

      #: () -> Array[Call]
      def probes = calls.select(&:probe?)

      # Whether a call that reads tells of a miss, and the key is there.
      #: (Call) -> bool
      def missed?(call) = call.ok? && call.step["op"] == "get" && call.value.nil? && !state[call.step["key"]].nil?

      # What the client documents of misses in the place of failures, and of how long it leaves a server alone; nil where
      # nothing was done by which a call may fail: that excuses nothing.
      #: () -> String?
      def misses = (bounds&.misses if harmed)

      #: () -> String?
      def down = (bounds&.down if harmed)
    end

    # What the `ending` begins with of a trial in which no client came of the constructor.
    Trial::UNMADE = "unmade: "
  end
end
