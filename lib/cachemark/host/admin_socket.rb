# frozen_string_literal: true

module Cachemark
  module Host
    # A control connection to a memcached, in the text protocol, with a deadline for every request. After a login by SASL, it
    # speaks the binary protocol (BinaryStream). It stays open between
    # requests, so that the server's own connection counters do not change while a cell is measured. If the server closed it,
    # it is opened again once.
    class AdminSocket
      # Raised if a server refuses, hangs up or does not reply in time.
      class Silent < Trouble; end

      # Raised if the other side does not speak memcached's protocol.
      class NotMemcached < Trouble; end

      # Larger than the longest reply of a real server; an endless reply must not fill memory.
      LIMIT_BYTES = 1 << 20

      STATS = /\A(?:STAT [^\r\n]*\r\n)*END\r\n\z/
      STATS_END = /^END\r\n\z/
      RUNS = "check that it runs and may answer"
      private_constant :STATS, :STATS_END, :RUNS

      #: (Access, ?deadline_s: Numeric) -> void
      def initialize(access, deadline_s: 2)
        @access = access
        @deadline_s = deadline_s
        @lock = Mutex.new
        @asked_bytes = @answered_bytes = 0
      end

      # "1.6.18"
      def version = ask("version", /\AVERSION (\S+)\r\n\z/)[1]

      # Every statistic of `stats`, integers as Integer and the rest as String.
      #: () -> Hash[String, Integer | String]
      def stats = table("stats")

      # Every setting of the server, in the same form.
      #: () -> Hash[String, Integer | String]
      def settings = table("stats settings")

      # Only the named counters, in order. This costs a quarter of `stats`, which matters twice in every block. Bytes are
      # those of other connections. Raises KeyError for a counter that the server lacks.
      #: (Array[String]) -> Array[Integer]
      def counters(names)
        answer = ask("stats", STATS_END)
        own = own_bytes(answer)
        found = found(answer.pre_match, names)
        names.map { |name| found.fetch(name) { raise KeyError, "the server counts no #{name}" }.to_i - own.fetch(name, 0) }
      end

      # Empties the server. The caller must make sure that it is private.
      def flush_all = ask("flush_all", /\AOK\r\n\z/)

      # Safe at any time.
      def close
        @socket&.close
        @socket = nil
      end

      private

      def table(request)
        ask(request, STATS)[0].scan(/^STAT (\S+) ([^\r\n]*)/).to_h do |name, value|
          [name, value.match?(/\A-?\d+\z/) ? Integer(value, 10) : value]
        end
      end

      # {name => digits}. A server has its counters in the same order each time, and one pattern in this order is faster than a
      # search for each.
      def found(text, names)
        order, pattern = (@orders ||= {})[names] ||= in_order(text, names)
        values = pattern.match(text)
        values ? order.zip(values.captures).to_h : {}
      end

      def in_order(text, names)
        order = text.scan(/^STAT (#{Regexp.union(names)}) \d+\r$/).flatten
        [order, Regexp.new(order.map { |name| "^STAT #{name} (\\d+)\r$" }.join(".*?"), Regexp::MULTILINE)]
      end

      # A server counts a request before it replies, and a reply after it was sent.
      def own_bytes(answer)
        { "bytes_read" => @asked_bytes, "bytes_written" => @answered_bytes - size(answer.string) }
      end

      # Sends one line and reads until the reply is complete, or cannot become the expected reply.
      def ask(line, reply)
        @lock.synchronize do
          @deadline = Clock.now_s + @deadline_s
          fresh = @socket.nil?
          begin
            exchange(line, reply)
          rescue SystemCallError, EOFError, SocketError, Access::Refused => error
            close
            raise silent(error) if fresh

            fresh = true
            retry
          end
        end
      end

      def exchange(line, reply)
        @socket ||= connect
        @asked_bytes += @socket.write("#{line}\r\n")
        read = +""
        until (match = reply.match(read))
          refuse(read) if not_memcached?(read)
          read << more
        end
        @answered_bytes += size(read)
        match
      end

      def connect
        stream = @access.enter(timeout_s: @deadline_s)
        @access.login&.by == "sasl" ? BinaryStream.new(stream) : stream
      end

      # The bytes on the wire of a reply.
      def size(reply) = @access.login&.by == "sasl" ? BinaryStream.bytes(reply) : reply.bytesize

      def not_memcached?(read)
        read.bytesize > LIMIT_BYTES || (read.include?("\n") && !read.start_with?("STAT "))
      end

      def more
        loop do
          left = @deadline - Clock.now_s
          raise Errno::ETIMEDOUT unless left.positive? && @socket.wait_readable(left)

          bytes = @socket.read_nonblock(16_384, exception: false)
          raise EOFError, "hung up" unless bytes
          return bytes.scrub("?") unless bytes == :wait_readable
        end
      end

      def refuse(read)
        close
        raise NotMemcached.new("#{@access} does not answer as a memcached does: #{read[0, 60].inspect}",
                          try: "name a memcached, or no server at all for a private one")
      end

      def silent(error)
        what = case error
               when Errno::ETIMEDOUT then "did not answer within #{@deadline_s} s"
               when Errno::ECONNREFUSED then "refused the connection"
               when EOFError, Errno::ECONNRESET, Errno::EPIPE then "hung up"
               when Access::Refused then error.message
               else "cannot be reached: #{error.message}"
               end
        doubts = error.is_a?(Access::Refused) ? @access.doubts : []
        Silent.new("memcached at #{@access} #{what}", try: doubts.any? ? "check #{doubts.join(", and ")}" : RUNS)
      end

      # A connection in the binary protocol, the only one of a memcached with SASL. It takes and gives the lines of the text
      # protocol: `version` and `stats`.
      class BinaryStream
        HEADER_BYTES = 24
        OPCODES = { "version" => 0x0b, "stats" => 0x10 }.freeze
        PIECE_BYTES = 16_384
        # The bytes by which a packet is longer than its line.
        LONGER = { "STAT" => HEADER_BYTES - "STAT  \r\n".bytesize, "END\r\n" => HEADER_BYTES - "END\r\n".bytesize,
                   "VERSION" => HEADER_BYTES - "VERSION \r\n".bytesize }.freeze
        private_constant :HEADER_BYTES, :OPCODES, :PIECE_BYTES, :LONGER

        # The bytes on the wire of a reply in lines.
        #: (String) -> Integer
        def self.bytes(text) = text.lines.sum { |line| line.bytesize + LONGER.fetch(line[/\A(?:STAT|VERSION|END\r\n)/], 0) }

        #: (BasicSocket | Access::TlsStream) -> void
        def initialize(stream)
          @stream = stream
          @bytes = "".b
        end

        # Sends a line, such as "stats settings\r\n". Returns the number of bytes on the wire.
        #: (String) -> Integer
        def write(line)
          name, key = line.split
          key = key.to_s
          packet = [0x80, OPCODES.fetch(name), key.bytesize, 0, 0, 0, key.bytesize, 0, 0].pack("CCnCCnNNQ>") + key
          @stream.write(packet)
        end

        def wait_readable(timeout) = @stream.wait_readable(timeout)

        # The lines that have arrived; :wait_readable if none is whole; nil at the end.
        #: (Integer, exception: false) -> (String | Symbol)?
        def read_nonblock(_most, exception: false)
          bytes = @stream.read_nonblock(PIECE_BYTES, exception: exception)
          return bytes unless bytes.is_a?(String)

          @bytes << bytes
          lines = +""
          while (line = packet)
            lines << line
          end
          lines.empty? ? :wait_readable : lines
        end

        def close = @stream.close

        private

        # The line of the next packet, if that has arrived.
        def packet
          return if @bytes.bytesize < HEADER_BYTES

          opcode, key_bytes, extras_bytes, status, body_bytes = @bytes.unpack("xCnCxnN")
          return if @bytes.bytesize < HEADER_BYTES + body_bytes

          body = @bytes.slice!(0, HEADER_BYTES + body_bytes).byteslice(HEADER_BYTES + extras_bytes..)
          return "CLIENT_ERROR #{body}\r\n" unless status.zero?

          opcode == OPCODES["version"] ? "VERSION #{body}\r\n" : statistic(body, key_bytes)
        end

        # A packet without a name ends the statistics.
        def statistic(body, key_bytes)
          key_bytes.zero? ? "END\r\n" : "STAT #{body.byteslice(0, key_bytes)} #{body.byteslice(key_bytes..)}\r\n"
        end
      end
    end
  end
end
