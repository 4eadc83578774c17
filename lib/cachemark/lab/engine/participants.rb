# frozen_string_literal: true

module Cachemark
  module Lab
    # The cells of a run: which of them are still measured, and why the others are not. The record keeps the first reason.
    class Participants
      # `expected_invalid` are ids of contenders that must be found invalid, as in a selftest.
      #: (Engine, Array[Plan::Cell], ?expected_invalid: Array[String]) -> void
      def initialize(engine, cells, expected_invalid: [])
        @engine = engine
        @cells = cells
        @expected_invalid = expected_invalid
        @states = {}
      end

      #: (Plan::Cell) -> CellState
      def state(cell) = @states[cell.id] ||= CellState.new(cell, Plan::Model.of(cell.scenario))

      # The states of all cells that are still measured, in the order of the cells.
      #: () -> Array[CellState]
      def live = @cells.map { |cell| state(cell) }.select(&:live?)

      # Whether a cell, or both cells of a comparison, are still measured.
      #: (Plan::Cell | Plan::Comparison) -> bool
      def live?(one) = (one.is_a?(Plan::Comparison) ? one.cells : [one]).all? { |cell| state(cell).live? }

      # Excludes a cell from the rest of the run. status: "unavailable", "failed" or "invalid". `offered`: false if the client, or
      # its driver, lacks what the scenario asks for.
      #: (Plan::Cell, String, String | Stats::Remark, ?bool) -> void
      def drop(cell, status, reason, offered = true)
        return unless state(cell).live?

        state(cell).drop(reason)
        reason = Lab.in_one_line(reason) if reason.is_a?(String)
        @engine.writer.add("failure", cell: cell.id, contender: cell.contender.id, status: status, reason: reason,
                                      **(offered ? {} : { offered: false }))
        expected = status == "invalid" && @expected_invalid.include?(cell.contender.id)
        @engine.live.notify(:failure, cell: cell, status: expected ? "invalid, as expected" : status, reason: reason)
      end

      # Excludes all cells of one process.
      #: (String, String, String) -> void
      def drop_lane(lane, status, reason)
        @cells.select { |cell| cell.lane == lane }.each { |cell| drop(cell, status, reason) }
      end

      # Excludes the cells that cannot run on this machine, and those for which the block returns a reason.
      #: () ?{ (Plan::Cell) -> String? } -> void
      def drop_unavailable
        @cells.each do |cell|
          reason = @engine.unavailable(cell)
          next drop_unbuilt(cell, reason) if reason

          reason = yield cell if block_given?
          drop(cell, "unavailable", reason) if reason
        end
      end

      # Excludes a cell that cannot run here. A release that cannot be built, or has no such mode, is unavailable; the user's
      # own folder or commit has failed.
      #: (Plan::Cell, String) -> void
      def drop_unbuilt(cell, reason)
        broken = %w[path git].include?(cell.contender.source.kind) && !without_mode?(cell)
        drop(cell, broken ? "failed" : "unavailable", reason)
      end

      private

      # Whether the mode is missing in the language, or in the environment, which was built.
      def without_mode?(cell)
        !cell.refusal.nil? || @engine.environments[cell.contender.id].is_a?(Env::Environment)
      end
    end
  end
end
