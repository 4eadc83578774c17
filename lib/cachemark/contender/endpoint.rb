# frozen_string_literal: true

module Cachemark
  class Contender
    # The servers that a contender names for its processes, each of which gets fresh ones. A contender without an endpoint uses
    # the servers of the run.
    #
    # - `memcached` is the exact release, or the absolute path, of the program; nil for that of the run.
    # - `transport` is how clients reach it: "ipv6" or "unix"; nil for TCP over IPv4.
    # - `tls` is "on" if they speak TLS.
    # - `auth` is how clients log in: "sasl" (in the binary protocol) or "text" (in the text protocol); nil if they need not.
    class Endpoint < Value.define(memcached: nil, transport: nil, tls: nil, auth: nil)
      # The words of an option, the default first. An option without words takes any.
      WORDS = { "transport" => %w[tcp ipv6 unix], "tls" => %w[off on], "auth" => %w[off sasl text] }.freeze
      # The options of a contender that are about its endpoint, in the order of a notation.
      OPTIONS = members.map(&:to_s).freeze

      class << self
        # The endpoint that these options of a contender name; nil without any, and for the defaults. Raises Usage for an
        # impossible word; `text` is the notation, for the message.
        #: (Hash[String, String], ?text: String?) -> Endpoint?
        def of(options, text: nil)
          named = options.slice(*OPTIONS).reject { |name, word| default?(name, word, text) }
          refuse_on_unix(named, text) if named["transport"] == "unix"
          new(**named.transform_keys(&:to_sym)) if named.any?
        end

        private

        # On a unix socket, memcached has no second place to listen, which our own requests need next to SASL.
        def refuse_on_unix(named, text)
          lack = named["tls"] ? "memcached speaks no TLS" : "Cachemark cannot read memcached's counters next to SASL"
          return unless named["tls"] || named["auth"] == "sasl"

          raise Usage.new("#{"#{text}: " if text}#{lack} on a unix socket", try: "remove transport=unix")
        end

        def default?(name, word, text)
          words = WORDS[name] or return false
          return word == words.first if words.include?(word)

          raise Usage.new("#{"#{text}: " if text}#{name}=#{word} is not possible; #{name} is #{Vocabulary.list(words, "or")}",
                          try: Suggest.sentence(word, words))
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
    end
  end
end
