# frozen_string_literal: true

module Cachemark
  module Proxy
    # The traffic of a client and a memcached on one connection, parsed into commands. Bytes must be passed in the order in
    # which they went over the connection. No input makes it raise: bytes that break the protocol are recorded as garbled.
    #
    #   conversation.sent("get a b\r\n")
    #   conversation.received("VALUE a 0 1\r\nx\r\nEND\r\n")
    #   conversation.drain.exchanges.first.outcomes   # => ["hit", "miss"]
    class Conversation
      # Integer: commands with a reply, begun since the last `drain`.
      attr_reader :questions

      # Ascii or Binary; nil before the client's first byte.
      attr_reader :protocol

      # The maximum number of garbled pieces that are kept for a connection.
      NOTES = 20
      BINARY = "\x80".b.freeze
      private_constant :NOTES, :BINARY

      # `login`: the client's first command is a login in the text protocol.
      #: (?login: bool) -> void
      def initialize(login: false)
        @login = login
        @intakes = { "client" => Intake.new, "server" => Intake.new }
        @pending = Pending.new
        @round_trips = RoundTrips.new
        @notes = 0
        @lost = false
        clear
        @connections = 1
      end

      # The client wrote these bytes.
      #: (String) -> void
      def sent(bytes)
        @bytes_out += bytes.bytesize
        @round_trips.sent
        choose_protocol(bytes) unless @protocol || bytes.empty?
        read("client", @requests, bytes)
      end

      # The server wrote these bytes.
      #: (String) -> void
      def received(bytes)
        @bytes_in += bytes.bytesize
        @round_trips.received
        @protocol ? read("server", @replies, bytes) : note("server", 0, "a reply to nothing", bytes)
        @round_trips.over if answered_all?
      end

      # The connection has ended.
      def finish = @pending.finish

      # The number of commands that wait for a reply; 0 once the bytes cannot be parsed, so that nobody waits for replies that
      # cannot be recognised.
      #: () -> Integer
      def owed = @lost ? 0 : @pending.owed

      # Whether the client has completed its last command, so that it can wait for the replies. Also true once the bytes
      # cannot be parsed.
      def whole? = @lost || (@intakes["client"].empty? && (@pending.last.nil? || complete?(@pending.last)))

      # The last command if the client does not wait for it. Nil once the bytes cannot be parsed.
      #: () -> Command?
      def silent = (@pending.last if !@lost && @pending.last&.quiet && !@pending.last.gathers?)

      # The traffic since the last call. The client must be idle: quiet commands without a reply are settled.
      #: () -> Traffic
      def drain
        @pending.settle_silent
        Traffic.new(exchanges: @pending.take.freeze, round_trips: @round_trips.count, bytes_out: @bytes_out, bytes_in: @bytes_in,
                    connections: @connections, unanswered: @pending.owed, garbled: @garbled.freeze).tap { clear }
      end

      # For the parsers: the first line or header of a command has arrived.
      def asked(command)
        @questions += 1 unless command.quiet
        @round_trips.asked(command)
        @pending << command
      end

      # For the parsers: the last byte of the command has arrived.
      def whole(command) = @pending.whole(command)

      # For the parsers: a whole reply has arrived, which began at the offset `at`.
      def answered(reply, at)
        problem = @pending.answer(reply)
        note("server", at, problem, reply.description) if problem
      end

      # For the parsers: bytes that break the protocol.
      def note(side, at, what, bytes)
        @notes += 1
        @garbled << Garbled.new(side: side, at: at, what: what, bytes: bytes.b[0, 40].freeze) if @notes <= NOTES
      end

      private

      def clear
        @round_trips.reset
        @bytes_out = @bytes_in = @questions = 0
        @garbled = []
        @connections = 0
      end

      def complete?(command) = command.whole == true && !command.gathers?

      # As in memcached, the first byte of a connection determines its protocol.
      def choose_protocol(bytes)
        @protocol = bytes.b.start_with?(BINARY) ? Binary : Ascii
        @requests = @protocol::Requests.new(self, login: @login)
        @replies = @protocol::Replies.new(self)
      end

      def read(side, reader, bytes)
        return if @lost

        intake = @intakes.fetch(side) << bytes
        start = intake.offset
        start = intake.offset while reader.step(intake)
      rescue StandardError => e
        @lost = true
        note(side, start, e.is_a?(Intake::Lost) ? e.message : "the proxy failed: #{e.class}: #{e.message}", intake.peek(40))
        @intakes.clear
      end

      # After a quiet command at the end, more may follow.
      def answered_all? = @lost || (@pending.empty? && @pending.last&.whole && !@pending.last.quiet)

      # Counts round trips: the client wrote, then got bytes. If it writes while replies are still outstanding, these bytes
      # belong to the same round trip, however the packets of a pipeline arrive. The first command of a round trip leads it.
      class RoundTrips
        # Integer: since the last reset.
        attr_reader :count

        def initialize = reset

        def sent
          return unless @state == :idle

          @state = :asked
          @first = nil
        end

        def asked(command) = @first ||= command

        def received
          return unless @state == :asked

          @count += 1
          @state = :answered
          @first.leads = true if @first
        end

        # Every command has its reply, so that the next write begins another round trip.
        def over = @state = @state == :answered ? :idle : @state

        def reset
          @count = 0
          @state = :idle
        end
      end

      # The bytes of one side that have not been parsed yet.
      class Intake
        # Raised if the parser can no longer find the beginning of a command.
        class Lost < StandardError; end

        # The longest line that a parser accepts; a get of ten thousand long keys is shorter.
        LINE_BYTES = 4 << 20
        SPENT_BYTES = 1 << 16

        # Integer: the number of bytes read before.
        attr_reader :offset

        def initialize
          @bytes = "".b
          @position = @searched = @offset = 0
        end

        #: (String) -> Intake
        def <<(bytes)
          compact if @position > SPENT_BYTES || @position == @bytes.bytesize
          @bytes << bytes
          self
        end

        # Whether everything was read.
        def empty? = @position == @bytes.bytesize

        # The next bytes, which stay unread.
        #: (Integer) -> String
        def peek(count) = @bytes.byteslice(@position, count)

        # The next line with its end, nil while it is incomplete. Raises Lost if it is too long.
        #: () -> String?
        def line
          found = @bytes.index("\n", [@searched, @position].max)
          @searched = @bytes.bytesize
          length = (found || @searched) + (found ? 1 : 0) - @position
          raise Lost, "a line of more than #{LINE_BYTES} bytes" if length > LINE_BYTES

          found && read(length).tap { @searched = @position }
        end

        # Exactly this many bytes, nil while there are fewer.
        #: (Integer) -> String?
        def take(count) = @bytes.bytesize - @position < count ? nil : read(count)

        # At most this many bytes.
        #: (Integer) -> String
        def upto(count) = read([count, @bytes.bytesize - @position].min)

        private

        def read(count)
          @offset += count
          @position += count
          @bytes.byteslice(@position - count, count)
        end

        def compact
          @bytes = @bytes.byteslice(@position..)
          @searched = [@searched - @position, 0].max
          @position = 0
        end
      end

      # A value that is arriving. Memory grows with the received bytes, not with the declared length, because a peer could
      # otherwise make us allocate 2 GB.
      class Intake::Payload
        # The largest item that memcached stores by default.
        KEPT_BYTES = 1 << 20

        # Integer, as declared; String, the part that was kept.
        attr_reader :bytes, :data

        #: (Integer) -> void
        def initialize(bytes)
          @bytes = @left = bytes
          @data = "".b
        end

        # Reads more bytes; true once the value is complete.
        #: (Intake) -> bool
        def fill(intake)
          piece = intake.upto(@left)
          @left -= piece.bytesize
          @data << piece.byteslice(0, KEPT_BYTES - @data.bytesize)
          @left.zero?
        end
      end

      # The commands of a connection that wait for their replies, in the order in which they were sent. A server replies in
      # this order, and omits the replies that a quiet command does not need. A later reply therefore settles the quiet
      # commands before it.
      class Pending
        # Command or nil: the last one that the client sent.
        attr_reader :last

        def initialize
          @commands = []
          @unfinished = []
          @settled = []
        end

        #: (Command) -> void
        def <<(command)
          @last = command
          @commands << command
        end

        # The client has sent the last byte of the command.
        #: (Command) -> void
        def whole(command)
          command.whole = true
          settled(command) if @unfinished.delete(command)
        end

        # Assigns a reply to its command. Returns an error in the reply, or nil.
        #: (Object) -> String?
        def answer(reply)
          place = place(reply) or return "#{reply.description}: a reply to nothing"

          settle_silent(@commands.shift(place))
          command = @commands.first
          command.bytes_in += reply.bytes
          problem = give(command, reply)
          settled(@commands.shift) if command.settled?
          problem
        end

        # Settles the quiet commands that will get no reply.
        def settle_silent(quiet = @commands.shift(@commands.take_while { |command| !command.owed? }.size))
          quiet.each do |command|
            command.settle(command.dialect.silence(command))
            settled(command)
          end
        end

        # The connection has ended.
        def finish
          @commands.each { |command| command.settle(command.owed? ? "unanswered" : command.dialect.silence(command)) }
          (@unfinished + @commands).each { |command| @settled << command.exchange }
          [@commands, @unfinished].each(&:clear)
        end

        # The number of commands that need a reply.
        def owed = @commands.count(&:owed?)

        def empty? = @commands.empty?

        # The exchanges settled since the last call.
        #: () -> Array[Exchange]
        def take
          @settled.tap { @settled = [] }
        end

        private

        # No reply skips a command that must get one. An error that belongs to no such command is about a quiet one.
        def place(reply)
          place = @commands.index { |command| command.dialect.answers?(command, reply) || command.owed? }
          return place if place && (reply.positional? || @commands[place].dialect.answers?(@commands[place], reply))

          0 if reply.error && reply.positional? && !@commands.empty?
        end

        def give(command, reply)
          if reply.error
            command.settle("error", reply.error)
          elsif command.dialect.answers?(command, reply)
            return command.dialect.give(command, reply)
          else
            command.settle("error", "answered by #{reply.description}")
            return "#{command.name} answered by #{reply.description}"
          end
          nil
        end

        def settled(command)
          command.whole ? @settled << command.exchange : @unfinished << command
        end
      end
    end
  end
end
