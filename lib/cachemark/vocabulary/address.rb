# frozen_string_literal: true

module Cachemark
  module Vocabulary
    # Where a server listens. `host` is without brackets.
    Address = Value.define(:host, :port)

    # "127.0.0.1:11211", "[::1]:11211"
    class Address
      LOOPBACK = "127.0.0.1"
      FORM = /\A(?:\[(?<v6>[\h:]+)\]|(?<name>[\w.-]+)):(?<port>\d{1,5})\z/
      private_constant :FORM

      # From text; nil for what is no address.
      #
      #: (String) -> Address?
      def self.parse(text)
        parts = FORM.match(text) or return
        port = parts[:port].to_i
        new(host: parts[:v6] || parts[:name], port: port) if port.between?(1, 65_535)
      end

      # As clients and drivers take it.
      #
      #: () -> String
      def to_s = "#{host.include?(":") ? "[#{host}]" : host}:#{port}"
    end
  end
end
