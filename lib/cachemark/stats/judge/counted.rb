# frozen_string_literal: true

module Cachemark
  module Stats
    class Judge
      # What is counted and not timed is compared exactly: objects allocated, and what the tap saw
      # on the wire in the second of its two passes, when the client has met the keys.
      class Counted
        METRICS = %w[allocations round-trips bytes].freeze
        UNITS = { "allocations" => "objects", "round-trips" => "round trips", "bytes" => "bytes" }.freeze
        PASS = 2
        # Between these shares of the processes an arm is as wide as it is told to be: a process that
        # never got through a block without a retried read says nothing of the code.
        MOST_PROCESSES = [0.1, 0.9].freeze

        # cells: [baseline, contender]; works: the record's `work` lines.
        #
        #: (String, Array[PairEvidence::Pair], Array[Hash], Array[Hash]) -> void
        def initialize(metric, pairs, cells, works)
          @metric = metric
          @pairs = pairs
          @cells = cells
          @works = works
        end

        # The members of Verdict that speak of the effect.
        #
        #: () -> Hash[Symbol, Object]
        def to_h = { unit: UNITS.fetch(@metric), pairs: @metric == "allocations" ? @pairs.size : 0, **judged }

        private

        def judged
          lacking = @cells.zip(figures).find { |_cell, figures| figures.empty? }
          return unresolved("no #{UNITS.fetch(@metric)} on record for #{lacking.first["contender"]}") if lacking
          return unresolved(unsteady) if unsteady

          effect = effect(*costs)
          word = effect.zero? ? "same" : (effect.positive? ? "slower" : "faster")
          { verdict: word, effect: effect, interval: [effect, effect].freeze, resolution: 0.0, costs: costs }
        end

        def unresolved(reason) = { verdict: "unresolved", reason: reason }

        # What costs something where the baseline costs nothing is beyond any share.
        def effect(baseline, contender)
          return contender.zero? ? 0.0 : Float::INFINITY if baseline.zero?

          contender.fdiv(baseline) - 1
        end

        def costs = @costs ||= figures.map { |own| Median.of(own).round(2) }

        # Per call, one figure a process, of [baseline, contender].
        def figures
          @figures ||= %w[baseline contender].zip(@cells).map do |arm, cell|
            @metric == "allocations" ? allocations(arm) : tapped(cell)
          end
        end

        # A process's least: what warms up, and a read that was tried twice, allocates more.
        def allocations(arm)
          blocks = @pairs.flat_map(&:blocks).select { |block| block["arm"] == arm && block["allocations"] }
          blocks.group_by { |block| block["process"] }.values
                .map { |own| own.map { |block| block["allocations"].fdiv(block["calls"]) }.min }
        end

        def tapped(cell)
          lines = @works.select { |work| work["cell"] == cell["cell"] && work["pass"] == PASS }
          lines.filter_map { |work| seen(work)&.fdiv((work["iterations"] || 1) * (cell["calls"] || 1)) }
        end

        def seen(work)
          return work["round_trips"] if @metric == "round-trips"

          ways = work.values_at("bytes_out", "bytes_in")
          ways.sum if ways.all?
        end

        # Processes of one arm that differ as much as the arms do.
        def unsteady
          difference = (costs.last - costs.first).abs
          return if difference.zero?

          @cells.zip(figures).each do |cell, own|
            low, high = (@metric == "allocations" ? MOST_PROCESSES : [0.0, 1.0]).map { |part| Quantile.of(own, part).round(2) }
            return unsteady_told(cell, low, high) if high - low >= difference
          end
          nil
        end

        def unsteady_told(cell, low, high)
          format("%s per call differ from process to process of %s, from %g to %g: as much as the two do",
                 UNITS.fetch(@metric), cell["contender"], low, high)
        end
      end
    end
  end
end
