# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::RosterTest < Minitest::Test
    include ALab

    def test_every_cell_is_in_with_a_bout_of_its_own
      assert_equal %w[c1 c2 c3 c4], cells.map { |cell| roster.bout(cell).id }
      assert(cells.all? { |cell| roster.bout(cell).live? })
    end

    def test_the_first_reason_stays
      roster.drop(cells[2], "invalid", "wrong reply")
      roster.drop(cells[2], "failed", "the driver died")

      assert_equal [["c3", "invalid", "wrong reply"]], lost
      assert_equal "wrong reply", roster.bout(cells[2]).reason
    end

    def test_a_comparison_needs_both_sides
      roster.drop(cells[2], "invalid", "wrong reply")

      assert_equal([false, true], [[0, 2], [1, 3]].map { |pair| roster.live?(comparison(*pair)) })
      assert roster.live?(comparison(0, 0))
    end

    def test_a_lane_falls_with_all_its_cells
      cells << cells[2].with(id: "c5", mode: "threads-4")
      roster.drop(cells[2], "invalid", "wrong reply")
      roster.drop_all(cells[2].lane, "failed", "it does not load")

      assert_equal [%w[c3 invalid], %w[c4 failed]], lost.map { |line| line.first(2) }
      assert_predicate roster.bout(cells[4]), :live?
    end

    def test_what_could_not_be_built_is_a_loss
      roster.unbuilt(cells[2], "no compiler")

      assert_equal [["c3", "unavailable", "no compiler"]], lost
      refute roster.live?(comparison(0, 2))
    end

    private

    def cells
      @cells ||= %w[a b].product(%w[client/get client/set]).each_with_index.map do |(id, scenario), at|
        MadeCells.cell(contender: MadeCells.contender.with(id: id), scenario: scenario, id: "c#{at + 1}")
      end
    end

    def roster = @roster ||= Lab::Roster.new(cells: cells, losses: Lab::Losses.new(writer: writer, live: live, clock: CLOCK))

    def comparison(one, other) = Plan::Comparison.new(id: "v1", baseline: cells[one], contender: cells[other])

    def lost = writer.record.failures.map { |line| line.values_at("cell", "status", "reason") }
  end
end
