# frozen_string_literal: true

module Cachemark
  class Contender
    # The servers that a contender names for its processes, each of which gets fresh ones. A contender without an endpoint uses
    # the servers of the run.
    #
    # - `memcached` is the exact release, or the absolute path, of the program; nil for that of the run.
    # - `transport` is how clients reach it: "ipv6" or "unix"; nil for TCP over IPv4.
    # - `tls` is "on" if they speak TLS.
    class Endpoint < Value.define(memcached: nil, transport: nil, tls: nil)
      # The words of an option, the default first. An option without words takes any.
      WORDS = { "transport" => %w[tcp ipv6 unix], "tls" => %w[off on] }.freeze
      # The options of a contender that are about its endpoint, in the order of a notation.
      OPTIONS = members.map(&:to_s).freeze

      class << self
        # The endpoint that these options of a contender name; nil without any, and for the defaults. Raises Usage for an
        # impossible word; `text` is the notation, for the message.
        #: (Hash[String, String], ?text: String?) -> Endpoint?
        def of(options, text: nil)
          named = options.slice(*OPTIONS).reject { |name, word| default?(name, word, text) }
          refuse_both(text) if named["tls"] && named["transport"] == "unix"
          new(**named.transform_keys(&:to_sym)) if named.any?
        end

        private

        def refuse_both(text)
          raise Usage.new("#{"#{text}: " if text}memcached speaks no TLS on a unix socket", try: "remove one of the two")
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
      def needs = { transport => "transport=#{transport}", ("tls" if tls) => "tls=on" }.except(nil)
    end
  end
end
