# frozen_string_literal: true

module Cachemark
  module Stats
    class OpenLoop
      # The rows of a record's open loop: each cell at each rate.
      class Rows
        # What 99 % of the calls may wait for the sender alone.
        LATE_NS = 100_000

        #: (Record) -> void
        def initialize(record)
          @rates = record.run.dig("options", "rates")
          @evidence = Evidence.new(record)
          @footnotes = Stats::Footnotes.new(@evidence)
          @due = record.arrivals.to_h { |line| [line["arrivals"], line["due"].unpack1("m").unpack("Q<*")] }
        end

        #: () -> Array[Row]
        def to_a = @evidence.cells.flat_map { |cell| rows(cell) }.freeze

        private

        def rows(cell)
          status, reason = Status.of(cell, @evidence)
          known = { **Section.identity(cell), **Provenance.of(cell, @evidence) }
          notes = @footnotes.of(cell, nil)
          return [Row.new(**known, status: status, reason: reason, footnotes: notes)] unless status == "ok"

          blocks = @evidence.blocks(cell).group_by { |block| block["rate"] }
          @rates.map { |rate| row(known, notes, rate, blocks[rate]) }
        end

        def row(known, notes, rate, blocks)
          return Row.new(**known, rate: rate, status: "failed", reason: Status::UNMEASURED, footnotes: notes) unless blocks

          figures = Figures.new(blocks, @due, workers(known[:mode])).to_h
          Row.new(**known, **figures, status: "ok", footnotes: [behind(figures), late(figures), *notes].compact.freeze)
        end

        # Calls that may be under way at once: "threads-4" has four workers.
        def workers(mode) = mode[/\A[a-z]+-(\d+)/, 1]&.to_i || 1

        def behind(figures)
          return unless figures[:fell_behind]

          sent, rate = figures.values_at(:achieved, :rate).map { |number| number.round.to_s.gsub(/(?<=\d)(?=(\d{3})+\z)/, ",") }
          "fell behind: sent #{sent}/s of #{rate}/s; its latencies grow as long as it is measured"
        end

        def late(figures)
          return unless figures[:late_p99_ns].to_i > LATE_NS

          format("the sender itself was late: 1 %% of the calls began %.1f ms or more after they could have",
                 figures[:late_p99_ns] / 1e6)
        end
      end
    end
  end
end
