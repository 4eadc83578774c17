# frozen_string_literal: true

require "socket"

module Cachemark
  # How a server is reached: its address, how its certificate is verified if it speaks TLS, and how clients log in.
  #
  # - `trust` is the absolute path of the authorities that may vouch for the server; SYSTEM for those of this machine; nil
  #   without TLS.
  # - `login` is nil if everybody may use the server.
  class Access < Value.define(:address, trust: nil, login: nil)
    SYSTEM = "system"
    # The variable of the environment with the password for servers of the user. No process that measures or is measured gets it.
    PASSWORD_VARIABLE = "CACHEMARK_PASSWORD"

    # Raised if a server was reached, and a connection is impossible all the same. The message is the end of a sentence.
    class Refused < StandardError; end

    # Of a port.
    #: (String, Integer) -> Access
    def self.tcp(host, port) = new(address: Address.new(host: host, port: port))

    # Of a unix socket.
    #: (String) -> Access
    def self.unix(path) = new(address: Address.new(path: path))

    # A new connection, without a login. Raises Refused, SystemCallError and SocketError, also if it cannot be opened within
    # this time.
    #: (timeout_s: Numeric) -> (BasicSocket | TlsStream)
    def open(timeout_s:)
      return UNIXSocket.new(address.path) if address.unix?

      socket = TCPSocket.new(address.host, address.port, connect_timeout: timeout_s)
      trust ? TlsStream.connect(socket, trust, address.host, timeout_s: timeout_s) : socket
    rescue Refused
      socket.close
      raise
    end

    # A new connection on which commands are accepted. Raises as `open` does.
    #: (timeout_s: Numeric) -> (BasicSocket | TlsStream)
    def enter(timeout_s:)
      stream = open(timeout_s: timeout_s)
      login&.call(stream, timeout_s: timeout_s)
      stream
    rescue Refused
      stream&.close
      raise
    end

    # The part for drivers, without the address; nil if there is none.
    #: () -> Hash[String, Object]?
    def to_wire
      tls = { "ca" => (trust unless trust == SYSTEM) } if trust
      { "tls" => tls, "login" => login&.to_wire }.compact.then { |parts| parts if parts.any? }
    end

    # The ways to connect that a client must offer, with their words for people: {"tls" => "TLS"}.
    #: () -> Hash[String, String]
    def needs
      { ("unix" if address.unix?) => "a unix socket", ("ipv6" if address.host&.include?(":")) => "IPv6",
        ("tls" if trust) => "TLS",
        login&.by => "logins by #{login&.by == "sasl" ? "SASL" : "the text protocol"}" }.except(nil)
    end

    # The likely causes if a server refuses a connection.
    #: () -> Array[String]
    def doubts
      [("the server's certificate, or name the authorities that vouch for it (?ca=FILE)" if trust),
       ("the user, the password and the kind of login (?auth=sasl or ?auth=text)" if login)].compact
    end

    # "127.0.0.1:11211"
    def to_s = address.to_s
  end
end
