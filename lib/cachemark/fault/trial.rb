# frozen_string_literal: true

module Cachemark
  module Fault
    # A finished trial of a case, which the invariants judge.
    #
    # - `calls` in their order. `ending`: "done", "hung", or how the process ended. A client that is silent for `silence_s` hangs.
    # - `canary` recognizes values. `keys` {name => key}: all keys that calls named, if there are more than the canary's.
    # - `state` {name => bytes, nil if absent}: every key, read from the server by a connection that no client uses.
    #   `counters`: of the server, counted during the trial.
    # - `placed`: where keys were, each time that the fault asked. `homes` {name => number of the server that has its key},
    #   if there are several. `left` {peer's id => {name => bytes}}: the content as another client left it on the servers.
    # - `strays` {key on a server => bytes, nil if it is gone}: what changed there although no key of the client is there.
    # - `octets`: as recorded by Injector. `bytes`: the reply that the fault struck, nil if it struck none.
    # - `bounds`: the documented timeouts of the client (Catalog::Client::CheckSettings). `harmed`: whether a correct client's
    #   call may fail in it (Case#harms?). `memory_mb`: how much more memory its process could take, nil for no limit.
    # - `unanswered_per_s`: how many requests a second a step of the proxy left unanswered, nil for fewer than two.
    Trial = Value.define(:calls, :ending, :canary, silence_s: nil, state: {}.freeze, strays: {}.freeze, counters: {}.freeze,
                                                   keys: nil, placed: [].freeze, left: {}.freeze, octets: [].freeze, bounds: nil,
                                                   bytes: nil, harmed: true, unanswered_per_s: nil, homes: {}.freeze,
                                                   memory_mb: nil)

    # See above.
    class Trial
      # The beginning of `ending` for a trial in which the constructor returned no client.
      NO_CLIENT = "no client: "

      #: () -> Call?
      def subject = calls.find(&:subject?)

      # {name => key as sent}
      #: () -> Hash[String, String]
      def names = keys || canary.keys

      #: () -> Array[Call]
      def probes = calls.select(&:probe?)

      # Whether a call reports a miss of a key that exists.
      #: (Call) -> bool
      def missed?(call) = call.ok? && call.reads? && call.value.nil? && !state[call.step["key"]].nil?

      # The client's documentation of misses that it reports instead of failures. nil if no call had a reason to fail,
      # because the documentation is not an excuse then.
      #: () -> String?
      def misses = (bounds&.misses if harmed)

      # The client's documentation of the time for which it ignores a failed server; nil as above.
      #: () -> String?
      def down = (bounds&.down if harmed)
    end

    # A call of a trial.
    #
    # - `step`: in the words of the protocol. `type`: "ok", "raised", or nil if it never returned.
    # - `lane`: of simultaneous calls, else nil.
    # - `value` and `error`: as the driver reported them. `wrote`: the argument of a writing call.
    # - `struck`: the line at which the interrupt of a sweep came, nil if none came.
    # - `swallowed`: the call returned although an interrupt was raised in it.
    #
    # Times are ns of the machine's monotonic clock.
    Trial::Call = Value.define(:step, :type, lane: nil, value: nil, error: nil, struck: nil, swallowed: false,
                                             wrote: nil, began_ns: nil, ended_ns: nil) do
      # The calls of these steps, from the driver's events, in the order in which they began. Omits steps that did not begin.
      #
      #: (Array[Hash], Array[Hash]) -> Array[Call]
      def self.all(steps, events)
        events.group_by { |event| event.values_at("step", "inside", "lane", "sub") }.map do |(at, inside, lane, sub), own|
          step = steps.fetch(at)
          step = step["calls"][inside] if inside
          of(lane ? step["together"]["lanes"][lane][sub] : step, lane, own)
        end
      end

      def self.of(step, lane, events)
        began = events.first
        ended = events.find { |event| %w[ok raised].include?(event["type"]) }
        new(step: step, lane: lane, type: ended&.fetch("type"), value: ended&.dig("value"), error: ended&.dig("error"),
            struck: events.filter_map { |event| event["struck"] }.first, swallowed: ended&.dig("swallowed") || false,
            wrote: began["wrote"], began_ns: began["at_ns"], ended_ns: ended&.dig("at_ns"))
      end
      private_class_method :of

      # The bytes of a String in the protocol's form, else nil.
      #
      #: (Object) -> String?
      def self.bytes(value) = value.is_a?(Hash) && value["bytes"] ? value["bytes"].unpack1("m") : nil

      def op = step["op"]

      # Array[String]: the keys that the call names.
      def names = [*step["key"], *step["keys"]]

      # Whether it deletes a key with this name.
      #: (String) -> bool
      def deletes?(name) = op.to_s.start_with?("delete") && names.include?(name)

      # Whether a call that writes or deletes several keys returned without reporting that it failed for this one. A client
      # reports it for all keys at once, by a list of the failed keys, or by the number of the others. keys: {name => key}.
      #: (String, Hash[String, String]) -> bool
      def done?(name, keys)
        return false unless ok?
        return value == names.size if value.is_a?(Integer)
        return value != false unless value.is_a?(Hash)

        value.fetch("list", []).none? { |key| Trial::Call.bytes(key) == keys[name] }
      end
      def role = step["role"]
      def subject? = role == "subject"
      def probe? = role == "probe"

      # Whether the caller's block ends a call with several keys at the first value, so that it returns none.
      def given_up? = %w[break raise].include?(step["block"])

      # Whether it is a call of a quiet block, so that its reply says nothing.
      def quiet? = role == "quiet"
      def ok? = type == "ok"
      def raised? = type == "raised"
      def looked? = step.key?("look")
      def reads? = operation&.reads? || false
      def multi? = operation&.multi? || false
      def flushes? = op == "flush"
      def counts? = operation&.number || false

      # nil if the call never returned.
      #: () -> Float?
      def seconds = ended_ns && ((ended_ns - began_ns) / 1e9)

      # Whether it reported that it changed nothing, because the key is absent.
      def denied? = ok? && [nil, false].include?(value)

      # The counter value that it reported, which some clients return as text; nil if it reported no number.
      #: () -> Integer?
      def number = value.is_a?(Integer) ? value : Trial::Call.bytes(value)&.[](/\A\d+\s*\z/)&.to_i

      # Whether this writing call can have left these bytes on a server. For a large value the argument is unknown, and the
      # client may have compressed it.
      #: (String?) -> bool
      def left?(held)
        text = Trial::Call.bytes(wrote)
        text ? text.b == held&.b : !held.nil?
      end

      # {name => value}, for a call that reads. A client may return a key in another form. If the call asked for exactly one
      # key that is not the canary's, an unknown key of the reply is assumed to be that key.
      #: (Hash[String, String]) -> Hash[String, Object]
      def read(keys)
        return {} unless ok? && reads?
        return { step["key"] => value } unless multi?
        return {} unless value.is_a?(Hash)

        names = keys.to_h { |name, key| [key.b, name] }
        named = value.fetch("pairs", []).to_h do |key, content|
          bytes = Trial::Call.bytes(key)
          [names[bytes&.b] || text(bytes || key.to_s), content]
        end
        strange, own = step["keys"] - keys.keys, named.keys - keys.keys
        strange.one? && own.one? ? named.transform_keys { |name| name == own.first ? strange.first : name } : named
      end

      private

      # A key as text, for reasons and records: other bytes are escaped.
      def text(key) = key.dup.force_encoding(Encoding::UTF_8).scrub { |bytes| bytes.inspect[1..-2] }

      # nil for a step that is not a call.
      def operation = Vocabulary::Operations::ALL[op]
    end

    # Where keys were at one time. `at` is {name => number of its server from 0, nil for none}. `by` is the id of the peer
    # that wrote them, nil for the contender itself.
    Trial::Placement = Value.define(:at, by: nil) do
      # The share of common keys that are on different servers in the two placements; nil without common keys.
      #: (Placement) -> Float?
      def moved(other)
        both = at.keys.select { |name| at[name] && other.at[name] }
        both.count { |name| at[name] != other.at[name] } / both.size.to_f if both.any?
      end
    end
  end
end
