# frozen_string_literal: true

module Cachemark
  module Stats
    # A cell's cost over that of `socket`, paired by round: both were measured
    # within the same visit to all cells, so the host's drifts cancel out.
    class SocketRatio
      # What the reference took, as logs: `code` by visit, `gc` by generation.
      Standard = Value.define(:code, :gc)
      private_constant :Standard

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
        Vocabulary::References.socket?(cell["client"]) && Status.of(cell, @evidence).first == "ok"
      end

      def reference(cell)
        candidates = @references.fetch(cell.values_at("scenario", "mode"), [])
        return cell if candidates.include?(cell)

        candidates.find { |candidate| origin(candidate) == origin(cell) }
      end

      def origin(cell)
        [cell["client"].to_s[%r{\A[^/]+(?=/)}], @evidence.process(cell)["runtime"]]
      end

      # One log a process: the median over rounds of the code's own ratio, then what collection
      # adds to each over all of its blocks (Cost::OfProcess says why apart).
      def logs(cell, reference)
        return [] unless reference

        processes = Cost::OfProcess.of(@evidence.blocks(cell))
        return processes.map { 0.0 } if cell == reference

        processes.filter_map { |process| log(process, standard(reference)) }
      end

      def log(process, standard)
        ratios = process.blocks.filter_map do |block|
          there = standard.code[visit(block)]
          Cost::OfProcess.code_log(block) - there if there
        end
        Median.of(ratios) + process.gc_log - standard.gc[process.blocks.first["generation"]] if ratios.any?
      end

      # Each generation of processes counts its rounds from 0.
      def visit(block) = block.values_at("generation", "round")

      def standard(reference)
        (@standards ||= {})[reference["cell"]] ||= begin
          blocks = @evidence.blocks(reference)
          code = blocks.group_by { |block| visit(block) }
                       .transform_values { |own| Median.of(own.map { |block| Cost::OfProcess.code_log(block) }) }
          gc = blocks.group_by { |block| block["generation"] }.transform_values { |own| Cost::OfProcess.gc_log(own) }
          Standard.new(code: code, gc: gc)
        end
      end
    end
  end
end
