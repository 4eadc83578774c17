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

  class Stats::OpenLoop::RowTest < Minitest::Test
    def test_holds_a_limit_that_99_of_100_calls_stayed_under
      assert row(p99_ns: 1_000).held?(1_000)
      refute row(p99_ns: 1_001).held?(1_000)
    end

    def test_whoever_fell_behind_or_is_not_known_held_nothing
      refute row(p99_ns: 10, fell_behind: true).held?(1_000)
      refute row(p99_ns: nil).held?(1_000)
      refute row(p99_ns: 10, status: "failed").held?(1_000)
    end

    private

    def row(p99_ns:, status: "ok", **more)
      Stats::OpenLoop::Row.new(contender: "a", client: "ruby/a", scenario: "client/get", mode: "sync", status: status,
                               percentiles: { p99_ns: p99_ns }, **more)
    end
  end

  class Stats::OpenLoop::HighestTest < Minitest::Test
    SLO_NS = 1_000_000

    def test_the_last_rate_before_the_first_that_did_not_hold
      one = of([10, 20, 2_130_000])

      assert_equal [2_000, 3_000, "a p99 of 2.13 ms", []], [one.rate, one.stopped_at, one.stopped_by, one.beyond]
    end

    def test_a_rate_that_holds_again_beyond_is_told
      assert_equal [1_000, [3_000]], [of([10, 2_000_000, 10]).rate, of([10, 2_000_000, 10]).beyond]
    end

    def test_all_or_none
      assert_equal [3_000, nil], [of([10, 10, 10]).rate, of([10, 10, 10]).stopped_at]
      assert_equal [nil, 1_000], [of([2_000_000, 10]).rate, of([2_000_000, 10]).stopped_at]
    end

    def test_says_what_was_in_the_way
      assert_equal "it fell behind", of([10], fell_behind: true).stopped_by
      assert_equal "too few calls for a p99", of([nil]).stopped_by
      assert_equal "not measured", of([10], status: "failed", reason: "not measured").stopped_by
    end

    private

    def of(p99s, status: "ok", **more)
      rows = p99s.each_with_index.map do |ns, at|
        Stats::OpenLoop::Row.new(contender: "a", client: "ruby/a", scenario: "client/get", mode: "sync", status: status,
                                 rate: (at + 1) * 1_000, percentiles: { p99_ns: ns }, **more)
      end
      Report::Sentences.in(Stats::OpenLoop::Highest.of(rows, SLO_NS))
    end
  end
end
