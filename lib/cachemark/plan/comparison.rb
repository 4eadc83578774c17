# frozen_string_literal: true

module Cachemark
  module Plan
    # Two cells of one scenario and mode that are held against each other; an A/A comparison
    # (`noise`) has the same cell twice, in two fresh processes.
    Comparison = Value.define(:id, :baseline, :contender, noise: false) do
      def scenario = baseline.scenario
      def mode = baseline.mode

      # What is done in it, in words.
      #: () -> String
      def title = Vocabulary::Mode.of(mode).title(scenario.label)

      # [baseline, contender] as Cells.
      #: () -> Array[Cell]
      def cells = [baseline, contender]

      # The facts that a record keeps of it.
      #: () -> Hash[String, Object]
      def facts
        { "comparison" => id, "baseline" => baseline.id, "contender" => contender.id, "scenario" => scenario.id,
          "mode" => mode, "noise" => noise }
      end
    end
  end
end
