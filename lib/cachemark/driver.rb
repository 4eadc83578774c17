# frozen_string_literal: true

module Cachemark
  # Starts a driver, speaks protocol/ with it, and enforces deadlines. A driver is any program. A failure of the driver costs
  # its cells, never the run.
  module Driver
    # The supported version of protocol/spec.md.
    PROTOCOL = 1

    # Raised if a request to a driver gets no proper reply.
    class Failure < Trouble; end

    # Raised if the driver that failed is gone.
    class Lost < Failure; end

    # Raised if a driver's process ends before its reply.
    class Crash < Lost; end

    # Raised if a reply does not arrive in time; the driver has been killed.
    class Hang < Lost; end

    # Raised if a driver breaks the protocol; it has been killed.
    class Garbage < Lost; end

    # Raised if a driver replies that it failed. It lives on.
    class Refused < Failure
      # Where an adapter is in a backtrace.
      ADAPTER = %r{drivers/\w+/adapters/[^/:]+:\d+}
      private_constant :ADAPTER

      # Hash: the `failed` message.
      attr_reader :reply

      #: (Hash[String, Object]) -> void
      def initialize(reply)
        @reply = reply
        super(["#{reply["class"]}: #{reply["message"].to_s.strip.lines.first.to_s.chomp}", place].compact.join(" "))
      end

      private

      # The deepest line of an adapter, whose author can correct it.
      def place = reply["backtrace"]&.filter_map { |line| line[ADAPTER] }&.first&.then { |line| "(#{line})" }
    end
  end
end
