# frozen_string_literal: true

module Cachemark
  module Fault
    # One call of a history: the step that it was, as the protocol has it; `type` "ok", "raised", or nil where
    # it never came back; `lane` of those that run at once, nil elsewhere; `value` and `error` as the driver
    # told them, `wrote` what a writing call was given; `struck` the line at which an interrupt of a sweep came,
    # nil where none came; `swallowed`: it returned though an interrupt was raised in it; ns of the machine's
    # monotonic clock.
    Call = Value.define(:step, :type, lane: nil, value: nil, error: nil, struck: nil, swallowed: false,
                                         wrote: nil, began_ns: nil, ended_ns: nil) do
      # The calls of these steps from the events that a driver told of them, in the order in which they began.
      # What was not begun is left out.
      #
      #: (Array[Hash], Array[Hash]) -> Array[Call]
      def self.all(steps, events)
        events.group_by { |event| event.values_at("step", "lane", "sub") }.map do |(at, lane, sub), own|
          step = lane ? steps.fetch(at)["together"]["lanes"][lane][sub] : steps.fetch(at)
          of(step, lane, own)
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

      def role = step["role"]
      def subject? = role == "subject"
      def probe? = role == "probe"
      def ok? = type == "ok"
      def raised? = type == "raised"
      def looked? = step.key?("look")
      def counts? = %w[incr decr].include?(step["op"])

      # Seconds, nil for one that never came back.
      #
      #: () -> Float?
      def seconds = ended_ns && ((ended_ns - began_ns) / 1e9)

      # Whether it told a change as not made, for want of the key.
      #
      #: () -> bool
      def denied? = ok? && [nil, false].include?(value)

      # What it told as a counter's value, which some clients tell as text; nil where it told no number.
      #
      #: () -> Integer?
      def number = value.is_a?(Integer) ? value : Call.bytes(value)&.[](/\A\d+\s*\z/)&.to_i

      # Whether a server that holds these bytes may have them from this call, which wrote. What is too large to be told a client
      # may have compressed.
      #
      #: (String?) -> bool
      def left?(held)
        text = Call.bytes(wrote)
        text ? text.b == held&.b : !held.nil?
      end

      # {name => what was told of its value}, for a call that reads. What came under the one key that is none of
      # the canary's is taken for that key's: a client may tell it in another form.
      #
      #: (Hash[String, String]) -> Hash[String, Object]
      def read(keys)
        return {} unless ok?
        return { step["key"] => value } if step["op"] == "get"
        return {} unless step["op"] == "get_multi" && value.is_a?(Hash)

        named = value.fetch("pairs", []).to_h { |key, one| [keys.key(Call.bytes(key)) || Call.bytes(key) || key.to_s, one] }
        strange, own = step["keys"] - keys.keys, named.keys - keys.keys
        strange.one? && own.one? ? named.transform_keys { |name| name == own.first ? strange.first : name } : named
      end

      # The bytes of a String that was told, else nil.
      #
      #: (Object) -> String?
      def self.bytes(told) = told.is_a?(Hash) && told["bytes"] ? told["bytes"].unpack1("m") : nil
    end
  end
end
