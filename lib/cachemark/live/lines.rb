# frozen_string_literal: true

module Cachemark
  module Live
    # One line per event worth a line: for logs, pipes and screen readers.
    class Lines < View
      # Of pairs, so many are one line; verdicts are looked at so often.
      PAIRS = 10
      LOOK_S = 5

      #: (IO, clock: #call) -> void
      def initialize(io, clock:)
        super
        @rounds = 0
        @building = {}
        @verdicts = Hash.new("unresolved")
        @look_s = @began_s
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

      def on_pair(number:, of: nil, **)
        line("pair #{number}#{" of #{of}" if of}") if number == 1 || (number % PAIRS).zero? || number == of
      end

      # A verdict is told when it is first given, and again when it turns.
      def on_verdicts(verdicts:)
        began_s = @clock.call
        return if began_s < @look_s

        all = verdicts.call
        @look_s = @clock.call + [LOOK_S, (@clock.call - began_s) / Screen::SHARE].max
        Entry.verdicts(all).zip(all) { |text, verdict| line(text.split.join(" ")) if news?(verdict) }
      end

      def on_step(text:) = line(text.lines.first.to_s.chomp)

      def on_failure(cell:, status:, reason:, **)
        line("#{status}: #{cell.title}: #{reason.lines.first.strip}")
      end

      def on_warning(message:)
        line("warning: #{message}")
      end

      def news?(verdict)
        key = [verdict.comparison, verdict.contender, verdict.scenario, verdict.mode, verdict.metric]
        before, @verdicts[key] = @verdicts[key], verdict.verdict
        before != verdict.verdict
      end

      def line(text)
        @io.puts format("[%6.1f s] %s", @clock.call - @began_s, text)
      end
    end
  end
end
