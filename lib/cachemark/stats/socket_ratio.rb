# frozen_string_literal: true

module Cachemark
  module Stats
    # A cell's cost over that of `socket`, paired by round: both were measured
    # within the same visit to all cells, so the host's drifts cancel out.
    class SocketRatio
      CLIENT = "socket"

      #: (Evidence, ?sequential: bool) -> void
      def initialize(evidence, sequential: false)
        @evidence = evidence
        @sequential = sequential
        @references = evidence.cells.select { |cell| reference?(cell) }.group_by { |cell| cell.values_at("scenario", "mode") }
      end

      # {socket_ratio:, socket_ratio_interval:}; both nil where socket has no valid time for the same
      # scenario, mode and runtime.
      #
      #: (Hash) -> Hash[Symbol, Object]
      def of(cell)
        logs = logs(cell, reference(cell))
        { socket_ratio: Interval.middle(logs), socket_ratio_interval: Interval.of(logs, sequential: @sequential) }
      end

      private

      def reference?(cell)
        cell["client"].to_s.split("/").last == CLIENT && Status.of(cell, @evidence).first == "ok"
      end

      def reference(cell)
        candidates = @references.fetch(cell.values_at("scenario", "mode"), [])
        return cell if candidates.include?(cell)

        candidates.find { |candidate| origin(candidate) == origin(cell) }
      end

      def origin(cell)
        [cell["client"].to_s[%r{\A[^/]+(?=/)}], @evidence.process(cell)["runtime"]]
      end

      def logs(cell, reference)
        return [] unless reference

        rounds = rounds(reference)
        Cost.process_logs(@evidence.blocks(cell)) do |block|
          there = rounds[visit(block)]
          Cost.log(block) - there if there
        end
      end

      # Rounds are counted anew in each generation of processes.
      def visit(block) = block.values_at("generation", "round")

      def rounds(reference)
        @rounds ||= {}
        @rounds[reference["cell"]] ||= @evidence.blocks(reference).group_by { |block| visit(block) }
          .transform_values { |blocks| Median.of(blocks.map { |block| Cost.log(block) }) }
      end
    end
  end
end
