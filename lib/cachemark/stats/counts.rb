# frozen_string_literal: true

module Cachemark
  module Stats
    # The counts of instruments, per call: one figure for each fresh process.
    #
    # A client repeats a read if the reply came late, which happens on a busy machine. That costs instructions which are not
    # the client's work, and system calls, which are counted in the same window. Within each cell, the additional
    # instructions are proportional to the additional system calls. The slope is estimated from all processes of the
    # scenario, and each figure is reduced to the fewest system calls of its cell. docs/estimators.md has the study.
    class Counts
      # With fewer processes of a cell there is no verdict. System calls are the same in each process, instructions are not.
      FEWEST = { "instructions" => 6, "writes" => 3, "reads" => 3 }.freeze
      # The count that shows repeated reads.
      SYSTEM_CALLS = "system_calls"
      # The metrics that differ from process to process, and that repeated reads move.
      VARYING = %w[instructions].freeze
      # Processes of one cell. `noise`: of the A/A check.
      Group = Value.define(:cell, :noise, :figures, :calls)

      # Whether more processes make the figure more precise. Others are exact.
      #: (String) -> bool
      def self.sharpens?(metric) = VARYING.include?(metric)

      #: (Record, ?set: Integer?) -> void
      def initialize(record, set: nil)
        lines = record.counts.select { |line| set.nil? || line["set"] == set }
        @lines = lines.group_by { |line| line["metric"] }
        @uncounted = record.events.select { |event| event["kind"] == "uncounted" }
      end

      # Why a cell could not be counted, or nil.
      #: (Hash, String) -> String?
      def lacking(cell, metric)
        event = @uncounted.find { |one| one["cell"] == cell["cell"] && one["metrics"].include?(metric) }
        event && event["message"]
      end

      # [counts per call of each cell's processes]. `cells` are [baseline, contender]; with `noise`, the second is the
      # baseline's A/A check.
      #: (Array[Hash], String, ?noise: bool) -> Array[Array[Float]]
      def figures(cells, metric, noise: false)
        groups = cells.zip([false, noise]).map { |cell, again| group(cell["cell"], metric, again) }
        return groups.map(&:figures) unless Counts.sharpens?(metric)

        slope = slope(groups)
        groups.map { |group| reduced(group, slope) }
      end

      private

      def group(cell, metric, noise)
        own, calls = [metric, SYSTEM_CALLS].map { |name| lines(cell, name, noise) }
        Group.new(cell: cell, noise: noise, figures: own.values, calls: own.keys.map { |process| calls.fetch(process, 0.0) })
      end

      # {process => count per call}
      def lines(cell, metric, noise)
        own = @lines.fetch(metric, []).select { |line| line["cell"] == cell && line["noise"] == noise }
        own.to_h { |line| [line["process"], line["value"].fdiv(line["calls"])] }
      end

      # Least squares within the groups. It is never negative: a repeated read saves nothing.
      def slope(groups)
        pairs = groups.flat_map { |group| centred(group.calls).zip(centred(group.figures)) }
        squares = pairs.sum { |call, _figure| call * call }
        squares.zero? ? 0.0 : [pairs.sum { |call, figure| call * figure } / squares, 0.0].max
      end

      def centred(values) = values.map { |value| value - (values.sum / values.size) }

      def reduced(group, slope)
        fewest = group.calls.min
        group.figures.zip(group.calls).map { |figure, calls| figure - (slope * (calls - fewest)) }
      end
    end
  end
end
