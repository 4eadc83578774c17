# frozen_string_literal: true

module Cachemark
  # The proxy: what a client and a memcached say to each other, taken apart command by command.
  module Proxy
    # One connection, told of in the order in which the bytes went over it. Nothing that is said
    # makes it raise: what no rule explains is noted as garbled.
    #
    #   conversation.sent("get a b\r\n")
    #   conversation.received("VALUE a 0 1\r\nx\r\nEND\r\n")
    #   conversation.drain.exchanges.first.outcomes   # => ["hit", "miss"]
    class Conversation
      # Integer: commands that must be answered, begun since the last `drain`.
      attr_reader :questions

      # As many oddities as are kept of one connection.
      NOTES = 20
      BINARY = "\x80".b.freeze
      private_constant :NOTES, :BINARY

      def initialize
        @intakes = { "client" => Intake.new, "server" => Intake.new }
        @waiting = Waiting.new
        @rounds = Rounds.new
        @notes = 0
        clear
        @connections = 1
      end

      # The client wrote.
      #: (String) -> void
      def sent(bytes)
        @bytes_out += bytes.bytesize
        @rounds.sent
        speak(bytes) unless @dialect || bytes.empty?
        read("client", @commands, bytes)
      end

      # The server wrote.
      #: (String) -> void
      def received(bytes)
        @bytes_in += bytes.bytesize
        @rounds.received
        @dialect ? read("server", @replies, bytes) : note("server", 0, "a reply to nothing", bytes)
        @rounds.over if answered_all?
      end

      # The connection has ended.
      def finish = @waiting.finish

      # How many commands wait for a reply.
      #: () -> Integer
      def owed = @waiting.owed

      # Whether the client has said its last command to the end, and can wait for what it asked.
      #: () -> bool
      def whole? = @intakes["client"].empty? && (@waiting.last.nil? || (@waiting.last.whole == true && !@waiting.last.gathers?))

      # What was said since the last call. The client is taken to be idle: what it asked quietly
      # and heard nothing of is settled.
      #: () -> Traffic
      def drain
        @waiting.hush
        Traffic.new(exchanges: @waiting.take.freeze, round_trips: @rounds.count, bytes_out: @bytes_out, bytes_in: @bytes_in,
                    connections: @connections, unanswered: owed, garbled: @garbled.freeze).tap { clear }
      end

      # For the readers: the first line or header of a command has come.
      def asked(request)
        @questions += 1 unless request.quiet
        @waiting << request
      end

      # For the readers: its last byte has come.
      def whole(request) = @waiting.whole(request)

      # For the readers: a whole reply has come, which began at `at`.
      def answered(reply, at)
        problem = @waiting.answer(reply)
        note("server", at, problem, reply.told) if problem
      end

      # For the readers: bytes that are against the rules.
      def note(side, at, what, bytes)
        @notes += 1
        @garbled << Garbled.new(side: side, at: at, what: what, bytes: bytes.b[0, 40].freeze) if @notes <= NOTES
      end

      private

      def clear
        @rounds.reset
        @bytes_out = @bytes_in = @questions = 0
        @garbled = []
        @connections = 0
      end

      # memcached, too, takes the first byte of a connection for the choice of its protocol.
      def speak(bytes)
        @dialect = bytes.b.start_with?(BINARY) ? Binary : Ascii
        @commands = @dialect::Requests.new(self)
        @replies = @dialect::Replies.new(self)
      end

      def read(side, reader, bytes)
        return if @lost

        intake = @intakes.fetch(side) << bytes
        start = intake.offset
        start = intake.offset while reader.step(intake)
      rescue StandardError => e
        @lost = true
        note(side, start, e.is_a?(Lost) ? e.message : "the proxy failed: #{e.class}: #{e.message}", intake.peek(40))
        @intakes.clear
      end

      # A quiet command at the end leaves open whether there is more to come.
      def answered_all? = @lost || (@waiting.empty? && @waiting.last&.whole && !@waiting.last.quiet)
    end
  end
end
