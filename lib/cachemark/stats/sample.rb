# frozen_string_literal: true

module Cachemark
  module Stats
    # What one fresh process says of one cell: the sample of which a row's interval is made. Times are Float ns
    # per call, by ProcessCost (`wall_ns`) or plain means over the process's blocks; nil where a runtime does not tell.
    Sample = Value.define(:contender, :scenario, :mode, :process, :iterations, :wall_ns,
                          user_ns: nil, system_ns: nil, allocations: nil) do
      # One for each process of a row, in the order in which they first ran.
      #
      #: (Row, Array[Hash]) -> Array[Sample]
      def self.of(row, blocks)
        ProcessCost.of(blocks).map do |cost|
          new(contender: row.contender, scenario: row.scenario, mode: row.mode, process: cost.blocks.first["process"],
              wall_ns: Math.exp(cost.log), **Cost.new(cost.blocks).means)
        end
      end
    end
  end
end
