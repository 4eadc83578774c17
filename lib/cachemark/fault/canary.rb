# frozen_string_literal: true

require "zlib"

module Cachemark
  module Fault
    # The keys and values of one trial. Each value contains its key, the nonce of the trial and a checksum. A wrong value is
    # therefore recognized, and so is its owner.
    class Canary
      NAMES = %w[k1 k2 k3 k4 k5 k6 k7].freeze
      SUBJECT = "k1"
      OTHERS = NAMES.drop(1).freeze
      COUNTER = "c1"
      # A key that is not written before the fault.
      ABSENT = "absent"
      # Every value ends with this digit. A careless reader takes the end of a late reply for the length of the next value.
      LAST_DIGIT = 7
      # A counter starts with one digit, so that a late reply to incr also looks like the length of a value.
      START = 4
      DECOY_COUNT = 1_000
      # Dots in a value. A truncated reply must have something to lose. But faults that cut at every byte need a trial for
      # each.
      PADDING = 16
      MARK = /cm-\h+-/n
      private_constant :DECOY_COUNT, :PADDING, :MARK

      # `nonce`: differs between trials.
      #: (String) -> void
      def initialize(nonce)
        @nonce = nonce
      end

      # {name => key as sent}
      #: () -> Hash[String, String]
      def keys = @keys ||= [*NAMES, COUNTER, ABSENT].to_h { |name| [name, mark + name] }.freeze

      # The text that is in every key.
      #: () -> String
      def mark = "cm-#{@nonce}-"

      # Whether a key on a server is of another trial: memcached may process what a client wrote after the next trial began.
      #: (String) -> bool
      def another?(key) = key.b.scan(MARK).then { |marks| marks.any? && !marks.include?(mark.b) }

      # The first value of a name, or the one that overwrites it (`again`).
      #: (String, ?again: bool) -> String
      def value(name, again: false)
        (@values ||= {})[[name, again]] ||= begin
          body = "#{keys.fetch(name)}|#{again ? "new" : "old"}#{"." * PADDING}"
          "#{body}|#{format("%08x", Zlib.crc32(body))}|#{LAST_DIGIT}".freeze
        end
      end

      # The first value of each name.
      #: () -> Array[String]
      def values = NAMES.map { |name| value(name) }

      # The bytes that a name holds before the fault.
      #: (String) -> String
      def start(name) = name == COUNTER ? START.to_s : value(name)

      # A value for another key that looks like that of a name. It says which key that is, except at a counter.
      #: (String, String) -> String
      def decoy(name, key)
        name == COUNTER ? (DECOY_COUNT * key.size).to_s : "decoy: #{key.gsub(keys.fetch(name), name)}"
      end

      # Classifies a text that was returned for `name`: "own", "other" (another key's), "foreign" (no value of this trial) or
      # "broken".
      #: (String, String) -> String
      def kind(name, text)
        text = text.b
        return "own" if [false, true].any? { |again| text == value(name, again: again).b }

        owner = owner(text) or return "foreign"
        owner == name ? "broken" : "other"
      end

      # The name of the key that a text contains, nil if it contains none.
      #: (String) -> String?
      def owner(text) = keys.find { |_, key| text.b.include?(key) }&.first
    end
  end
end
