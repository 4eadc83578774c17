# frozen_string_literal: true

module Cachemark
  module Stats
    # Makes the table of a record: evidence in, rows out.
    class Tabulation
      #: (Record) -> void
      def initialize(record)
        @record = record
        @sequential = !record.run.dig("options", "until").nil?
        @evidence = Evidence.new(record)
        @socket_ratio = SocketRatio.new(@evidence, sequential: @sequential)
        @footnotes = Footnotes.new(@evidence)
      end

      #: () -> Table
      def table
        rows = @record.cells.map { |cell| row(cell) }.freeze
        Table.new(run: @record.run, rows: rows, samples: samples(rows), environments: @record.environments,
                  outcome: @record.ending["outcome"], notes: Notes.of(@record, rows).freeze)
      end

      private

      def samples(rows)
        @record.cells.zip(rows).flat_map { |cell, row| row.ok? && row.shown ? Sample.of(row, @evidence.blocks(cell)) : [] }.freeze
      end

      def row(cell)
        status, reason = Status.of(cell, @evidence)
        figures = status == "ok" ? figures(cell) : {}
        Row.new(**Section.identity(cell), **Provenance.of(cell, @evidence), **figures, status: status, reason: reason,
                                                                               footnotes: footnotes(cell, figures))
      end

      def figures(cell)
        blocks = @evidence.blocks(cell)
        { **Cost.new(blocks, sequential: @sequential).to_h, **@socket_ratio.of(cell),
          **Provenance.proven(@evidence.proofs(cell)), latencies: Latencies.of(blocks),
          in_flight: InFlight.of(cell, @evidence) }
      end

      def footnotes(cell, figures)
        notes = @footnotes.of(cell, figures[:cpu_s])
        notes += ["no proof of its replies is on record"] if figures.any? && @evidence.proofs(cell).empty?
        notes.freeze
      end
    end
  end
end
