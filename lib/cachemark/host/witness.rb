# frozen_string_literal: true

require "io/wait"
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
        ask(keys.map { |key| "get #{key}\r\n" }.join) { |answer| keys.to_h { |key| [key, value(answer)] } }
      end

      # Every key that is there.
      #: () -> Array[String]
      def keys
        ask("lru_crawler metadump all\r\n") do |answer|
          lines = []
          lines << answer.line[/\Akey=(\S+)/, 1] until lines.include?(nil)
          lines.compact.map { |key| key.gsub(/%(\h\h)/) { [Regexp.last_match(1)].pack("H2") } }
        end
      end

      private

      def ask(words)
        Socket.tcp(*@address, connect_timeout: DEADLINE_S) do |socket|
          socket.write(words)
          yield Answer.new(socket, "".b)
        end
      rescue SystemCallError, EOFError => error
        raise Silent.new("memcached at #{@address.join(":")} cannot be read: #{error.message}", try: "run the command again")
      end

      def value(answer)
        head = answer.line
        return if head == "END\r\n"

        bytes = head[/\AVALUE \S+ \d+ (\d+)/, 1] or raise EOFError, head.inspect
        answer.read(bytes.to_i).tap { 2.times { answer.line } }
      end

      # What a server says, no part of which is waited for without end.
      Answer = Struct.new(:socket, :said) do
        def line
          more until (stop = said.index("\n"))
          said.slice!(0..stop)
        end

        def read(bytes)
          more until said.bytesize >= bytes
          said.slice!(0, bytes)
        end

        def more
          raise EOFError, "no answer within #{DEADLINE_S} s" unless socket.wait_readable(DEADLINE_S)

          said << socket.readpartial(65_536)
        end
      end
      private_constant :Answer
    end
  end
end
