# frozen_string_literal: true

module Cachemark
  module Live
    # The columns of the tables that are drawn while they get sharper. Fewer than in the reports: what moves is to be read
    # at a glance. `goal` is the share to which figures are to be known.
    module Columns
      class << self
        # Of a run: cost, how well it is known, x of the reference.
        #
        #: (Array[Stats::Row], Report::Terminal::Paint, Float) -> Array[Report::Terminal::Columns::Column]
        def of_rows(rows, paint, goal)
          telling(rows, label(rows),
                  column("per call", 0) { |row| row.ok? ? figures.time(row.wall_ns) : paint.alarm(row.status) },
                  column("x socket", 1) { |row| row.socket_ratio ? format("%.2f", row.socket_ratio) : "" },
                  column("known to", 2) { |row| known_to(row) }, bar(paint, goal, 3) { |row| known(row) },
                  column("calls/s", 4) { |row| figures.count(row.calls_per_s) },
                  column("allocations", 5) { |row| figures.number(row.allocations) })
        end

        # Of an open loop: rate, what was sent, percentiles.
        #
        #: (Array[Stats::OpenLoop::Row], Report::Terminal::Paint, Float) -> Array[Report::Terminal::Columns::Column]
        def of_rates(rows, paint, _goal)
          words = Report::OpenLoop::Words
          telling(rows, label(rows), column("rate", 0) { |row| words.rate(row.rate) },
                  column("sent", 1) { |row| row.ok? && !row.fell_behind ? words.sent(row) : paint.alarm(words.sent(row)) },
                  column("p50", 2) { |row| words.percentile(row, :p50_ns) },
                  column("p99", 0) { |row| words.percentile(row, :p99_ns) },
                  column("processes", 3) { |row| row.ok? ? row.processes.to_s : "" })
        end

        # Of a comparison: the verdict as it stands, the effect with its interval, how well it is known.
        #
        #: (Array[Stats::Verdict], Report::Terminal::Paint, Float) -> Array[Report::Terminal::Columns::Column]
        def of_verdicts(verdicts, paint, goal)
          effects = Report::Effects
          names = Report::Verdicts::Names.new(verdicts)
          telling(verdicts, column("", 0, align: :left) { |one| names.full(one) },
                  column("so far", 0, align: :left) { |one| paint.verdict(one.verdict, effects.verdict(one.verdict)) },
                  column("effect", 0) { |one| effects.of(one.effect, one.interval) }, bar(paint, goal, 2, &:half_width),
                  column("pairs", 1) { |one| one.pairs.to_s },
                  column("per call", 3) { |one| effects.costs(one.costs, unit: one.unit) })
        end

        private

        # The first, and those that have something to say of one of the rows by now.
        def telling(rows, label, *columns)
          [label, *columns.select { |column| rows.any? { |row| column.cell.call(row) != "" } }]
        end

        def column(heading, keep, align: :right, &cell)
          Report::Terminal::Columns::Column.new(heading: heading, keep: keep, align: align, cell: cell)
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

        # Where there is no interval yet, how many of the processes that make one have measured.
        def known_to(row)
          return "" unless row.ok?

          known(row) ? "± #{figures.percent(known(row))}" : "#{row.processes} of #{Stats::Interval::FEWEST}"
        end

        # What `--until` looks at: the ratio; of the reference itself, which is surely 1, the time.
        def known(row) = [row.socket_ratio_precision, row.precision].compact.find(&:positive?)

        def figures = Report::Figures
      end
    end
  end
end
