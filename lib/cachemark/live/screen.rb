# frozen_string_literal: true

require "tty-cursor"

module Cachemark
  module Live
    # The table itself, redrawn in place after each round or pair. It draws between blocks
    # only, at most twice a second, from the core that does not measure.
    class Screen < View
      EVERY_S = 0.5
      # A redraw may take this share of the time: it must not be what keeps a core busy.
      SHARE = 0.01
      # Numbers of recent messages below the table, and of disturbances with a name.
      NOTES = 3
      NAMED = 2

      #: (IO, clock: #call, ?display: Display) -> void
      def initialize(io, clock:, display: Display.new(io))
        super(io, clock: clock)
        @canvas = Canvas.new(io, display)
        @paint = Report::Terminal::Paint.new(display.color?)
        @progress = Progress.new(clock: clock)
        @pages = Sheet::Pages.new(clock: clock)
        @next_s = @renew_s = @began_s
        @state = {}
        @steps = []
        @notes = []
        @found = {}
        @warnings = []
        @most = Hash.new(0)
      end

      # A String for each of the worst disturbances, made by the block from its name and share, and the number of the others.
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
        @canvas.draw([done, *Sheet::Pages.fitting(waiting.map { |name, now| "  #{name}: #{now}" }, room), *below])
      end

      def on_start(**facts)
        @progress.start(**facts)
        draw
      end

      def on_generation(number:)
        @progress.generation = number
        renew
      end

      # The first lines say what is done now. They are drawn again twice a second.
      def on_proof(cell:)
        @progress.proving(cell.title)
        renew
      end

      def on_cell(cell:)
        @progress.measuring(cell.title)
        renew
      end

      def on_pair(number:, of: nil, left_s: nil)
        @progress.pair(number, of: of, left_s: left_s)
        renew
      end

      def on_round(rows:, **)
        redraw do
          rows = rows.call
          @progress.measured(rows)
          @sheet = Sheet.of_rows(rows, @paint, @progress.goal)
        end
      end

      # A bad outcome is shown at once.
      def on_case(done:, of:, name:, outcome:, bad:, reason: nil)
        @progress.case(done, of, "#{name}: #{outcome}")
        @steps << "#{outcome} #{name}: #{reason}" if bad
        bad ? redraw : renew
      end

      # In a search the table is its steps.
      def on_verdicts(verdicts:)
        redraw { @sheet = Sheet.of_verdicts(verdicts.call, @paint, @progress.goal) if @steps.empty? }
      end

      # The last steps of a search are its table; below another table they are messages.
      def on_step(text:)
        text = text.lines.first.to_s.chomp
        @sheet ? note(text) : @steps << text
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

      # The report takes the table's place; warnings stay.
      def on_done
        @canvas.leave(@warnings + Screen.worst(@most) { |what, share| "#{what}: up to #{share}" })
      end

      def note(text) = @notes << text

      def renew
        return if !@canvas.drawn? || @clock.call < @renew_s

        @renew_s = @clock.call + EVERY_S
        @canvas.resized? || @pages.due? ? draw : @canvas.renew(head)
      end

      # The table is made only when it is drawn: making it costs more than drawing it.
      def redraw
        began_s = @clock.call
        return if began_s < @next_s

        yield if block_given?
        draw
        @next_s = @clock.call + [EVERY_S, (@clock.call - began_s) / SHARE].max
      end

      def draw = @canvas.draw([*head, *table, *below])

      def head
        time, now = @progress.lines(@canvas.width)
        [@paint.strong(time), now]
      end

      def table
        return @steps.last(room).map { |step| "  #{step}" } unless @sheet

        heading, sections = @sheet.lines(@canvas.width)
        ["", *heading, *@pages.of(sections, [room - heading.size - 1, 3].max)]
      end

      def below
        [*@notes.last(NOTES).flat_map { |one| broken(one) },
         *disturbances.flat_map { |one| broken(one) }.map { |line| @paint.alarm(line) }]
      end

      def disturbances = Screen.worst(@found) { |what, share| "! #{what}: #{share}" }

      # At most two lines for a text.
      def broken(text) = Report::Terminal::Wrap.text(text, @canvas.width).lines(chomp: true).first(2)

      def room = [@canvas.room - head.size - below.size, 3].max

      # How far a run has come, in words.
      class Progress
        HINT = "Ctrl-C stops and reports"

        # Float: the share to which figures are to be known.
        attr_reader :goal

        #: (clock: #call) -> void
        def initialize(clock:)
          @clock = clock
          @began_s = clock.call
          @goal = Sheet::GOAL
          @seen = 0
        end

        # Measuring begins: the builds before it are not part of the time. total_s: how long it may take, where that is
        # known; until: the share that ends it sooner; margin: the share that counts as the same; iterations: of
        # each row, where they end it; rows: how many there are, if each is measured once; cases: how many a check has.
        #: (?total_s: Numeric?, ?until_share: Float?, ?margin: Float?, ?iterations: Integer?, ?rows: Integer?, ?cases: Integer?) -> void
        def start(total_s: nil, until_share: nil, margin: nil, iterations: nil, rows: nil, cases: nil)
          @began_s = @clock.call
          @total_s = total_s
          @sooner = !until_share.nil?
          @goal = until_share || margin || Sheet::GOAL
          @iterations = iterations
          @rows = rows
          @extent = "case 0 of #{cases}" if cases
        end

        # Integer: the generation that runs, from 0.
        def generation=(number)
          @extent = "fresh processes #{number + 1}"
          @now = "processes are starting"
        end

        # A pair of fresh processes is complete; nil if their number or the time is unknown.
        #: (Integer, ?of: Integer?, ?left_s: Numeric?) -> void
        def pair(number, of: nil, left_s: nil)
          @extent = "pair #{number}#{" of #{of}" if of}"
          @left_s = left_s
        end

        # A case has its outcome.
        #: (Integer, Integer, String) -> void
        def case(done, of, name)
          @extent = "case #{done} of #{of}"
          @now = "last #{name}"
          @left_s = elapsed_s * (of - done) / done
        end

        # A cell proves itself.
        #: (String) -> void
        def proving(title) = @now = "proving #{title}"

        # A cell is measured.
        #: (String) -> void
        def measuring(title)
          @seen += 1 if @rows && @now != "now #{title}"
          @now = "now #{title}"
        end

        # The share of the iterations that is done predicts how long the rest takes.
        #: (Array[Stats::Row]) -> void
        def measured(rows)
          return unless @iterations && rows.any?

          share = rows.sum { |row| [row.iterations.to_i, @iterations].min }.fdiv(@iterations * rows.size)
          @left_s = elapsed_s * (1 - share) / share if share.positive?
        end

        # The first lines of a screen.
        #: (Integer) -> Array[String]
        def lines(width)
          [fitting([time, left, extent, HINT].compact, ", ", width), @now.to_s]
        end

        private

        def time = [clock(elapsed_s), @total_s && clock(@total_s)].compact.join(" of ")

        def left
          seconds = @left_s || (@total_s && (@total_s - elapsed_s))
          return unless seconds&.positive?

          "#{@left_s ? "about " : ("at most " if @sooner)}#{clock(seconds)} left"
        end

        def extent = @rows ? "row #{@seen.clamp(1, @rows)} of #{@rows}" : @extent

        # The least needed is the last.
        def fitting(parts, between, width)
          parts = parts[0..-2] while parts.size > 1 && parts.join(between).size > width
          parts.join(between)
        end

        def elapsed_s = @clock.call - @began_s
        def clock(seconds) = format("%d:%02d", *seconds.round.divmod(60))
      end

      # Lines on a terminal that are drawn again in place, each time in a single write.
      class Canvas
        #: (IO, Display) -> void
        def initialize(io, display)
          @io = io
          @display = display
          @drawn = []
        end

        # Whether anything is drawn.
        def drawn? = @drawn.any?

        # Whether the terminal has another size than when it was drawn on.
        def resized? = drawn? && @size != size

        # Draws these lines in place of the earlier ones.
        #: (Array[String]) -> void
        def draw(lines)
          before = rows
          @size = size
          lines = lines.map { |line| cut(line) }
          @drawn = lines.map { |line| Canvas.columns(line) }
          write(up(before), *lines.map { |line| "#{line}#{TTY::Cursor.clear_line_after}\n" }, wipe(before - lines.size))
        end

        # Draws the first lines again, and leaves the others.
        #: (Array[String]) -> void
        def renew(lines)
          text = lines.map { |line| "#{cut(line)}#{TTY::Cursor.clear_line_after}\n" }
          rest = @drawn.size - lines.size
          write(up(@drawn.size), *text, *(TTY::Cursor.down(rest) if rest.positive?))
        end

        # Leaves these lines where the drawing was.
        #: (Array[String]) -> void
        def leave(lines)
          before = rows
          write(up(before), wipe(before), *lines.map { |line| "#{line}\n" })
          @drawn = []
        end

        # Integer: columns of a line, and lines that can be drawn. What scrolled away could not be redrawn.
        def width = @display.width - 1
        def room = @display.height - 1

        # Columns that a text takes.
        #: (String) -> Integer
        def self.columns(text) = Report::Terminal::Wrap.columns(text)

        private

        def size = [@display.height, @display.width]

        # Of what was drawn. Terminals fold their lines when they get narrower, and lose those at the top.
        def rows
          [@drawn.sum { |columns| [columns.fdiv(@display.width).ceil, 1].max }, @display.height - 1].min
        end

        # To the beginning of a line; up by no line would be up by one.
        def up(count) = count.positive? ? TTY::Cursor.up(count) + TTY::Cursor.column(1) : ""

        # Line by line: a terminal that is cleared from its top may keep the old lines in its scrollback.
        def wipe(count)
          count.positive? ? ("#{TTY::Cursor.clear_line}\n" * count) + up(count) : ""
        end

        # A terminal that is gone ends no run.
        def write(*texts)
          @io.print(texts.join)
          @io.flush
        rescue SystemCallError, IOError
          nil
        end

        # A line that is cut loses its colours: half of an escape sequence would colour all that follows.
        def cut(line)
          return line if Canvas.columns(line) <= width

          Report::Terminal::Wrap.first(Report::Terminal::Wrap.plain(line), width)
        end
      end
    end
  end
end
