# frozen_string_literal: true

module Cachemark
  module Proxy
    class Conversation
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
