# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OpenLoop::FiguresTest < Minitest::Test
    def test_percentiles_are_of_all_calls_together
      row = row_of { |_, process| Array.new(500) { |at| [0, (process * 500) + at + 1] } }

      assert_equal({ count: 3_000, p50_ns: 1_500, p90_ns: 2_700, p99_ns: 2_970, p99_9_ns: nil, max_ns: 3_000 },
                   row.percentiles.transform_values { |value| value && (value > 2_047 ? value / 10 * 10 : value) })
    end

    def test_an_interval_takes_six_processes
      assert_nil row_of(processes: 5).intervals[:p50_ns]
      low, high = row_of { |_, process| Array.new(500) { [0, 1_000 + process] } }.intervals[:p50_ns]

      assert_operator low, :<, high
      assert low.between?(1_000, 1_005) && high.between?(1_000, 1_005)
    end

    def test_a_latency_counts_from_when_the_call_was_due
      assert_equal 90_000, row_of { |_, _| Array.new(100) { [70_000, 20_000] } }.percentiles[:max_ns]
    end

    def test_busy_is_the_share_of_time_in_which_a_call_was_under_way
      assert_in_delta 0.2, row_of { |_, _| Array.new(1_000) { [0, 200_000] } }.utilisation, 0.001
    end

    def test_times_that_did_not_fit_count_as_the_others_do
      row = row_of { |_, _| Array.new(1_000) { |at| at < 500 ? [0, 200_000] : [0xffffffff, 0] } }

      assert row.fell_behind
      assert_operator row.utilisation, :>, 0.03
      assert_equal 0xffffffff, row.percentiles[:max_ns]
    end

    private

    def row_of(**given, &calls) = MadeRates.table(**given, &calls).rows.first
  end
end
