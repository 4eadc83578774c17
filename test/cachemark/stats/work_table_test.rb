# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::WorkTableTest < Minitest::Test
    def test_stands_before_the_run_has_ended
      table = table(row("client/get"), ending: nil)

      assert_equal ["the run has not ended: these are its figures so far"], table.notes
      assert_equal ["work", nil, 1], [table.command, table.outcome, table.rows.size]
    end

    def test_rows_that_nobody_came_to_are_counted_and_not_listed
      unseen = %w[client/get client/set].map { |id| MadeWork.row("b", id, []).reject { |line| line["type"] == "work" } }
      table = table(row("client/get"), *unseen, ending: { "outcome" => "interrupted" })

      assert_equal [%w[a], 3], [table.listed.map(&:contender), table.shown.size]
      assert_includes table.notes, "not measured: 2 rows"
    end

    def test_rows_that_ride_along_are_not_shown
      table = table(row("client/get"), MadeWork.row("socket", "client/get", [], cell: { "shown" => false }))

      assert_equal [%w[a], 2], [table.shown.map(&:contender), table.rows.size]
      assert_equal %w[a], table.sections.map(&:heading)
    end

    # P4
    def test_of_pairs_the_first_are_an_iteration
      get = [MadeWork.command("get", count: 5, hits: 5)]
      table = Stats::WorkTable.of(MadeWork.record(MadeWork.row("a", "client/get-pairs", get, pairs: 5)))

      assert_equal [["an iteration over pairs is one over the first 5 of them"], 5], [table.notes, table.rows.first.calls]
    end

    def test_totals_of_unequal_rows_are_warned_of
      note = "an iteration is 1 to 6 calls, by the row: totals of rows do not stand beside each other"

      assert_includes table(row("client/multiget"), row("client/set-plain")).notes, note
      refute_includes table(row("client/set"), row("client/get")).notes, note
    end

    private

    def row(scenario) = MadeWork.row("a", scenario, [])
    def table(*rows, **more) = Stats::WorkTable.of(MadeWork.record(*rows, **more))
  end
end
