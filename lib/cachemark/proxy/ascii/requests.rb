# frozen_string_literal: true

module Cachemark
  module Proxy
    module Ascii
      # Reads commands from what a client says in lines.
      class Requests
        #: (Conversation) -> void
        def initialize(conversation)
          @conversation = conversation
        end

        # One step onward; false when more bytes are needed first.
        #: (Conversation::Intake) -> bool
        def step(intake)
          start = intake.offset
          going = @request ? value(intake) : command(intake)
          @request.bytes_out += intake.offset - start if @request
          finish if @request && going == :whole
          !!going
        end

        private

        def command(intake)
          start = intake.offset
          line = intake.line or return false

          words = line.chomp.split(/ +/)
          @request = Ascii.dialect(words.first).request(words)
          @conversation.asked(@request)
          unknown = @request.details["unknown"]
          @conversation.note("client", start, unknown, line) if unknown
          @request.payload ? :value : :whole
        end

        # A data block is followed by a line end, whatever is in it.
        def value(intake)
          return false unless @request.payload.fill(intake)

          start = intake.offset
          ending = intake.take(2) or return false
          @conversation.note("client", start, "a value of #{@request.name} longer than was said", ending) if ending != "\r\n"
          :whole
        end

        def finish
          @conversation.whole(@request)
          @request = nil
        end
      end
    end
  end
end
