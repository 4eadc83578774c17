# frozen_string_literal: true

require "socket"

module Cachemark
  # How a server is reached: its address, and how its certificate is verified if it speaks TLS.
  #
  # - `trust` is the absolute path of the authorities that may vouch for the server; SYSTEM for those of this machine; nil
  #   without TLS.
  class Access < Value.define(:address, trust: nil)
    SYSTEM = "system"

    # Raised if a server was reached, and a connection is impossible all the same. The message is the end of a sentence.
    class Refused < StandardError; end

    # Of a port.
    #: (String, Integer) -> Access
    def self.tcp(host, port) = new(address: Address.new(host: host, port: port))

    # Of a unix socket.
    #: (String) -> Access
    def self.unix(path) = new(address: Address.new(path: path))

    # A new connection. Raises Refused, SystemCallError and SocketError, also if it cannot be opened within this time.
    #: (timeout_s: Numeric) -> (BasicSocket | TlsStream)
    def open(timeout_s:)
      return UNIXSocket.new(address.path) if address.unix?

      socket = Socket.tcp(address.host, address.port, connect_timeout: timeout_s)
      trust ? TlsStream.connect(socket, trust, address.host, timeout_s: timeout_s) : socket
    rescue Refused
      socket.close
      raise
    end

    # The part for drivers, without the address; nil if there is none.
    #: () -> Hash[String, Object]?
    def to_wire = trust && { "tls" => { "ca" => (trust unless trust == SYSTEM) } }

    # "127.0.0.1:11211"
    def to_s = address.to_s
  end
end
