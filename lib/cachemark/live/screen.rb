# frozen_string_literal: true

require "tty-cursor"
require "tty-screen"

module Cachemark
  module Live
    # The table itself, redrawn in place after each round. It draws between blocks
    # only, at most twice a second, from the core that does not measure.
    class Screen < View
      EVERY_S = 0.5
      # A redraw may take this share of the time: it must not be what keeps a core busy.
      SHARE = 0.01

      #: (IO, clock: #call) -> void
      def initialize(io, clock:)
        super
        @drawn = 0
        @next_s = @began_s
        @state = {}
        @notes = []
        @warnings = []
        @page = 0
        @now = nil
        @total_s = nil
      end

      private

      def on_environment(contender:, state:, gem: nil, message: nil)
        @state[contender] = [state, gem].compact.join(" ")
        note("#{contender}: #{message || state}") if state == "failed"
        waiting = @state.reject { |_, now| %w[ready failed].include?(now) }
        draw(["environments: #{@state.size - waiting.size} of #{@state.size} done",
              *fitting(waiting.map { |name, now| "  #{name}: #{now}" })])
      end

      # Measuring begins: the builds before it are not part of the time.
      def on_start(total_s:)
        @began_s = @clock.call
        @total_s = total_s
      end

      def on_generation(number:) = @generation = number

      # What is measured now stands in the first line, renewed twice a second.
      def on_cell(cell:)
        @now = cell.label
        return if @drawn.zero? || @clock.call < (@renew_s || 0)

        @renew_s = @clock.call + EVERY_S
        @io.print(TTY::Cursor.up(@drawn), TTY::Cursor.clear_line, cut(status), "\r", TTY::Cursor.down(@drawn))
        @io.flush
      end

      def on_round(rows:, **)
        @rows = rows
        began_s = @clock.call
        return if began_s < @next_s

        draw([status, *table])
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

      def status
        time = [clock(@clock.call - @began_s), @total_s && clock(@total_s)].compact.join(" of ")
        "#{time}  fresh processes #{(@generation || 0) + 1}  now #{@now}  (Ctrl-C ends it and reports)"
      end

      def clock(seconds) = format("%d:%02d", *seconds.round.divmod(60))

      # A table that does not fit is shown page by page, another with each redraw.
      def table
        lines = @rows.call.map { |row| line(row) }
        return lines if lines.size <= room

        pages = lines.each_slice(room).to_a
        page = pages[@page % pages.size]
        first = ((@page % pages.size) * room) + 1
        @page += 1
        page + ["  rows #{first} to #{first + page.size - 1} of #{lines.size}"]
      end

      # As many lines as fit: the rest is counted. What scrolled away could not be redrawn.
      def fitting(lines)
        lines.size > room ? lines.first(room) + ["  ... #{lines.size - room} more"] : lines
      end

      def room = [TTY::Screen.height - 4 - @notes.last(3).size, 3].max

      def line(row)
        cost = row.wall_ns ? format("%.2f us", row.wall_ns / 1000) : row.status
        precision = row.precision ? format("± %.1f %%", row.precision * 100) : ""
        ratio = row.socket_ratio ? format("%.2f x", row.socket_ratio) : ""
        format("  %-46s %11s %9s %8s", row.label[0, 46], cost, precision, ratio)
      end

      def draw(lines)
        erase
        lines = (lines + @notes.last(3)).map { |line| cut(line) }
        @io.print(lines.map { |line| "#{line}\n" }.join)
        @io.flush
        @drawn = lines.size
      end

      def cut(line) = line[0, [TTY::Screen.width - 1, 20].max]

      def erase
        @io.print(TTY::Cursor.clear_lines(@drawn + 1, :up)) if @drawn.positive?
      end
    end
  end
end
