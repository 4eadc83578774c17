# frozen_string_literal: true

module Cachemark
  module Live
    # The table itself, redrawn in place after each round or pair. It draws between blocks
    # only, at most twice a second, from the core that does not measure.
    class Screen < View
      EVERY_S = 0.5
      # A redraw may take this share of the time: it must not be what keeps a core busy.
      SHARE = 0.01
      # So many of the last things that were said stand below the table.
      NOTES = 3

      #: (IO, clock: #call) -> void
      def initialize(io, clock:)
        super
        @canvas = Canvas.new(io)
        @progress = Progress.new(clock: clock)
        @pages = Pages.new
        @next_s = @began_s
        @state = {}
        @steps = []
        @notes = []
        @verdicts = false
        @warnings = []
      end

      private

      def on_environment(contender:, state:, gem: nil, message: nil)
        @state[contender] = [state, gem].compact.join(" ")
        note("#{contender}: #{message || state}") if state == "failed"
        waiting = @state.reject { |_, now| %w[ready failed].include?(now) }
        draw(["environments: #{@state.size - waiting.size} of #{@state.size} done",
              *Pages.fitting(waiting.map { |name, now| "  #{name}: #{now}" }, room)])
      end

      def on_start(total_s:) = @progress.start(total_s)
      def on_generation(number:) = @progress.generation = number

      # What is measured now stands in the first line, renewed twice a second.
      def on_cell(cell:)
        @progress.now = cell.title
        renew
      end

      def on_pair(number:, of: nil, left_s: nil)
        @progress.pair(number, of: of, left_s: left_s)
        renew
      end

      def on_round(rows:, **) = redraw { rows.call.map { |row| Entry.row(row) } }

      # In a search the table is its steps.
      def on_verdicts(verdicts:)
        @verdicts ||= @steps.empty?
        redraw { @verdicts ? Entry.verdicts(verdicts.call) : @steps.last(room) }
      end

      # The steps of a search are its table, the last of them shown; beside another table they are notes.
      def on_step(text:)
        text = text.lines.first.to_s.chomp
        return note(text) if @verdicts

        @steps << "  #{text}"
        redraw { @steps.last(room) }
      end

      def on_failure(cell:, status:, reason:, **)
        note("#{status}: #{cell.title}: #{reason.lines.first.strip}")
      end

      def on_warning(message:)
        @warnings << message
        note(message)
      end

      # The report takes the table's place; warnings stay.
      def on_done = @canvas.leave(@warnings)

      def note(text) = @notes << text

      def renew
        return if !@canvas.drawn? || @clock.call < (@renew_s || 0)

        @renew_s = @clock.call + EVERY_S
        @canvas.renew(@progress.to_s)
      end

      # The table is made only when it is drawn: making it costs more than drawing it.
      def redraw
        began_s = @clock.call
        return if began_s < @next_s

        draw([@progress.to_s, *@pages.next(yield, room)])
        @next_s = @clock.call + [EVERY_S, (@clock.call - began_s) / SHARE].max
      end

      def room = [@canvas.room - @notes.last(NOTES).size, 3].max
      def draw(lines) = @canvas.draw(lines + @notes.last(NOTES))
    end
  end
end
