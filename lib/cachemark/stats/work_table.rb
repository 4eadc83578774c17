# frozen_string_literal: true

module Cachemark
  module Stats
    # What every cell of a record does on the wire, and where that is not what its label or its peers say.
    class WorkTable < Value.define(:run, :rows, environments: [].freeze, outcome: nil, notes: [].freeze)
      include Listing

      class << self
        # The table of a record, whether its run has ended or not.
        #: (Record) -> WorkTable
        def of(record)
          rows = Rows.new(record).to_a
          new(run: record.run, rows: rows, environments: record.environments, outcome: record.ending["outcome"],
              notes: [*Notes.of_run(record), *Notes.unmeasured(record, rows), *first_pairs(record), *uneven(rows)].freeze)
        end

        private

        # The proxy lets so many calls through, and no more.
        def first_pairs(record)
          counts = record.works.filter_map { |work| work["pairs"] }.minmax.compact
          counts.empty? ? [] : [Remark[:first_pairs, counts: counts]]
        end

        # Totals of an iteration are of as many calls as its row makes.
        def uneven(rows)
          calls = rows.select { |row| row.shown && row.ok? }.filter_map(&:calls).minmax
          calls.uniq.size < 2 ? [] : [Remark[:uneven_rows, calls: calls]]
        end
      end

      # What one cell does on the wire in an iteration, once nothing changes any more; `first` has the figures in which its
      # first iteration differed. Only "ok" has figures. `reached`: as of Stats::Row.
      Row = Value.define(
        *Listing::NAMES, **Listing::FACTS,
        commands: [].freeze, round_trips: nil, bytes_out: nil, bytes_in: nil, hits: nil, misses: nil, errors: nil,
        exceptions: nil, locks: nil, strangers: [].freeze, key_bytes: {}.freeze, in_flight: nil, first: {}.freeze
      ) do
        # Whether the row has figures.
        #: () -> bool
        def ok? = status == "ok"
      end

      # The rows of a record: what the proxy saw of each cell.
      class Rows
        FIGURES = %i[round_trips bytes_out bytes_in hits misses errors exceptions locks strangers key_bytes commands].freeze
        # Of the first iteration, where they were others.
        FIRST = %i[round_trips bytes_out bytes_in hits misses errors].freeze
        private_constant :FIGURES, :FIRST

        #: (Record) -> void
        def initialize(record)
          @evidence = Evidence.new(record)
          @footnotes = Notes::Footnotes.new(@evidence)
        end

        #: () -> Array[Row]
        def to_a = @evidence.cells.map { |cell| row(cell) }.freeze

        private

        def row(cell)
          seen = @footnotes.findings.observation(cell)
          head = @evidence.head(cell, measured: !seen.nil?)
          Row.new(**head, **(head[:status] == "ok" ? figures(seen) : {}), in_flight: @evidence.calls_in_flight(cell),
                  footnotes: @footnotes.of_work(cell))
        end

        def figures(seen)
          warm, cold = [seen.warm, seen.cold].map { |work| FIGURES.to_h { |name| [name, work.public_send(name)] } }
          calls = seen.definition.pairs? ? { calls: seen.definition.steps.size } : {}
          { **warm, **calls, first: cold.slice(*FIRST).reject { |name, figure| warm[name] == figure }.freeze }
        end
      end
    end
  end
end
