# frozen_string_literal: true

module Cachemark
  module Stats
    class Judgement
      # Judges what instruments counted, from one figure per fresh process. The change and its interval are those of
      # Counted::Spread. A change counts if it is certain, and larger than what is not the code's. If it is not certain, the
      # margin decides whether the two are the same.
      class Instrumented < Counted
        # The standard errors between the estimate and what it exceeds with a probability of Estimate::POWER.
        POWER_IN_ERRORS = 1.645
        private_constant :POWER_IN_ERRORS

        # `noise`: the second cell is the A/A check of the first.
        #: (String, Counts, Array[Hash], margin: Float, ?noise: bool, ?alpha: Float?, ?apart: Float) -> void
        def initialize(metric, counts, cells, noise: false, **judging)
          super(metric, counts, cells, **judging)
          @noise = noise
        end

        private

        def figures = @figures ||= @counts.figures(@cells, @metric.name, noise: @noise, alpha: @alpha)

        def lacking = uncountable

        def judged = { **decided(word, resolution), **(word == "unresolved" ? { reason: processes_differ } : {}) }

        def word
          return direction if spread.differ? && spread.effect.abs > @metric.least

          spread.within?(@metric.least.positive? ? [@margin, @metric.least].max : 0.0) ? "same" : "unresolved"
        end

        # The smallest change that would have been found with a probability of Estimate::POWER: the interval must exclude 0, and
        # the estimate exceed what is not the code's. Both are subject to chance.
        def resolution
          low, high = spread.interval
          half = low == high ? 0.0 : (high - low) / 2
          [half, @metric.least].max + (half / spread.errors * POWER_IN_ERRORS)
        end

        # The A/A check of what instruments counted. If it is unresolved, processes of the same code differ, which the interval of
        # the comparison shows as well.
        class NoiseCheck < InvalidReasons::NoiseCheck
          #: (Array[Hash], Array[String], Counts, Hash[String, Hash], margin: Float, ?alpha: Float?) -> void
          def initialize(comparisons, metrics, counts, cells, **judging)
            @found = comparisons.product(metrics).to_h do |comparison, metric|
              cell = cells.fetch(comparison["baseline"])
              [[comparison, metric, cell], Instrumented.new(metric, counts, [cell, cell], noise: true, **judging)]
            end
            @noise = @found.map { |place, found| noise(*place, found.to_h) }.freeze
          end

          # [[cell, metric]] of those whose processes differ.
          #: () -> Array[[String, String]]
          def uneven = @found.select { |_, found| found.varied? }.keys.map { |_, metric, cell| [cell["cell"], metric] }

          private

          def noise(comparison, metric, cell, found)
            Noise.new(contender: cell["contender"], label: Judgement.label(cell), metric: metric, mode: comparison["mode"],
                      scenario: comparison["scenario"], moved: %w[faster slower].include?(found[:verdict]),
                      **found.slice(:effect, :interval, :pairs))
          end

          def of(metric) = all.select { |noise| noise.metric == metric }
        end
      end
    end
  end
end
