# frozen_string_literal: true

module Cachemark
  module Live
    # One line per event worth a line: for logs, pipes and screen readers.
    class Lines < View
      #: (IO, clock: #call) -> void
      def initialize(io, clock:)
        super
        @rounds = 0
        @building = {}
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
