# frozen_string_literal: true

module Cachemark
  module Lab
    # Two fresh processes and the quads that they run against each other.
    class Pair
      # Integer: unique in a record; Plan::Match; Array[Arm]: baseline, contender.
      attr_reader :number, :match, :arms

      # Starts both side by side.
      #: (Rig, Plan::Match, Integer) -> Pair
      def self.launch(rig, match, number)
        arms = match.comparisons.first.cells.zip(%w[a b]).map do |cell, letter|
          Thread.new { Arm.launch(rig, cell, "p#{number}#{letter}.#{cell.lane}") }
        end
        new(match, number, arms.map(&:value))
      end

      #: (Plan::Match, Integer, Array[Arm]) -> void
      def initialize(match, number, arms)
        @match = match
        @number = number
        @arms = arms
      end

      # {"baseline" => Arm, "contender" => Arm}
      def by_name = { "baseline" => arms.first, "contender" => arms.last }

      def close = arms.each(&:close)
    end
  end
end
