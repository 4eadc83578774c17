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
        ask(keys.map { |key| "get #{key}\r\n" }.join) { |socket| keys.to_h { |key| [key, value(socket)] } }
      end

      # Every key that is there.
      #: () -> Array[String]
      def keys
        ask("lru_crawler metadump all\r\n") do |socket|
          lines = []
          lines << line(socket)[/\Akey=(\S+)/, 1] until lines.include?(nil)
          lines.compact.map { |key| key.gsub(/%(\h\h)/) { [Regexp.last_match(1)].pack("H2") } }
        end
      end

      private

      def ask(words)
        Socket.tcp(*@address, connect_timeout: DEADLINE_S) do |socket|
          socket.write(words)
          yield socket
        end
      rescue SystemCallError, EOFError => error
        raise Silent.new("memcached at #{@address.join(":")} cannot be read: #{error.message}", try: "run the command again")
      end

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
