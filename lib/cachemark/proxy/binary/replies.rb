# frozen_string_literal: true

module Cachemark
  module Proxy
    module Binary
      # Reads replies from a server's packets.
      class Replies
        #: (Conversation) -> void
        def initialize(conversation)
          @conversation = conversation
          @packets = Packets.new("server")
        end

        # One step onward; false when more bytes are needed first.
        #: (Conversation::Intake) -> bool
        def step(intake)
          done = @packets.step(intake) do |header, extras, key|
            @reply = Reply.new(header, extras, key)
            @reply.payload
          end
          @conversation.answered(@reply, intake.offset - @reply.bytes) if done == :whole
          !done.nil?
        end
      end
    end
  end
end
