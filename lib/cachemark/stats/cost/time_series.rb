# frozen_string_literal: true

module Cachemark
  module Stats
    class Cost
      # A measurement over time.
      module TimeSeries
        # The cost of a cell's blocks in one slice of the time, relative to the cell's median. `at_s` is the middle of the
        # slice, in seconds since the run began to measure; `deviation` is the cost ratio - 1.
        Point = Value.define(:contender, :scenario, :mode, :at_s, :deviation)

        # One pair of fresh processes. `comparison` is the record's id, as in a Verdict. `effect` is the cost ratio - 1, and
        # `at_s` the time at which the pair was complete.
        PairPoint = Value.define(:comparison, :effect, :at_s)

        SLICES = 24

        class << self
          # A run over time: the cells that reports print, in the record's order; empty if blocks have no time. If all
          # cells drift, the machine did; if one does, the client did.
          #: (Record) -> Array[Point]
          def of(record)
            blocks = record.blocks.select { |block| block["at_s"] }
            first, last = blocks.map { |block| block["at_s"] }.minmax
            return [] if blocks.empty? || first == last

            width = (last - first) / SLICES.to_f
            blocks = blocks.group_by { |block| block["cell"] }
            cells = record.cells.reject { |cell| cell["shown"] == false }
            cells.flat_map { |cell| points(cell, blocks.fetch(cell["cell"], []), first, width) }
          end

          # A comparison over time: the change of the time per call in each pair, in the order in which pairs were
          # measured.
          #: (Record) -> Array[PairPoint]
          def of_pairs(record)
            pairs = Pairs.new(record)
            record.comparisons.map { |line| line["comparison"] }.flat_map do |comparison|
              pairs.of(comparison).filter_map do |pair|
                effect = pair.effect("wall")
                PairPoint.new(comparison: comparison, effect: Math.exp(effect) - 1, at_s: pair.at_s) if effect && pair.at_s
              end
            end
          end

          private

          def points(cell, blocks, first, width)
            middle = Median.of(blocks.map { |block| Cost::OfProcess.code_log(block) })
            slices = blocks.group_by { |block| [((block["at_s"] - first) / width).floor, SLICES - 1].min }
            slices.sort.map do |slice, blocks|
              deviation = Math.exp(Median.of(blocks.map { |block| Cost::OfProcess.code_log(block) }) - middle) - 1
              Point.new(contender: cell["contender"], scenario: cell["scenario"], mode: cell["mode"],
                        at_s: first + ((slice + 0.5) * width), deviation: deviation)
            end
          end
        end
      end
    end
  end
end
