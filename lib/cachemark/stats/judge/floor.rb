# frozen_string_literal: true

module Cachemark
  module Stats
    class Judge
      # The same code against itself, which rides along: where it moved, the measurement lied.
      class Floor
        # The risk that any of the A/A cells of a record moves by chance: small enough to bear, large
        # enough that the dozen pairs that ride along can show it.
        ALPHA = 0.005

        # Comparisons are the record's A/A lines.
        #
        #: (Array[Hash], Array[String], PairEvidence, Hash[String, Hash], ?sequential: bool) -> void
        def initialize(comparisons, metrics, pair_evidence, cells, sequential: false)
          @alpha = ALPHA / [comparisons.size * metrics.size, 1].max
          @sequential = sequential
          @pair_evidence = pair_evidence
          @noise = comparisons.flat_map do |comparison|
            metrics.map { |metric| one(comparison, cells.fetch(comparison["baseline"]), metric) }
          end.freeze
        end

        # Array[Noise]: in the order of the record, one for each metric that time blurs.
        attr_reader :noise

        # Nil, or how far the same code was from itself in the comparison's scenario.
        #
        #: (Hash, String) -> String?
        def reason(comparison, metric)
          place = [*comparison.values_at("scenario", "mode"), metric]
          moved = @noise.find { |noise| noise.moved && [noise.scenario, noise.mode, noise.metric] == place } or return
          format("the same code against itself differed by %+.1f %%: what this run says here cannot be relied on",
                 moved.effect * 100)
        end

        private

        def one(comparison, cell, metric)
          effects = @pair_evidence.pairs(comparison["comparison"]).filter_map { |pair| PairEffect.of(pair.blocks, metric) }
          timed = Timed.new(effects, alpha: @alpha, margin: 0, sequential: @sequential).to_h
          Noise.new(contender: cell["contender"], label: Judge.label(cell), moved: %w[faster slower].include?(timed[:verdict]),
                    metric: metric, **comparison.slice("scenario", "mode").transform_keys(&:to_sym),
                    **timed.slice(:effect, :interval, :pairs))
        end
      end
    end
  end
end
