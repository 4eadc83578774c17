# frozen_string_literal: true

module Cachemark
  module Lab
    module Schedule
      # Exactly `iterations` of every row, over at most six fresh processes. All
      # cells of a scenario get the same number of blocks in a process, so that
      # each of their blocks has the reference's block of the same round beside it.
      class ByCount
        # Blocks of one process at the most: beyond, blocks get longer than 10 ms.
        MOST_BLOCKS = 40

        #: (Job) -> void
        def initialize(job)
          hands = job.cells.map(&:hands).max
          @shares = Plan::Quota.processes(job.iterations, processes: [Plan::Budget::MINIMUM, job.iterations / hands].min)
        end

        def starting(_generation)
          yield
          @share = @shares.shift
        end

        # Hands each bout the iterations of its blocks in this process.
        def share_out(bouts)
          bouts.group_by { |bout| bout.cell.scenario.id }.each_value do |group|
            slowest_ns = group.map(&:iteration_ns).max
            count = (@share * slowest_ns / Plan::Pace::BLOCK_NS).ceil.clamp(1, MOST_BLOCKS)
            count = [count, @share / group.map(&:hands).max].min
            group.each { |bout| bout.left = Plan::Quota.blocks(@share, count) }
          end
        end

        def due?(bout) = bout.owes?

        def timing(_round) = yield

        def round?(_round) = true

        def iterations(bout) = bout.left.shift

        def time_up? = false

        def over? = @shares.empty?

        def precise?(_writer) = false
      end
    end
  end
end
