# frozen_string_literal: true

module Cachemark
  module Live
    # A table as far as it is known, for any width: a terminal may be resized before there is more to know.
    class Sheet
      # The share to which a figure should be known where nothing was asked for: what a comparison calls the same.
      GOAL = 0.01

      # `goal` is the share to which figures are to be known.
      #: (Array[Stats::Row | Stats::OpenLoop::Row], Report::Terminal::Paint, Float) -> Sheet
      def self.of_rows(rows, paint, goal)
        kind = rows.first.is_a?(Stats::OpenLoop::Row) ? :of_rates : :of_rows
        new(Columns.public_send(kind, rows, paint, goal), Stats::Section.of(rows), paint)
      end

      #: (Array[Stats::Verdict], Report::Terminal::Paint, Float) -> Sheet
      def self.of_verdicts(verdicts, paint, goal)
        new(Columns.of_verdicts(verdicts, paint, goal), Report::Verdicts.sections(verdicts), paint)
      end

      #: (Array[Report::Column], Array[Stats::Section], Report::Terminal::Paint) -> void
      def initialize(columns, sections, paint)
        @columns = columns
        @sections = sections
        @paint = paint
      end

      # Array[String] of the headings, and Array[Array[String]] of the sections, of each its heading first.
      #: (Integer) -> [Array[String], Array[Array[String]]]
      def lines(width)
        grid = Report::Terminal::Grid.new(@columns, @sections, width, @paint, heading: :heading.to_proc)
        head, rule, *body = grid.to_s.split("\n", -1)
        [[head, rule], body.slice_when { |line, _| line.empty? }.map { |own| own.reject(&:empty?) }]
      end

      # The columns of the live tables: fewer than in the reports, to be read at a glance. `goal` is the share to which figures
      # are to be known.
      module Columns
        class << self
          # Of a run: cost, × socket, and how precisely it is known.
          #: (Array[Stats::Row], Report::Terminal::Paint, Float) -> Array[Report::Column]
          def of_rows(rows, paint, goal)
            telling(rows, label(rows),
                    column("per call", 0) { |row| row.ok? ? figures.time(row.wall_ns) : paint.alarm(row.status) },
                    column("× socket", 1) { |row| row.socket_ratio ? format("%.2f", row.socket_ratio) : "" },
                    column("known to", 2) { |row| known_to(row) }, bar(paint, goal, 3) { |row| known(row) },
                    column("calls/s", 4) { |row| figures.count(row.calls_per_s) },
                    column("allocations", 5) { |row| figures.number(row.allocations) })
          end

          # Of an open loop: rate, what was sent, percentiles.
          #: (Array[Stats::OpenLoop::Row], Report::Terminal::Paint, Float) -> Array[Report::Column]
          def of_rates(rows, paint, _goal)
            loops = Report::OpenLoop
            telling(rows, label(rows), column("rate", 0) { |row| figures.rate(row.rate) },
                    column("sent", 1) { |row| row.ok? && !row.fell_behind ? loops.sent(row) : paint.alarm(loops.sent(row)) },
                    column("p50", 2) { |row| loops.percentile(row, :p50_ns) },
                    column("p99", 0) { |row| loops.percentile(row, :p99_ns) },
                    column("processes", 3) { |row| row.ok? ? row.processes.to_s : "" })
          end

          # Of a comparison: the verdict so far, the change with its interval, and how precisely it is known.
          #: (Array[Stats::Verdict], Report::Terminal::Paint, Float) -> Array[Report::Column]
          def of_verdicts(verdicts, paint, goal)
            names = Report::Verdicts::Names.new(verdicts)
            telling(verdicts, column("", 0, align: :left) { |one| names.full(one) },
                    column("so far", 0, align: :left) { |one| paint.tone(one.verdict, figures.verdict(one.verdict)) },
                    column("change", 0) { |one| figures.change(one.effect, one.interval) }, bar(paint, goal, 2, &:half_width),
                    column("pairs", 1) { |one| one.pairs.to_s },
                    column("per call", 3) { |one| figures.costs(one.costs, unit: one.unit) })
          end

          private

          # The first, and those that have something to say of one of the rows by now.
          def telling(rows, label, *columns)
            [label, *columns.select { |column| rows.any? { |row| column.cell.call(row) != "" } }]
          end

          def column(heading, keep, align: :right, &cell)
            Report::Column.new(heading: heading, keep: keep, align: align, cell: cell)
          end

          def label(rows)
            labels = Report::Labels.new(rows)
            column("", 0, align: :left) { |row| labels.short(row) }
          end

          # The block answers the share to which a row is known.
          def bar(paint, goal, keep)
            column("", keep, align: :left) do |row|
              share = yield row
              text = Bar.of(share, goal: goal)
              share && share <= goal ? paint.good(text) : text
            end
          end

          # The precision or, before there is an interval, the number of processes that have measured.
          def known_to(row)
            return "" unless row.ok?

            known(row) ? "± #{figures.percent(known(row))}" : "#{row.processes} of #{Stats::Interval::FEWEST}"
          end

          # The figure of `--until`: the precision of the ratio; for the reference itself, whose ratio is 1, that of the time.
          def known(row) = [row.socket_ratio_precision, row.precision].compact.find(&:positive?)

          def figures = Report::Figures
        end
      end

      # How well a figure is known, as a small bar: full where it is known as well as was asked for, empty where it is
      # known 16 times worse. Each of its parts is a factor of 1.4, half of the time that this precision takes.
      module Bar
        PARTS = 8
        FULL = "█"
        EMPTY = "·"

        # `share` is half of the interval; nil where there is none yet.
        #: (Float?, ?goal: Float) -> String
        def self.of(share, goal: GOAL)
          return "" unless share

          full = share <= goal ? PARTS : (PARTS - (2 * Math.log2(share / goal))).floor.clamp(0, PARTS - 1)
          (FULL * full) + (EMPTY * (PARTS - full))
        end
      end

      # A table that may be longer than the screen: its pages take turns.
      class Pages
        # Seconds that a page is shown: long enough to be read.
        TURN_S = 4

        #: (clock: #call) -> void
        def initialize(clock:)
          @clock = clock
          @began_s = clock.call
          @count = 1
        end

        # Whether it is time for the next page.
        def due? = @count > 1 && current != @shown

        # The lines that fit, of sections of which each has its heading first; what is apart where there is room for that
        # is close where there is not.
        #: (Array[Array[String]], Integer) -> Array[String]
        def of(sections, room)
          apart = sections.flat_map { |lines| ["", *lines] }.drop(1)
          close = sections.flatten
          pages = close.size > room ? packed(sections, [room - 1, 2].max) : [[apart, close].find { |lines| lines.size <= room }]
          @count = pages.size
          @shown = current
          @count > 1 ? [*pages[@shown], "page #{@shown + 1} of #{@count}"] : pages.first
        end

        # As many lines as fit: the rest is counted.
        #: (Array[String], Integer) -> Array[String]
        def self.fitting(lines, room)
          lines.size > room ? lines.first(room) + ["  ... #{lines.size - room} more"] : lines
        end

        private

        def current = ((@clock.call - @began_s) / TURN_S).floor % @count

        # A heading begins every page that has rows of its section, and ends none.
        def packed(sections, room)
          sections.each_with_object([[]]) do |(heading, *rows), pages|
            rows.each_with_index do |row, index|
              pages << [] if pages.last.size + (index.zero? ? 2 : 1) > room
              pages.last << heading if index.zero? || pages.last.empty?
              pages.last << row
            end
          end
        end
      end
    end
  end
end
