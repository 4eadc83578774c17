# frozen_string_literal: true

module Cachemark
  module Stats
    # How a run went on: what blocks cost beside their own cell's median, in slices of the time. Where all cells drift,
    # the machine did; where one does, the client.
    module Course
      # `at_s` is the middle of the slice, in seconds since the run began to measure; `deviation` is the cost ratio - 1.
      Point = Value.define(:contender, :scenario, :mode, :at_s, :deviation)
      SLICES = 24

      class << self
        # Of the cells that reports print, in the record's order; none where blocks do not tell their time.
        #
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

        private

        def points(cell, blocks, first, width)
          middle = Median.of(blocks.map { |block| ProcessCost.code_log(block) })
          slices = blocks.group_by { |block| [((block["at_s"] - first) / width).floor, SLICES - 1].min }
          slices.sort.map do |slice, own|
            deviation = Math.exp(Median.of(own.map { |block| ProcessCost.code_log(block) }) - middle) - 1
            Point.new(contender: cell["contender"], scenario: cell["scenario"], mode: cell["mode"],
                      at_s: first + ((slice + 0.5) * width), deviation: deviation)
          end
        end
      end
    end
  end
end
