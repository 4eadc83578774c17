# frozen_string_literal: true

require "tty-cursor"
require "tty-screen"

module Cachemark
  module Live
    # The table itself, redrawn in place after each round. It draws between blocks
    # only, at most twice a second, from the core that does not measure.
    class Screen
      EVERY_S = 0.5
      # A redraw may take this share of the time: it must not be what keeps a core busy.
      SHARE = 0.01

      #: (IO, clock: #call) -> void
      def initialize(io, clock:)
        @io = io
        @clock = clock
        @began_s = clock.call
        @drawn = 0
        @next_s = @began_s
        @state = {}
        @notes = []
        @warnings = []
      end

      #: (Symbol, **Object) -> void
      def tell(event, **facts)
        handler = :"on_#{event}"
        send(handler, **facts) if respond_to?(handler, true)
      rescue SystemCallError, IOError
        nil
      end

      private

      def on_environment(contender:, state:, gem: nil, message: nil)
        @state[contender] = [state, gem].compact.join(" ")
        note("#{contender}: #{message || state}") if state == "failed"
        waiting = @state.reject { |_, now| %w[ready failed].include?(now) }
        draw(["environments: #{@state.size - waiting.size} of #{@state.size} done",
              *fitting(waiting.map { |name, now| "  #{name}: #{now}" })])
      end

      def on_round(generation:, rows:, **)
        @rows = rows
        began_s = @clock.call
        return if began_s < @next_s

        draw([status(generation), *table])
        @next_s = @clock.call + [EVERY_S, (@clock.call - began_s) / SHARE].max
      end

      def on_failure(cell:, status:, reason:, **)
        note("#{status}: #{cell.label}: #{reason.lines.first.strip}")
      end

      def on_warning(message:)
        @warnings << message
        note(message)
      end

      # The report takes the table's place; warnings stay.
      def on_done
        erase
        @drawn = 0
        @io.print(@warnings.map { |message| "#{message}\n" }.join)
      end

      def note(text) = @notes << text

      def status(generation)
        format("%s  fresh processes %d  (Ctrl-C ends it and reports)", elapsed, generation + 1)
      end

      def elapsed
        seconds = (@clock.call - @began_s).round
        format("%d:%02d", seconds / 60, seconds % 60)
      end

      def table = fitting(@rows.call.map { |row| line(row) })

      # As many lines as fit: the rest is counted. What scrolled away could not be redrawn.
      def fitting(lines)
        room = [TTY::Screen.height - 4 - @notes.last(3).size, 3].max
        lines.size > room ? lines.first(room) + ["  ... #{lines.size - room} more"] : lines
      end

      def line(row)
        cost = row.wall_ns ? format("%.2f us", row.wall_ns / 1000) : row.status
        precision = row.precision ? format("± %.1f %%", row.precision * 100) : ""
        ratio = row.socket_ratio ? format("%.2f x", row.socket_ratio) : ""
        format("  %-46s %11s %9s %8s", row.label[0, 46], cost, precision, ratio)
      end

      def draw(lines)
        erase
        lines = (lines + @notes.last(3)).map { |line| line[0, [TTY::Screen.width - 1, 20].max] }
        @io.print(lines.map { |line| "#{line}\n" }.join)
        @io.flush
        @drawn = lines.size
      end

      def erase
        @io.print(TTY::Cursor.clear_lines(@drawn + 1, :up)) if @drawn.positive?
      end
    end
  end
end
