# frozen_string_literal: true

module Cachemark
  module Report
    # The stampedes of a run's rows: as a table, and as figures for other programs.
    module Stampedes
      READ_FIRST = "In a stampede, all workers ask for a value at once when it has expired. A recomputation takes %s. " \
                   "Recomputations are counted per expiry: the mean (lowest to highest). Latencies are those of the callers " \
                   "that computed nothing. A percentile is shown only if ten calls took longer. Stale: calls that returned " \
                   "the expired value, as race_condition_ttl allows. Wrong: calls that returned anything else that was not " \
                   "computed for this expiry."
      LATENCIES = { p50_ns: "p50 of others", p99_ns: "p99", max_ns: "max" }.freeze
      COUNTS = { stale: 1, wrong: 0, raised: 1 }.freeze
      # Figure => its unit; a figure without one is only a column.
      UNITS = { workers: nil, expiries: nil, recomputations: "per expiry", recomputations_low: nil, recomputations_high: nil,
                others: nil, others_p50_ns: "ns", others_p99_ns: "ns", others_max_ns: "ns", stale: "calls", wrong: "calls",
                raised: "calls" }.freeze
      # The words of a driver whose client lacks the call.
      NOT_OFFERED = /\Anot offered/
      private_constant :NOT_OFFERED, :READ_FIRST, :LATENCIES, :COUNTS, :UNITS

      class << self
        # Of a table with a scenario that is a stampede.
        #: (Stats::Table) -> Array
        def parts(table)
          rows = table.listed.select(&:stampede)
          [Part::Heading.new(id: "stampedes", text: "Stampedes"), Part::Text.new(text: read_first(rows), tone: "faint"),
           Table.of_rows(id: "stampede-rows", caption: "Stampedes", rows: rows, columns: columns(rows))]
        end

        # The figures of a row for Exports; none if no scenario of the table is a stampede. Without stampedes, a row has
        # columns only.
        #: (Stats::Row, Stats::Table) -> Array[Exports::Figure]
        def figures(row, table)
          return [] if table.shown.none?(&:stampede)

          values = values(row.stampede)
          UNITS.each_with_index.map do |(name, unit), at|
            Exports::Figure.new(name: "stampede_#{name}", unit: (unit if row.stampede&.recomputations), value: values[at])
          end
        end

        private

        def read_first(rows)
          times = rows.map { |row| row.stampede.compute_ms }.uniq.sort
          format(READ_FIRST, "#{times.join(" or ")} ms")
        end

        def columns(rows)
          [Column.words("contender", always: true, &:contender), Run.label(rows),
           Column.figures("workers", 4) { |row| Figures.count(row.stampede.workers) },
           Column.figures("expiries", 5) { |row| row.stampede.recomputations ? Figures.count(row.stampede.expiries) : "" },
           recomputations, *latencies, *counts]
        end

        def recomputations
          number = ->(row) { row.stampede.recomputations&.fetch(:mean) }
          Column.figures("recomputations", always: true, number: number) do |row|
            row.stampede.recomputations ? per_expiry(**row.stampede.recomputations) : lack(row)
          end
        end

        # Of a row without stampedes. The run may have been ended before. A footnote has the whole reason.
        def lack(row)
          reason = row.stampede.lack || row.reason.to_s
          reason[NOT_OFFERED] || (row.ok? ? "" : row.status)
        end

        # "1", or "3.4 (2 to 6)" if expiries differ.
        def per_expiry(mean:, lowest:, highest:)
          lowest == highest ? Figures.count(mean) : format("%.1f (%d to %d)", mean, lowest, highest)
        end

        def latencies
          LATENCIES.each_with_index.map do |(name, heading), at|
            number = ->(row) { row.stampede.others&.fetch(name) }
            Column.figures(heading, at + 1, always: true, number: number) { |row| Figures.time(number.call(row)) }
          end
        end

        def counts
          COUNTS.map do |name, keep|
            Column.figures(name.to_s, keep, always: name != :raised, tone: ->(row) { "status" if bad?(name, row) }) do |row|
              of_calls(row.stampede, name)
            end
          end
        end

        def bad?(name, row) = name != :stale && row.stampede[name].positive?

        # "28 of 40"
        def of_calls(stampede, name)
          return "" if stampede.calls.zero? || (name == :raised && stampede.raised.zero?)

          stampede[name].zero? ? "0" : "#{Figures.count(stampede[name])} of #{Figures.count(stampede.calls)}"
        end

        def values(stampede)
          return [] unless stampede

          recomputed = stampede.recomputations.to_h.values_at(:mean, :lowest, :highest)
          [stampede.workers, stampede.expiries, *recomputed, *stampede.others.to_h.values_at(:count, *LATENCIES.keys),
           *stampede.to_h.values_at(*COUNTS.keys)]
        end
      end
    end
  end
end
