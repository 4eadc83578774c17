# frozen_string_literal: true

require "io/wait"

module Cachemark
  module Host
    # Reads the real content of a memcached, and adds to it, over a private connection that no client uses.
    class ServerReader
      # Raised if the server does not reply like a memcached.
      class Silent < Trouble; end

      DEADLINE_S = 2
      # A server lists its keys for one connection at a time. This is how many seconds another connection may be served
      # first.
      BUSY_S = 1
      WAIT_S = 0.02
      # Raised if the server lists its keys for another connection.
      class Busy < StandardError; end
      private_constant :DEADLINE_S, :BUSY_S, :WAIT_S, :Busy

      #: (Access, ?deadline_s: Numeric) -> void
      def initialize(access, deadline_s: DEADLINE_S)
        @access = access
        @deadline_s = deadline_s
      end

      # {key => bytes, nil if it is absent}. The protocol must allow the keys.
      #: (Array[String]) -> Hash[String, String?]
      def values(keys)
        ask(keys.map { |key| "get #{key}\r\n" }.join) { |answer| keys.to_h { |key| [key, item(answer)&.last] } }
      end

      # Yields the bytes of an item, and stores those that the block returns in their place, with the same flags. Returns
      # whether they were stored.
      #: (String) { (String) -> String? } -> bool
      def replace(key)
        flags, held = ask("get #{key}\r\n") { |answer| item(answer) }
        bytes = held && yield(held) or return false

        ask("set #{key} #{flags} 0 #{bytes.bytesize}\r\n#{bytes}\r\n") { |answer| answer.line == "STORED\r\n" }
      end

      # Stores these values.
      #: (Hash[String, String]) -> void
      def write(values)
        words = values.map { |key, bytes| "set #{key} 0 0 #{bytes.bytesize}\r\n#{bytes}\r\n" }
        ask(words.join) do |answer|
          values.each_key { answer.line.then { |line| line == "STORED\r\n" or raise EOFError, line.inspect } }
        end
      end

      # Every key on the server, once. A dump names an item twice if the server moves it to another list meanwhile.
      #: () -> Array[String]
      def keys
        patience = (BUSY_S / WAIT_S).to_i
        begin
          ask("lru_crawler metadump all\r\n") { |answer| listed(answer) }
        rescue Busy
          raise silent("it lists its keys for somebody else") if (patience -= 1).negative?

          sleep(WAIT_S)
          retry
        end
      end

      private

      def ask(words)
        socket = @access.enter(timeout_s: @deadline_s)
        socket.write(words)
        yield Answer.new(socket, @deadline_s, "".b)
      rescue SystemCallError, EOFError, Access::Refused => error
        raise silent(error.message)
      ensure
        socket&.close
      end

      def silent(why)
        Silent.new("memcached at #{@access} cannot be read: #{why}", try: "run the command again")
      end

      # memcached 1.6.43 and newer write OK before the list. An error in place of the list, or inside it, must not look like
      # a list.
      def listed(answer)
        line = answer.line
        line = answer.line if line == "OK\r\n"
        raise Busy if line.start_with?("BUSY")

        keys = []
        until line == "END\r\n"
          keys << (line[/\Akey=(\S+)/, 1] or raise EOFError, line.inspect)
          line = answer.line
        end
        keys.uniq.map { |key| key.gsub(/%(\h\h)/) { [Regexp.last_match(1)].pack("H2") } }
      end

      # [flags, bytes], nil if it is absent.
      def item(answer)
        head = answer.line
        return if head == "END\r\n"

        flags, bytes = head.match(/\AVALUE \S+ (\d+) (\d+)/)&.captures
        raise EOFError, head.inspect unless bytes

        [flags, answer.read(bytes.to_i)].tap { 2.times { answer.line } }
      end

      # The bytes of a server; each part must arrive before a deadline.
      Answer = Struct.new(:socket, :deadline_s, :buffer) do
        def line
          more until (stop = buffer.index("\n"))
          buffer.slice!(0..stop)
        end

        def read(bytes)
          more until buffer.bytesize >= bytes
          buffer.slice!(0, bytes)
        end

        def more
          raise EOFError, "no answer within #{deadline_s} s" unless socket.wait_readable(deadline_s)

          buffer << socket.readpartial(65_536)
        end
      end
      private_constant :Answer
    end
  end
end
