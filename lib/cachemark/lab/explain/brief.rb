# frozen_string_literal: true

module Cachemark
  module Lab
    class Explain
      # Explains comparisons that a gate found slower, the first ones first, for a limited time. Looks that take long are omitted.
      class Brief
        LOOKS = Explain::LOOKS.select { |look| %w[calls allocations traffic].include?(look.name) }.freeze
        # The look at code that makes the same calls and objects.
        LINES = Explain::LOOKS.find { |look| look.name == "lines" }
        # No look begins later than after this share of the time of the gate, or after MOST_S seconds.
        SHARE = 0.25
        MOST_S = 60
        private_constant :LOOKS, :LINES, :SHARE, :MOST_S

        # `for_s` is the time of the gate.
        #: (Engine, for_s: Numeric) -> void
        def initialize(engine, for_s:)
          @engine = engine
          @limit_s = [for_s * SHARE, MOST_S].min
        end

        #: (Array[Plan::Comparison]) -> void
        def call(comparisons)
          @began_s = @engine.clock.call
          comparisons.each { |comparison| explain(comparison) }
        end

        private

        def explain(comparison)
          examination = Examination.new(@engine, place: { comparison: comparison.id })
          LOOKS.each { |look| take(look, comparison, examination) }
          take(LINES, comparison, examination) if same?(comparison)
        end

        def take(look, comparison, examination)
          return examination.call(look, comparison.cells) if @engine.clock.call - @began_s < @limit_s

          examination.unexplained(look, "no time was left: a look begins at most #{@limit_s.round} s after the gate has decided")
        end

        def same?(comparison) = Stats::Explanation.of_comparison(@engine.writer.record, comparison.id)&.same?
      end
    end
  end
end
