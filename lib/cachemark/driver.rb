# frozen_string_literal: true

module Cachemark
  # Launches a driver, speaks protocol/ with it and holds it to deadlines. A driver is
  # any program; what goes wrong with one costs its cells, never the run.
  module Driver
    # The version of protocol/spec.md that is spoken here.
    PROTOCOL = 1

    # What a request to a driver can end in instead of an answer.
    class Failure < Trouble; end

    # Raised when the driver that failed is no more.
    class Lost < Failure; end

    # Raised when a driver's process ends while an answer is due.
    class Crash < Lost; end

    # Raised when an answer does not come in time; the driver has been killed.
    class Hang < Lost; end

    # Raised when a driver says what the protocol does not allow; it has been killed.
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
