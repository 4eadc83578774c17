# frozen_string_literal: true

module Cachemark
  module Live
    # The current table, for any width, because a terminal may be resized before there are new figures.
    class CurrentTable
      # The default precision of a figure, as a share: the margin of a comparison.
      GOAL = 0.01

      # `goal` is the requested precision of figures, as a share.
      #: (Array[Stats::Row | Stats::OpenLoop::Row], Report::Terminal::Colours, Float) -> CurrentTable
      def self.of_rows(rows, colours, goal)
        kind = rows.first.is_a?(Stats::OpenLoop::Row) ? :of_rates : :of_rows
        new(Columns.public_send(kind, rows, colours, goal), Stats::Section.of(rows), colours)
      end

      #: (Array[Stats::Verdict], Report::Terminal::Colours, Float) -> CurrentTable
      def self.of_verdicts(verdicts, colours, goal)
        new(Columns.of_verdicts(verdicts, colours, goal), Report::Verdicts.sections(verdicts), colours)
      end

      # `counted` is what the hosts have done: "pairs".
      #: (Array[#name & #state & #done], String, Report::Terminal::Colours) -> CurrentTable
      def self.of_hosts(hosts, counted, colours)
        new(Columns.of_hosts(counted, colours), [Stats::Section.new(heading: "", rows: hosts)], colours)
      end

      #: (Array[Report::Column], Array[Stats::Section], Report::Terminal::Colours) -> void
      def initialize(columns, sections, colours)
        @columns = columns
        @sections = sections
        @colours = colours
      end

      # Array[String] of the headings, and an Array[Array[String]] of the sections, each with its heading first.
      #: (Integer) -> [Array[String], Array[Array[String]]]
      def lines(width)
        grid = Report::Terminal::Grid.new(@columns, @sections, width, @colours, heading: :heading.to_proc)
        [grid.head, grid.body.slice_when { |line, _| line.empty? }.map { |own| own.reject(&:empty?) }]
      end

      # The columns of the live tables: fewer than in the reports, so that they can be read at a glance. `goal` is the
      # requested precision of figures, as a share.
      module Columns
        class << self
          # For a run: cost, × socket, and their precision. The figures of a single process are faint.
          #: (Array[Stats::Row], Report::Terminal::Colours, Float) -> Array[Report::Column]
          def of_rows(rows, colours, goal)
            with_text(rows, label(rows),
                    figure("per call", 0, colours) { |row| row.ok? ? figures.time(row.wall_ns) : colours.alarm(row.status) },
                    figure("× socket", 1, colours) { |row| row.socket_ratio ? format("%.2f", row.socket_ratio) : "" },
                    precision(rows), bar(colours, goal, 3) { |row| known(row) },
                    figure("calls/s", 4, colours) { |row| figures.count(row.calls_per_s) },
                    figure("allocations", 5, colours) { |row| figures.number(row.allocations) })
          end

          # For an open loop: requested rate, achieved rate, percentiles.
          #: (Array[Stats::OpenLoop::Row], Report::Terminal::Colours, Float) -> Array[Report::Column]
          def of_rates(rows, colours, _goal)
            loops = Report::OpenLoop
            with_text(rows, label(rows), column("rate", 0) { |row| figures.rate(row.rate) },
                    column("sent", 1) { |row| row.ok? && !row.fell_behind ? loops.sent(row) : colours.alarm(loops.sent(row)) },
                    column("p50", 2) { |row| loops.percentile(row, :p50_ns) },
                    column("p99", 0) { |row| loops.percentile(row, :p99_ns) },
                    column("processes", 3) { |row| row.ok? ? row.processes.to_s : "" })
          end

          # For a comparison: the verdict so far, the change with its interval, and its precision.
          #: (Array[Stats::Verdict], Report::Terminal::Colours, Float) -> Array[Report::Column]
          def of_verdicts(verdicts, colours, goal)
            names = Report::Verdicts::Names.new(verdicts)
            with_text(verdicts, column("", 0, align: :left) { |verdict| names.full(verdict) },
                    column("so far", 0, align: :left) do |verdict|
                      colours.tone(verdict.verdict, figures.verdict(verdict.verdict))
                    end,
                    column("change", 0) { |verdict| figures.change(verdict.effect, verdict.interval) },
                    bar(colours, goal, 2, &:half_width),
                    column("pairs", 1) { |verdict| verdict.pairs.zero? ? "" : verdict.pairs.to_s },
                    column("per call", 3) { |verdict| figures.costs(verdict.costs, unit: verdict.unit) })
          end

          # For several hosts: what each of them does.
          def of_hosts(counted, colours)
            [column("host", 0, align: :left, &:name), column("state", 0, align: :left) { |host| state(host, colours) },
             column(counted, 0) { |host| host.done.to_s }]
          end

          private

          def state(host, colours) = host.state.match?(/silent|early/) ? colours.alarm(host.state) : host.state

          # The first column, and those with text in at least one row.
          def with_text(rows, label, *columns)
            [label, *columns.select { |column| rows.any? { |row| column.cell.call(row) != "" } }]
          end

          def column(heading, keep, align: :right, &cell)
            Report::Column.new(heading: heading, keep: keep, align: align, cell: cell)
          end

          def figure(heading, keep, colours)
            column(heading, keep) do |row|
              text = yield row
              row.ok? && row.processes == 1 ? colours.faint(text) : text
            end
          end

          def label(rows)
            labels = Report::Labels.new(rows)
            column("", 0, align: :left) { |row| labels.short(row) }
          end

          # The block returns the precision of a row, as a share.
          def bar(colours, goal, keep)
            column("", keep, align: :left) do |row|
              share = yield row
              text = Bar.of(share, goal: goal)
              share && share <= goal ? colours.good(text) : text
            end
          end

          # The precision or, before there is an interval, the number of processes that have measured.
          def precision(rows)
            if rows.any? { |row| known(row) }
              column("known to", 2) { |row| known(row) ? "± #{figures.percent(known(row))}" : "" }
            else
              column("processes", 2) { |row| row.ok? ? "#{row.processes} of #{Stats::Interval::FEWEST}" : "" }
            end
          end

          # The figure for `--for SHARE`: the precision of the ratio. The reference itself has the ratio 1, so that the precision
          # of its time counts.
          def known(row) = [row.socket_ratio_precision, row.precision].compact.find(&:positive?)

          def figures = Report::Figures
        end
      end

      # The precision of a figure as a small bar: full at the requested precision, empty at 16 times worse. Each of its parts
      # is a factor of 1.4, which halves the measuring time.
      module Bar
        PARTS = 8
        FULL = "█"
        EMPTY = "·"

        # `share` is half of the interval; nil if there is none yet.
        #: (Float?, ?goal: Float) -> String
        def self.of(share, goal: GOAL)
          return "" unless share

          full = share <= goal ? PARTS : (PARTS - (2 * Math.log2(share / goal))).floor.clamp(0, PARTS - 1)
          (FULL * full) + (EMPTY * (PARTS - full))
        end
      end

      # A table that may be longer than the screen: its pages take turns.
      class Pages
        # Seconds for which a page is shown: long enough to read it.
        TURN_S = 4

        #: (clock: #call) -> void
        def initialize(clock:)
          @clock = clock
          @began_s = clock.call
          @count = 1
        end

        # Whether it is time for the next page.
        def due? = @count > 1 && current != @shown

        # The lines that fit, from sections that begin with their heading. Sections are separated by blank lines if there is
        # room.
        #: (Array[Array[String]], Integer) -> Array[String]
        def of(sections, room)
          apart = sections.flat_map { |lines| ["", *lines] }.drop(1)
          close = sections.flatten
          pages = close.size > room ? packed(sections, [room - 1, 2].max) : [[apart, close].find { |lines| lines.size <= room }]
          @count = pages.size
          @shown = current
          @count > 1 ? [*pages[@shown], "page #{@shown + 1} of #{@count}"] : pages.first
        end

        # As many lines as fit, with the number of the others.
        #: (Array[String], Integer) -> Array[String]
        def self.fitting(lines, room)
          lines.size > room ? lines.first(room) + ["  ... #{lines.size - room} more"] : lines
        end

        private

        def current = ((@clock.call - @began_s) / TURN_S).floor % @count

        # Every page with rows of a section begins with its heading, and no page ends with a heading.
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
