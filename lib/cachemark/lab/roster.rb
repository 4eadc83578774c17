# frozen_string_literal: true

module Cachemark
  module Lab
    # The bouts of all cells that are compared, and which of them are still in.
    class Roster
      #: (cells: Array[Plan::Cell], losses: Losses) -> void
      def initialize(cells:, losses:)
        @losses = losses
        @bouts = cells.to_h { |cell| [cell.id, Bout.new(cell, Plan::Model.of(cell.scenario))] }
      end

      #: (Plan::Cell) -> Bout
      def bout(cell) = @bouts.fetch(cell.id)

      # Whether both sides of a comparison are still in.
      #: (Plan::Comparison) -> bool
      def live?(comparison) = comparison.cells.all? { |cell| bout(cell).live? }

      # Takes a cell out for the rest of the run; the first reason stays.
      #: (Plan::Cell, String, String) -> void
      def drop(cell, status, reason)
        return unless bout(cell).live?

        bout(cell).drop(reason)
        @losses.add(cell, status, reason)
      end

      # All cells of a lane.
      #: (String, String, String) -> void
      def drop_all(lane, status, reason)
        cells.select { |cell| cell.lane == lane }.each { |cell| drop(cell, status, reason) }
      end

      # A cell whose contender could not be built, or has no such mode.
      #: (Plan::Cell, String) -> void
      def unbuilt(cell, reason)
        bout(cell).drop(reason)
        @losses.unbuilt(cell, reason)
      end

      private

      def cells = @bouts.values.map(&:cell)
    end
  end
end
