# frozen_string_literal: true

module Cachemark
  class Access
    # The address of a server: `host` (without brackets) and `port`, or the `path` of a unix socket.
    #
    #   "127.0.0.1:11211", "[::1]:11211", "/run/memcached.sock"
    class Address < Value.define(host: nil, port: nil, path: nil)
      LOOPBACK = "127.0.0.1"
      LOOPBACK6 = "::1"
      FORM = /\A(?:\[(?<v6>[\h:]+)\]|(?<name>[\w.-]+)):(?<port>\d{1,5})\z/
      private_constant :FORM

      # From text; nil if the text is not the address of a port.
      #: (String) -> Address?
      def self.parse(text)
        parts = FORM.match(text) or return
        port = parts[:port].to_i
        new(host: parts[:v6] || parts[:name], port: port) if port.between?(1, 65_535)
      end

      # Whether it is a unix socket.
      def unix? = !path.nil?

      # The form that drivers accept.
      def to_s = path || "#{host.include?(":") ? "[#{host}]" : host}:#{port}"
    end
  end
end
