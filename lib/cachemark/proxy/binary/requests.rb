# frozen_string_literal: true

module Cachemark
  module Proxy
    module Binary
      # Reads commands from a client's packets.
      class Requests
        #: (Conversation) -> void
        def initialize(conversation)
          @conversation = conversation
          @packets = Packets.new("client")
        end

        # One step onward; false when more bytes are needed first.
        #: (Conversation::Intake) -> bool
        def step(intake)
          start = intake.offset
          done = @packets.step(intake) { |header, extras, key| asked(header, extras, key, start) }
          @request.bytes_out += intake.offset - start if @request
          finish if done == :whole
          !done.nil?
        end

        private

        def asked(header, extras, key, at)
          @request = Binary.request(header, extras, key)
          @request.bytes_out = HEADER_BYTES
          @conversation.asked(@request)
          unknown = @request.details["unknown"]
          @conversation.note("client", at - HEADER_BYTES, unknown, @request.name) if unknown
          @request.payload
        end

        def finish
          @conversation.whole(@request)
          @request = nil
        end
      end
    end
  end
end
