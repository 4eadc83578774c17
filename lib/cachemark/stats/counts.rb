# frozen_string_literal: true

module Cachemark
  module Stats
    # The counts of instruments, per call: one figure for each fresh process.
    #
    # A client repeats a read if the reply came late, which happens on a busy machine. That costs instructions which are not
    # the client's work, and system calls, which are counted in the same window. Within each cell, the additional
    # instructions are proportional to the additional system calls. The slope is estimated from all processes of both cells.
    # Each figure is reduced to the fewest system calls of both cells. If one of them surely makes more system calls, that is
    # its own work, and each figure is reduced to the fewest of its cell. guides/method.md#instructions has the study.
    class Counts
      # The count that shows repeated reads.
      SYSTEM_CALLS = "system_calls"
      # The metrics that each language reports in its own way.
      ALLOCATED = %w[allocated_bytes allocations].freeze
      # By method 1 (TimeMethod), only repeated reads are the cause if the fewest system calls of two cells differ by less
      # than this per call.
      SAME_CALLS = 0.25
      # The risk that a single comparison takes repeated reads for a cell's own work.
      ALPHA = 0.005
      # Counts per call, and system calls per call, of the processes of one cell.
      Group = Value.define(:figures, :calls)

      class << self
        # Whether more processes make the figure more precise. Others are exact.
        #: (String) -> bool
        def sharpens?(metric) = Vocabulary::Metrics[metric].varies

        # Whether the processes that a metric was counted in are in no pair.
        #: (String, Record) -> bool
        def apart?(metric, record)
          metric = Vocabulary::Metrics[metric]
          metric.once? || (metric.exact? && record.pairs.empty? && record.hosts.empty?)
        end

        # The number of tests that a verdict makes, each with its part of alpha: instructions also ask whether a cell makes more
        # system calls.
        #: (String) -> Integer
        def tests(metric) = metric == "instructions" ? 2 : 1

        # The changes of a metric by comparison: an object with `effects`. `only` are the ids of the comparisons to read, or
        # nil for all.
        #: (Record, String, ?only: Array[String]?) -> (Counts | Pairs | OfHosts)
        def or_pairs(record, metric, only: nil)
          own = Vocabulary::Metrics[metric].exact? ? new(record) : Pairs.new(record, only: only)
          record.effects.any? ? OfHosts.new(own, record) : own
        end
      end

      # The changes that all hosts of a search have measured.
      class OfHosts
        #: (Counts | Pairs, Record) -> void
        def initialize(own, record)
          @own = own
          @shared = record.effects.to_h { |line| [line["comparison"], line["hosts"].flatten] }
        end

        # Those of this host alone until it knows the others.
        #: (String, String) -> Array[Float]
        def effects(comparison, metric) = @shared.fetch(comparison) { @own.effects(comparison, metric) }
      end

      #: (Record, ?set: Integer?) -> void
      def initialize(record, set: nil)
        lines = record.counts.reject { |line| line["look"] || (set && line["set"] != set) }
        @lines = lines.group_by { |line| line.values_at("metric", "cell", "noise", "comparison") }
        @comparisons = record.comparisons.to_h { |line| [line["comparison"], line.values_at("baseline", "contender")] }
        @asked = record.run.dig("options", "count") || []
        @uncounted = record.events.select { |event| event["kind"] == "uncounted" }
        @first_method = TimeMethod.first?(record.run)
      end

      # Whether a metric was counted in processes that are not timed.
      #: (String) -> bool
      def any?(metric) = @lines.each_key.any? { |name, *| name == metric }

      # Why a cell could not be counted, or nil.
      #: (Hash, String) -> String?
      def lacking(cell, metric)
        event = @uncounted.find { |event| event["cell"] == cell["cell"] && event["metrics"].include?(metric) }
        event && event["message"]
      end

      # {metric => the median count per call over the processes of a cell}, of a row that is not compared.
      #: (Hash) -> Hash[String, Float]
      def of_row(cell)
        @asked.to_h { |metric| [metric, Median.of(figures([cell], metric).first)&.round(2)] }.compact.freeze
      end

      # [counts per call of each cell's processes]. `cells` are [baseline, contender]; with `noise`, the second is the
      # baseline's A/A check. `alpha` is the risk to take repeated reads for a cell's own work.
      #: (Array[Hash], String, ?noise: bool, ?alpha: Float?) -> Array[Array[Float]]
      def figures(cells, metric, noise: false, alpha: nil)
        ids = cells.map { |cell| cell["cell"] }
        reduced(ids.zip([false, noise]).map { |id, again| group(metric, id, again) }, metric, ids, alpha || ALPHA)
      end

      # The change in each pair of processes that a search has counted for a comparison, as in Pairs.
      #: (String, String) -> Array[Float]
      def effects(comparison, metric)
        cells = @comparisons.fetch(comparison)
        groups = cells.map { |cell| group(metric, cell, false, comparison) }
        fewest = groups.map { |group| group.figures.size }.min
        baseline, contender = reduced(groups, metric, cells, ALPHA).map { |figures| figures.first(fewest) }
        baseline.zip(contender).reject { |pair| pair.any?(&:zero?) }.map { |from, to| Math.log(to / from) }
      end

      private

      def group(metric, *place)
        own, calls = [metric, SYSTEM_CALLS].map { |name| per_call(name, *place) }
        Group.new(figures: own.values, calls: own.keys.map { |process| calls.fetch(process, 0.0) })
      end

      # {process => count per call}. Only lines of a search have a comparison.
      def per_call(metric, cell, noise, comparison = nil)
        own = @lines.fetch([metric, cell, noise, comparison], [])
        own.to_h { |line| [line["process"], line["value"].fdiv(line["calls"])] }
      end

      # The figures of each group, without the cost of repeated reads.
      def reduced(groups, metric, cells, alpha)
        return groups.map(&:figures) unless Counts.sharpens?(metric)

        known = @first_method ? [groups] : cells.uniq.map { |cell| groups(metric, cell) }
        slope = slope(known.flatten)
        same = @first_method ? hardly_differ?(groups) : !own_work?(known, alpha)
        least = groups.flat_map(&:calls).min if same
        groups.map do |group|
          group.figures.zip(group.calls).map { |figure, calls| figure - (slope * (calls - (least || group.calls.min))) }
        end
      end

      # `known` has the groups of each cell.
      def own_work?(known, alpha)
        known.size > 1 && RankSum.differ?(known.map { |groups| groups.flat_map(&:calls) }, alpha)
      end

      def hardly_differ?(groups)
        fewest = groups.filter_map { |group| group.calls.min }
        fewest.max.to_f - fewest.min.to_f < SAME_CALLS
      end

      # All processes of a cell, also those of its A/A check and of other comparisons.
      def groups(metric, cell)
        @lines.each_key.select { |name, id, *| name == metric && id == cell }.map { |_name, *place| group(metric, *place) }
      end

      # Least squares within the groups. It is never negative: a repeated read saves nothing.
      def slope(groups)
        pairs = groups.flat_map { |group| centred(group.calls).zip(centred(group.figures)) }
        squares = pairs.sum { |call, _figure| call * call }
        squares.zero? ? 0.0 : [pairs.sum { |call, figure| call * figure } / squares, 0.0].max
      end

      def centred(values) = values.map { |value| value - (values.sum / values.size) }
    end
  end
end
