# frozen_string_literal: true

module Cachemark
  module Report
    module Find
      # Effects as places in a line of text: "o" the estimate, "-" its interval, "|" no change.
      class Scale
        # `width` in columns, at least 8.
        #
        #: (Array[Stats::Steps::Step], Integer) -> void
        def initialize(steps, width)
          effects = steps.flat_map { |step| [step.effect, *step.interval] }.compact.select(&:finite?)
          @low, @high = [0.0, *effects].minmax
          @width = [width, 8].max
        end

        # The line of one step, without blanks at its end.
        #
        #: (Stats::Steps::Step) -> String
        def line(step)
          line = " " * @width
          line[place(0.0)] = "|"
          return line.rstrip unless step.effect

          low, high = (step.interval || [step.effect] * 2).map { |bound| place(bound) }
          (low..high).each { |place| line[place] = "-" }
          line[place(step.effect)] = "o"
          line.rstrip
        end

        private

        # All in the first column where nothing differs. What is beyond stands at the edge.
        def place(effect)
          return 0 if @high == @low

          ((effect.clamp(@low, @high) - @low) / (@high - @low) * (@width - 1)).round
        end
      end
    end
  end
end
