# frozen_string_literal: true

module Cachemark
  module Proxy
    # Parses the line protocols, classic text and meta, which one connection may mix. Classic and Meta define the commands.
    module Ascii
      # Errors are replies to any command.
      ERROR = /\A(?:ERROR|CLIENT_ERROR|SERVER_ERROR)\b/

      # A word as a number, nil if it is none.
      #: (String?) -> Integer?
      def self.number(word) = word&.match?(/\A-?\d{1,20}\z/) ? Integer(word, 10) : nil

      # The module for a command.
      #: (String) -> Module
      def self.dialect(name) = Meta::NAMES.include?(name) ? Meta : Classic

      # Reads commands from the lines of a client.
      class Requests
        # `login`: the first command is a login in the form of a `set`.
        #: (Conversation, login: bool) -> void
        def initialize(conversation, login:)
          @conversation = conversation
          @login = login
        end

        # Parses one step; false if it needs more bytes.
        #: (Conversation::Intake) -> bool
        def step(intake)
          start = intake.offset
          progress = @command ? value(intake) : command(intake)
          @command.bytes_out += intake.offset - start if @command
          finish if @command && progress == :whole
          !!progress
        end

        private

        def command(intake)
          start = intake.offset
          line = intake.line or return false
          words = line.chomp.split(/ +/)
          words = Classic.login(words) if @login
          @login = false
          @command = Ascii.dialect(words.first).command(words)
          @conversation.asked(@command)
          unknown = @command.details["unknown"]
          @conversation.note("client", start, unknown, line) if unknown
          @command.payload ? :value : :whole
        end

        # A line end follows the data block, whatever the block contains.
        def value(intake)
          return false unless @command.payload.fill(intake)

          start = intake.offset
          ending = intake.take(2) or return false
          @conversation.note("client", start, "a value of #{@command.name} longer than declared", ending) if ending != "\r\n"
          :whole
        end

        def finish
          @conversation.whole(@command)
          @command = nil
        end
      end

      # Reads replies from the lines of a server.
      class Replies
        #: (Conversation) -> void
        def initialize(conversation)
          @conversation = conversation
        end

        # Parses one step; false if it needs more bytes.
        #: (Conversation::Intake) -> bool
        def step(intake)
          @reply ? value(intake) : line(intake)
        end

        private

        def line(intake)
          @start = intake.offset
          line = intake.line or return false
          @reply = Reply.new(line)
          finish(intake) unless @reply.payload
          true
        end

        def value(intake)
          return false unless @reply.payload.fill(intake)

          start = intake.offset
          ending = intake.take(2) or return false
          @conversation.note("server", start, "a value longer than declared", ending) if ending != "\r\n"
          finish(intake)
          true
        end

        def finish(intake)
          @reply.bytes = intake.offset - @start
          @conversation.answered(@reply, @start)
          @reply = nil
        end
      end

      # One line of a server, with the value that follows it.
      class Reply
        attr_reader :line, :words, :payload
        attr_accessor :bytes

        #: (String) -> void
        def initialize(line)
          @line = line.chomp
          @words = @line.split(/ +/)
          size = Ascii.number({ "VALUE" => words[3], "VA" => words[1] }[word])
          @payload = Conversation::Intake::Payload.new(size) if size && size >= 0
        end

        # "VALUE", "HD", "12"
        def word = words.first || ""

        # The line if it is an error, else nil.
        def error = line.match?(ERROR) ? line : nil

        # Where the value is in the reply, nil if it has none. A line end follows it.
        #: () -> Integer?
        def value_at = payload && (bytes - payload.bytes - 2)

        # Only the order of the replies assigns it to a command.
        def positional? = true

        # A description for people.
        def description = line[0, 40].inspect
      end
    end
  end
end
