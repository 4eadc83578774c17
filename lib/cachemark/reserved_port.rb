# frozen_string_literal: true

require "socket"

module Cachemark
  # A port that stays taken while nobody listens there, so that the kernel gives it to no other socket. In particular, a
  # client that tries the port of a lost server again and again may otherwise be given this port itself, and be connected to
  # itself.
  module ReservedPort
    # The socket that holds a free port, or this one. Others may listen there. Closing it gives the port back.
    #: (String, ?Integer) -> Socket
    def self.hold(host, port = 0)
      socket = Socket.new(host.include?(":") ? :INET6 : :INET, :STREAM)
      socket.setsockopt(:SOCKET, :REUSEADDR, true)
      socket.bind(Addrinfo.tcp(host, port))
      socket
    rescue SystemCallError
      socket.close
      raise
    end
  end
end
