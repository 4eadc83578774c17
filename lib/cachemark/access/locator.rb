# frozen_string_literal: true

require "uri"

module Cachemark
  class Access
    # The words by which a user names a server: HOST:PORT, or a URL. It has no password; `password_file` names the file that
    # has. Only `parse` makes them.
    #
    #   tls://user@cache.example:11207?ca=FILE&auth=sasl&password_file=FILE
    class Locator < Value.define(:address, tls: false, ca: nil, user: nil, auth: nil, password_file: nil)
      FORMS = "HOST:PORT, tcp://[USER@]HOST:PORT, tls://[USER@]HOST:PORT or unix:///PATH"
      FORM = %r{\A(?<scheme>[a-z]+)://(?:(?<user>[^@?]*)@)?(?<place>[^?]*)(?:\?(?<query>.*))?\z}
      # The parameters after the question mark, by scheme.
      PARAMETERS = { "tcp" => %w[auth password_file], "tls" => %w[ca auth password_file],
                     "unix" => %w[auth password_file] }.freeze
      AUTH = %w[sasl text].freeze
      private_constant :FORM, :PARAMETERS, :AUTH

      # A word that is none, with the reason. `try` is what to do, or nil.
      class Mistake < ArgumentError
        # String?
        attr_reader :try

        #: (String, String?) -> void
        def initialize(why, try)
          super(why)
          @try = try
        end
      end

      class << self
        # Raises ArgumentError with the reason if the text is no such word.
        #: (String) -> Locator
        def parse(text)
          parts = FORM.match(text) or return new(address: port(text))
          scheme, user, query = parts.values_at(:scheme, :user, :query)
          known = PARAMETERS[scheme] or refuse("the scheme #{scheme}:// is none of #{PARAMETERS.keys.join(", ")}")
          given = parameters(query.to_s, known, scheme)
          refuse_login(user, given)
          new(address: scheme == "unix" ? path(parts[:place]) : port(parts[:place]), tls: scheme == "tls",
              ca: given["ca"], user: user && name(user), auth: user && given.fetch("auth", AUTH.first),
              password_file: given["password_file"])
        end

        private

        def port(text) = Address.parse(text) || refuse("the address is not HOST:PORT")

        def path(text)
          decoded = decoded(text)
          decoded.start_with?("/") ? Address.new(path: decoded) : refuse("a unix socket is unix:// and an absolute path")
        end

        def parameters(query, known, scheme)
          pairs = URI.decode_www_form(query)
          name, = pairs.find { |key, _| !known.include?(key) }
          refuse("#{scheme}:// has no parameter #{name}, only #{known.join(", ")}", Suggest.near(name, known)) if name
          empty, = pairs.find { |_, value| value.empty? }
          refuse("#{empty}= is empty") if empty
          twice = pairs.map(&:first).tally.key(2)
          refuse("#{twice}= is given twice") if twice
          pairs.to_h.tap { |given| refuse_auth(given["auth"]) }
        end

        def refuse_auth(word)
          refuse("auth=#{word} is not possible; auth is #{AUTH.join(" or ")}") unless word.nil? || AUTH.include?(word)
        end

        def refuse_login(user, given)
          refuse("a password in a command is visible to others") if user&.include?(":")
          refuse("the user is missing in front of @") if user && user.empty?
          lonely = (given.keys & %w[auth password_file]).first
          refuse("#{lonely}= needs a user, as in tls://USER@HOST:PORT") if lonely && user.nil?
        end

        def name(text)
          decoded(text).tap { |user| refuse("the user has a blank or a control character") if user.match?(/\s|[[:cntrl:]]/) }
        end

        def decoded(text) = URI::DEFAULT_PARSER.unescape(text).force_encoding(Encoding::UTF_8)

        def refuse(why, try = nil) = raise(Mistake.new(why, try))
      end

      # The access, with the password of its user.
      #: (?password: String?) -> Access
      def access(password: nil)
        login = user && Login.new(by: auth, user: user, password: password)
        Access.new(address: address, trust: (ca || SYSTEM if tls), login: login)
      end
    end
  end
end
