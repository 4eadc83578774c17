# frozen_string_literal: true

require "zlib"

module Cachemark
  module Fault
    # Values that prove whose they are: each carries its key, a nonce and a checksum, so that a wrong one is
    # seen, and seen to be another key's.
    class Canary
      NAMES = %w[k1 k2 k3 k4 k5 k6 k7].freeze
      SUBJECT = "k1"
      OTHERS = NAMES.drop(1).freeze
      COUNTER = "c1"
      # A key that is not there.
      ABSENT = "absent"
      # What a value ends with: a careless reader takes the end of a late reply for the length of the next value.
      END_OF_ALL = 7
      # What a counter starts with: one digit, so that a late reply to incr, too, is a length that a careless reader
      # takes for a value's.
      START = 4
      # Dots in a value: a reply that is cut has something to lose, and every byte of it costs a trial where each is cut in turn.
      PADDING = 16
      private_constant :PADDING

      # `nonce`: String, other in each trial.
      #: (String) -> void
      def initialize(nonce)
        @nonce = nonce
      end

      # {name => key as it is sent}
      #: () -> Hash[String, String]
      def keys = @keys ||= [*NAMES, COUNTER, ABSENT].to_h { |name| [name, "cm-#{@nonce}-#{name}"] }.freeze

      # The value of a name; `again`: the one that overwrites it.
      #: (String, ?again: bool) -> String
      def value(name, again: false)
        (@values ||= {})[[name, again]] ||= begin
          body = "#{keys.fetch(name)}|#{again ? "new" : "old"}#{"." * PADDING}"
          "#{body}|#{format("%08x", Zlib.crc32(body))}|#{END_OF_ALL}".freeze
        end
      end

      # What a name holds before anything goes wrong, as bytes.
      #: (String) -> String
      def start(name) = name == COUNTER ? START.to_s : value(name)

      # What a text that came for `name` is: "own", "other" key's, "foreign" (no canary of this trial), "broken".
      #: (String, String) -> String
      def kind(name, text)
        text = text.b
        return "own" if [false, true].any? { |again| text == value(name, again: again).b }

        owner = owner(text) or return "foreign"
        owner == name ? "broken" : "other"
      end

      # The name of the key that a text names; nil where it names none.
      #: (String) -> String?
      def owner(text) = keys.find { |_, key| text.b.include?(key) }&.first
    end
  end
end
