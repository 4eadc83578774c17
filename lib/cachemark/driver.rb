# frozen_string_literal: true

module Cachemark
  # Starts a driver, speaks protocol/ with it, and enforces deadlines. A driver is any program; whatever goes wrong with it
  # costs its cells, never the run.
  module Driver
    # The version of protocol/spec.md that is spoken here.
    PROTOCOL = 1

    # Raised when a request to a driver has no proper answer.
    class Failure < Trouble; end

    # Raised when the driver that failed is gone.
    class Lost < Failure; end

    # Raised when a driver's process ends while an answer is due.
    class Crash < Lost; end

    # Raised when an answer does not come in time; the driver has been killed.
    class Hang < Lost; end

    # Raised when a driver breaks the protocol; it has been killed.
    class Garbage < Lost; end

    # Raised when a driver answers that it failed. It lives on.
    class Refused < Failure
      # Hash: the `failed` message.
      attr_reader :reply

      #: (Hash[String, Object]) -> void
      def initialize(reply)
        @reply = reply
        super("#{reply["class"]}: #{reply["message"].to_s.strip}")
      end
    end
  end
end
