# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OpenLoopTest < Minitest::Test
    def test_a_row_for_each_cell_at_each_rate
      rows = MadeRates.table(rates: [1_000, 2_000], cells: [{}, { "scenario" => "client/set", "label" => "dalli:set" }]).rows

      assert_equal [["client/get", 1_000], ["client/get", 2_000], ["client/set", 1_000], ["client/set", 2_000]],
                   rows.map { |row| [row.scenario, row.rate] }
      assert(rows.all?(&:ok?))
    end

    def test_the_highest_rate_is_told_where_a_limit_was_given
      slow = ->(rate, _) { Array.new(1_000) { [0, rate] } }

      assert_empty MadeRates.table(rates: [1_000, 2_000], &slow).highest
      assert_equal [1_000], MadeRates.table(rates: [1_000, 2_000], slo_ns: 1_500, &slow).highest.map(&:rate)
    end

    def test_one_limit_for_each_cell
      hidden = { "shown" => false, "scenario" => "client/set" }
      told = MadeRates.table(slo_ns: 1_000_000, cells: [{}, { "mode" => "threads-2" }, hidden])

      assert_equal %w[sync threads-2], told.highest.map(&:mode)
    end

    def test_rows_that_nobody_came_to_are_counted_and_not_listed
      ending = { "outcome" => "interrupted" }
      table = MadeRates.table(rates: [1_000, 2_000], ending: ending) { |rate, _| [[0, 5]] if rate == 1_000 }

      assert_equal [1_000], table.listed.map(&:rate)
      assert_includes table.notes, "not measured: 1 row"
      assert_equal %w[dalli], table.sections.map(&:heading)
    end

    def test_a_run_that_has_not_ended_has_rows_too
      table = MadeRates.table(ending: nil)

      assert_nil table.outcome
      assert_predicate table.rows.first, :ok?
    end
  end
end
