# frozen_string_literal: true

module Cachemark
  module Proxy
    module Ascii
      # Reads replies from what a server says in lines.
      class Replies
        #: (Conversation) -> void
        def initialize(conversation)
          @conversation = conversation
        end

        # One step onward; false when more bytes are needed first.
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
          @conversation.note("server", start, "a value longer than was said", ending) if ending != "\r\n"
          finish(intake)
          true
        end

        def finish(intake)
          @reply.bytes = intake.offset - @start
          @conversation.answered(@reply, @start)
          @reply = nil
        end
      end
    end
  end
end
