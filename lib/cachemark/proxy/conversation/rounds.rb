# frozen_string_literal: true

module Cachemark
  module Proxy
    class Conversation
      # Counts round trips: the client wrote, then got bytes. What is written while replies are
      # still owed belongs to the same one, however the packets of a pipeline fall.
      class Rounds
        # Integer: since the last reset.
        attr_reader :count

        def initialize = reset

        def sent = @state = @state == :idle ? :asked : @state

        def received
          return unless @state == :asked

          @count += 1
          @state = :answered
        end

        # All that was asked is answered, so that the next write begins another.
        def over = @state = @state == :answered ? :idle : @state

        def reset
          @count = 0
          @state = :idle
        end
      end
    end
  end
end
