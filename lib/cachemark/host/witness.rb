# frozen_string_literal: true

require "socket"

module Cachemark
  module Host
    # Reads what a memcached really holds, over a connection of its own that no client touches.
    class Witness
      # Raised when the server does not answer as a memcached does.
      class Silent < Trouble; end

      DEADLINE_S = 2
      private_constant :DEADLINE_S

      #: (String, Integer) -> void
      def initialize(host, port)
        @address = [host, port]
      end

      # {key => bytes, nil where it is absent}. Keys must be ones that the protocol allows.
      #: (Array[String]) -> Hash[String, String?]
      def values(keys)
        Socket.tcp(*@address, connect_timeout: DEADLINE_S) do |socket|
          socket.write(keys.map { |key| "get #{key}\r\n" }.join)
          keys.to_h { |key| [key, value(socket)] }
        end
      rescue SystemCallError, EOFError => error
        raise Silent.new("memcached at #{@address.join(":")} cannot be read: #{error.message}", try: "run the command again")
      end

      private

      def value(socket)
        head = line(socket)
        return if head == "END\r\n"

        bytes = head[/\AVALUE \S+ \d+ (\d+)/, 1] or raise EOFError, head.inspect
        read(socket, bytes.to_i).tap { 2.times { line(socket) } }
      end

      def line(socket) = socket.gets || raise(EOFError, "hung up")

      def read(socket, bytes) = socket.read(bytes) || raise(EOFError, "hung up")
    end
  end
end
