# frozen_string_literal: true

require "tty-cursor"

module Cachemark
  module Live
    # The table itself, redrawn in place after each round or pair. It draws only between blocks, at most twice a second, from
    # the core that does not measure.
    class Screen < View
      EVERY_S = 0.5
      # A redraw may take this share of the time, so that it does not keep a core busy.
      SHARE = 0.01
      # The number of recent messages below the table, and of named disturbances.
      NOTES = 3
      NAMED = 2

      #: (IO, clock: #call, ?display: Display) -> void
      def initialize(io, clock:, display: Display.new(io))
        super(io, clock: clock)
        @lines = RedrawnLines.new(io, display)
        @colours = Report::Terminal::Colours.new(display.color?)
        @progress = Progress.new(clock: clock)
        @pages = CurrentTable::Pages.new(clock: clock)
        @next_s = @renew_s = @began_s
        @state = {}
        @steps = []
        @notes = []
        @found = {}
        @warnings = []
        @most = Hash.new(0)
      end

      # A String for each of the worst disturbances, which the block makes from its name and share, and the number of the
      # others.
      #: (Hash[String, Float]) { (String, String) -> String } -> Array[String]
      def self.worst(found)
        named, others = found.sort_by { |_, share| -share }.partition.with_index { |_, index| index < NAMED }
        texts = named.map { |what, share| yield what, Report::Figures.percent(share) }
        others.any? ? [*texts[0..-2], "#{texts.last}, and #{others.size} more"] : texts
      end

      private

      def on_environment(contender:, state:, gem: nil, message: nil)
        @state[contender] = [state, gem].compact.join(" ")
        note("#{contender}: #{message || state}") if state == "failed"
        waiting = @state.reject { |_, now| %w[ready failed].include?(now) }
        done = "environments: #{@state.size - waiting.size} of #{@state.size} done"
        @lines.draw([done, *CurrentTable::Pages.fitting(waiting.map { |name, now| "  #{name}: #{now}" }, room), *below])
      end

      def on_start(**facts)
        @progress.start(**facts)
        draw
      end

      def on_generation(number:)
        @progress.generation = number
        renew
      end

      # The first lines show the current activity. They are redrawn twice a second.
      def on_proof(cell:)
        @progress.proving(cell.title)
        renew
      end

      def on_cell(cell:)
        @progress.measuring(cell.title)
        renew
      end

      def on_pair(number:, noise:)
        @progress.pairs(number, noise)
        renew
      end

      def on_round(rows:, **)
        redraw do
          rows = rows.call
          @progress.measured(rows)
          @current_table = CurrentTable.of_rows(rows, @colours, @progress.goal)
        end
      end

      # A bad outcome is shown at once.
      def on_case(name:, outcome:, bad:, reason: nil, **progress)
        @progress.case("#{name}: #{outcome}")
        @progress.counts(**progress)
        @steps << "#{outcome} #{name}: #{reason.to_s.lines.first.to_s.chomp}" if bad
        bad ? redraw : renew
      end

      def on_progress(**progress)
        @progress.counts(**progress)
        renew
      end

      # Over several hosts, the hosts are the table.
      def on_hosts(hosts:, counted:)
        redraw { @current_table = CurrentTable.of_hosts(hosts, counted, @colours) }
      end

      # In a search, the steps are the table.
      def on_verdicts(verdicts:)
        redraw { @current_table = CurrentTable.of_verdicts(verdicts.call, @colours, @progress.goal) if @steps.empty? }
      end

      # The last steps of a search are its table. Below another table, they are messages.
      def on_step(text:)
        text = text.lines.first.to_s.chomp
        @current_table ? note(text) : @steps << text
        redraw
      end

      def on_failure(cell:, status:, reason:, **)
        note("#{status}: #{cell.title}: #{Report::Sentences.of(reason).lines.first.strip}")
      end

      # The end of the run repeats every disturbance.
      def on_disturbance(found:)
        found.each { |what, share| @most[what] = [@most[what], share].max }
        @found = found
        draw
      end

      def on_warning(message:)
        @warnings << message
        note(message)
      end

      # The report replaces the table; warnings stay.
      def on_done
        @lines.leave(@warnings + Screen.worst(@most) { |what, share| "#{what}: up to #{share}" })
      end

      def note(text) = @notes << text

      def renew
        return if !@lines.drawn? || @clock.call < @renew_s

        @renew_s = @clock.call + EVERY_S
        @lines.resized? || @pages.due? ? draw : @lines.renew(head)
      end

      # The table is made only for a redraw, because making it costs more than drawing it.
      def redraw
        began_s = @clock.call
        return if began_s < @next_s

        yield if block_given?
        draw
        @next_s = @clock.call + [EVERY_S, (@clock.call - began_s) / SHARE].max
      end

      def draw = @lines.draw([*head, *table, *below])

      def head
        time, now = @progress.lines(@lines.width)
        [@colours.strong(time), now]
      end

      def table
        return steps unless @current_table

        heading, sections = @current_table.lines(@lines.width)
        ["", *heading, *@pages.of(sections, [room - heading.size - 1, 3].max)]
      end

      # The last steps that fit, each of them whole.
      def steps
        shown = @steps.last(room).map { |step| indented(step) }
        shown.shift while shown.size > 1 && shown.sum(&:size) > room
        shown.flatten
      end

      def indented(step)
        Report::Terminal::Wrap.text(step, @lines.width - 2, head: "  ").gsub("\n", "\n  ").lines(chomp: true)
      end

      def below
        [*@notes.last(NOTES).flat_map { |note| broken(note) },
         *disturbances.flat_map { |disturbance| broken(disturbance) }.map { |line| @colours.alarm(line) }]
      end

      def disturbances = Screen.worst(@found) { |what, share| "! #{what}: #{share}" }

      # At most two lines for a text.
      def broken(text) = Report::Terminal::Wrap.text(text, @lines.width).lines(chomp: true).first(2)

      def room = [@lines.room - head.size - below.size, 3].max

      # Lines on a terminal that are redrawn in place, each time in a single write.
      class RedrawnLines
        #: (IO, Display) -> void
        def initialize(io, display)
          @io = io
          @display = display
          @drawn = []
        end

        def drawn? = @drawn.any?

        # Whether the terminal's size has changed since it was drawn on.
        def resized? = drawn? && @size != size

        # Draws these lines in place of the earlier ones.
        #: (Array[String]) -> void
        def draw(lines)
          before = rows
          @size = size
          lines = lines.map { |line| cut(line) }
          @drawn = lines.map { |line| RedrawnLines.columns(line) }
          write(up(before), *lines.map { |line| "#{line}#{TTY::Cursor.clear_line_after}\n" }, wipe(before - lines.size))
        end

        # Redraws the first lines, and keeps the others.
        #: (Array[String]) -> void
        def renew(lines)
          text = lines.map { |line| "#{cut(line)}#{TTY::Cursor.clear_line_after}\n" }
          rest = @drawn.size - lines.size
          write(up(@drawn.size), *text, *(TTY::Cursor.down(rest) if rest.positive?))
        end

        # Replaces the drawing with these lines, which stay.
        #: (Array[String]) -> void
        def leave(lines)
          before = rows
          write(up(before), wipe(before), *lines.map { |line| "#{line}\n" })
          @drawn = []
        end

        # Integer: columns of a line, and lines that can be drawn. A line that scrolled away could not be redrawn.
        def width = @display.width - 1
        def room = @display.height - 1

        #: (String) -> Integer
        def self.columns(text) = Report::Terminal::Wrap.columns(text)

        private

        def size = [@display.height, @display.width]

        # The rows of the drawing. Terminals fold lines when they get narrower, and lose those at the top.
        def rows
          [@drawn.sum { |columns| [columns.fdiv(@display.width).ceil, 1].max }, @display.height - 1].min
        end

        # Moves up to the beginning of a line. Up by 0 would move up by 1.
        def up(count) = count.positive? ? TTY::Cursor.up(count) + TTY::Cursor.column(1) : ""

        # Clears line by line, because a terminal that is cleared from its top may keep the old lines in its scrollback.
        def wipe(count)
          count.positive? ? ("#{TTY::Cursor.clear_line}\n" * count) + up(count) : ""
        end

        # If the terminal is gone, the run continues.
        def write(*texts)
          @io.print(texts.join)
          @io.flush
        rescue SystemCallError, IOError
          nil
        end

        # A cut line loses its colours, because half of an escape sequence would colour the following text.
        def cut(line)
          return line if RedrawnLines.columns(line) <= width

          Report::Terminal::Wrap.cut(Report::Terminal::Wrap.plain(line), width)
        end
      end
    end
  end
end
