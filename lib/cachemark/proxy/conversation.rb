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
      #: () -> bool
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
    end
  end
end
