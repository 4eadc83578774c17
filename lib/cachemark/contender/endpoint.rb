# frozen_string_literal: true

module Cachemark
  class Contender
    # The servers that a contender names for its processes, each of which gets fresh ones, and the way to them. A contender
    # without an endpoint uses the servers of the run.
    #
    # - `memcached` is the exact release, or the absolute path, of the program; nil for that of the run.
    # - `transport` is how clients reach it: "ipv6" or "unix"; nil for TCP over IPv4.
    # - `tls` is "on" if they speak TLS.
    # - `auth` is how clients log in: "sasl" (in the binary protocol) or "text" (in the text protocol); nil if they need not.
    # - `rtt` is the round-trip time of a network in front of them, "0.2ms"; `bandwidth` is what it carries in each direction,
    #   "10mbit".
    class Endpoint < Value.define(memcached: nil, transport: nil, tls: nil, auth: nil, rtt: nil, bandwidth: nil)
      # The words of an option, the default first.
      WORDS = { "transport" => %w[tcp ipv6 unix], "tls" => %w[off on], "auth" => %w[off sasl text] }.freeze
      UNIX_WITHOUT_NETWORK = "a unix socket crosses no network"
      # The options of a contender that are about its endpoint, in the order of a notation.
      OPTIONS = members.map(&:to_s).freeze

      # A quantity: the size of its units, its bounds in the smallest unit, and words for a message. `unit` is that in which
      # endpoints have it, nil for the largest unit that is whole.
      Quantity = Value.define(:units, :bounds, :unit, :words, :example) do
        # The amount in the smallest unit; nil if the text is none.
        #: (String) -> Integer?
        def amount(text)
          number, unit = text.match(/\A(\d{1,12}(?:\.\d{1,9})?)([a-z]+)\z/)&.captures
          amount = units[unit] && (number.to_r * units[unit]).round
          amount if amount && bounds.cover?(amount)
        end

        # The same amount, always in the same unit for equal amounts.
        #: (Integer) -> String
        def word(amount)
          own = unit || units.keys.reverse.find { |name| (amount % units[name]).zero? } || units.keys.first
          "#{amount.fdiv(units.fetch(own)).to_s.delete_suffix(".0")}#{own}"
        end
      end
      QUANTITIES = {
        "rtt" => Quantity.new(units: { "us" => 1_000, "ms" => 1_000_000, "s" => 1_000_000_000 }, bounds: 10_000..1_000_000_000,
                              unit: "ms", words: "a time from 10us to 1s", example: "0.2ms or 1ms"),
        "bandwidth" => Quantity.new(units: { "kbit" => 1_000, "mbit" => 1_000_000, "gbit" => 1_000_000_000 },
                                    bounds: 100_000..100_000_000_000, unit: nil, words: "a rate from 100kbit to 100gbit",
                                    example: "10mbit or 1gbit")
      }.freeze
      private_constant :Quantity, :QUANTITIES

      class << self
        # The endpoint that these options of a contender name; nil without any, and for the defaults. Raises Usage for an
        # impossible word; `text` is the notation, for the message.
        #: (Hash[String, String], ?text: String?) -> Endpoint?
        def of(options, text: nil)
          named = options.slice(*OPTIONS).reject { |name, word| default?(name, word, text) }
          refuse_on_unix(named, text) if named["transport"] == "unix"
          endpoint(named, text) if named.any?
        end

        # The value of an option as endpoints have it: equal quantities are equal words. Raises Usage, which calls the option
        # `as`.
        #: (String, String, ?as: String) -> String
        def word(name, text, as: name)
          quantity = QUANTITIES[name] or return text
          amount = quantity.amount(text) and return quantity.word(amount)

          raise Usage.new("#{as} must be #{quantity.words} (got #{text.inspect})", try: "name #{quantity.example}")
        end

        private

        def endpoint(named, text)
          new(**named.to_h { |name, word| [name.to_sym, word(name, word, as: "#{"#{text}: " if text}#{name}")] })
        end

        # On a unix socket, memcached has no second place to listen, which our own requests need next to SASL.
        def refuse_on_unix(named, text)
          lack = if named["tls"] then "memcached speaks no TLS on a unix socket"
                 elsif named["auth"] == "sasl" then "Cachemark cannot read memcached's counters next to SASL on a unix socket"
                 elsif named["rtt"] || named["bandwidth"] then UNIX_WITHOUT_NETWORK
                 end
          raise Usage.new("#{"#{text}: " if text}#{lack}", try: "remove transport=unix") if lack
        end

        def default?(name, word, text)
          words = WORDS[name] or return false
          return word == words.first if words.include?(word)

          raise Usage.new("#{"#{text}: " if text}#{name}=#{word} is not possible; #{name} is #{Vocabulary.list(words, "or")}",
                          try: Suggest.near(word, words) || "#{name}=#{words[1]}, or remove #{name}=")
        end
      end

      # The options that name it: {"memcached" => "1.6.45"}.
      #: () -> Hash[String, String]
      def options = to_h.compact.transform_keys(&:to_s)

      # The ways to connect that a client must offer, with the option that asks for each: {"unix" => "transport=unix"}.
      #: () -> Hash[String, String]
      def needs = { transport => "transport=#{transport}", ("tls" if tls) => "tls=on", auth => "auth=#{auth}" }.except(nil)

      # That of the reference for its rows. The reference speaks no binary protocol, and a login is a cost of connections, not
      # of calls.
      #: () -> Endpoint?
      def for_reference = auth == "sasl" ? Endpoint.of(options.except("auth")) : self

      # Whether only servers that are started for it can be like that.
      def started? = [memcached, transport, tls, auth].any?

      # Whether a network is in front of the servers.
      def network? = !(rtt || bandwidth).nil?

      # Integer: 0 without a network.
      def rtt_ns = amount("rtt", rtt)

      # Integer: 0 without a limit.
      def bits_per_s = amount("bandwidth", bandwidth)

      private

      def amount(name, word) = word ? QUANTITIES.fetch(name).amount(word) : 0
    end
  end
end
