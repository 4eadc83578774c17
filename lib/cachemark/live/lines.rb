# frozen_string_literal: true

module Cachemark
  module Live
    # One line per event worth a line: for logs, pipes and screen readers.
    class Lines
      #: (IO, clock: #call) -> void
      def initialize(io, clock:)
        @io = io
        @clock = clock
        @began_s = clock.call
        @rounds = 0
        @building = {}
      end

      # Takes any event; those without a method here are not worth a line.
      #: (Symbol, **Object) -> void
      def tell(event, **facts)
        handler = :"on_#{event}"
        send(handler, **facts) if respond_to?(handler, true)
      rescue SystemCallError, IOError
        nil
      end

      private

      # What is ready at once is not worth a line.
      def on_environment(contender:, state:, gem: nil, message: nil)
        return if state == "ready" && !@building.delete(contender)

        @building[contender] = true
        line("environment of #{contender}: #{[state, gem].compact.join(" ")}#{message && ": #{message}"}")
      end

      def on_round(generation:, **)
        @rounds += 1
        line("first whole table stands") if @rounds == 1
        return if generation == @said

        @said = generation
        line("fresh processes #{generation + 1}") unless generation.zero?
      end

      def on_failure(cell:, status:, reason:, **)
        line("#{status}: #{cell.label}: #{reason.lines.first.strip}")
      end

      def on_warning(message:)
        line("warning: #{message}")
      end

      def line(text)
        @io.puts format("[%6.1f s] %s", @clock.call - @began_s, text)
      end
    end
  end
end
