# frozen_string_literal: true

module Cachemark
  module Stats
    # The traffic of every cell of a record, with remarks where it differs from its label or its peers.
    class WorkTable < Value.define(:run, :rows, environments: [].freeze, outcome: nil, notes: [].freeze)
      include Listing

      class << self
        # The table of a record, whether its run has ended or not.
        #: (Record) -> WorkTable
        def of(record)
          rows = Rows.new(record).to_a
          new(**RunFacts.of(record), rows: rows,
              notes: [*Notes.of_run(record), *Notes.unmeasured(record, rows), *first_pairs(record), *uneven(rows)].freeze)
        end

        private

        # The proxy only watches the first pairs.
        def first_pairs(record)
          counts = record.works.filter_map { |work| work["pairs"] }.minmax.compact
          counts.empty? ? [] : [Remark[:first_pairs, counts: counts]]
        end

        # Totals of an iteration cover as many calls as its row makes.
        def uneven(rows)
          calls = rows.select { |row| row.shown && row.ok? }.filter_map(&:calls).minmax
          calls.uniq.size < 2 ? [] : [Remark[:uneven_rows, calls: calls]]
        end
      end

      # The traffic of one cell in an iteration, once the iterations no longer differ. `first` has the figures in which its
      # first iteration differed. Only "ok" rows have figures. `reached` is as in Stats::Row. With several servers, `spread` are
      # the commands and keys of each, and `askings` how calls with several keys ask them.
      Row = Value.define(
        *Listing::NAMES, **Listing::FACTS,
        commands: [].freeze, round_trips: nil, bytes_out: nil, bytes_in: nil, packets: nil, hits: nil, misses: nil, errors: nil,
        exceptions: nil, locks: nil, strangers: [].freeze, key_bytes: {}.freeze, in_flight: nil, first: {}.freeze,
        spread: [].freeze, askings: [].freeze, counts: {}.freeze
      ) do
        # Whether the row has figures.
        def ok? = status == "ok"
      end

      # The rows of a record, from the proxy's observations of each cell.
      class Rows
        FIGURES = %i[round_trips bytes_out bytes_in packets hits misses errors exceptions locks strangers key_bytes
                     commands spread].freeze
        # Figures of the first iteration that are kept if they differ.
        FIRST = %i[round_trips bytes_out bytes_in hits misses errors].freeze
        private_constant :FIGURES, :FIRST

        #: (Record) -> void
        def initialize(record)
          @evidence = Evidence.new(record)
          @footnotes = Notes::Footnotes.new(@evidence)
          @counts = Counts.new(record)
        end

        #: () -> Array[Row]
        def to_a = @evidence.cells.map { |cell| row(cell) }.freeze

        private

        def row(cell)
          seen = @footnotes.findings.observation(cell)
          head = @evidence.head(cell, measured: !seen.nil?)
          Row.new(**head, **(head[:status] == "ok" ? figures(cell, seen) : {}), in_flight: @evidence.calls_in_flight(cell),
                  footnotes: @footnotes.of_work(cell))
        end

        def figures(cell, seen)
          warm, cold = [seen.warm, seen.cold].map { |work| FIGURES.to_h { |name| [name, work.public_send(name)] } }
          calls = seen.definition.pairs? ? { calls: seen.definition.steps.size } : {}
          first = cold.slice(*FIRST).reject { |name, figure| warm[name] == figure }
          { **warm, **calls, askings: seen.askings, counts: @counts.of_row(cell), first: first.freeze }
        end
      end
    end
  end
end
