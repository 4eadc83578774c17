# frozen_string_literal: true

require "test_helper"

class RowTest < Minitest::Test
  def test_says_calls_a_second_and_precision
    row = row(status: "ok", wall_ns: 20_000.0, interval: [10.0, 40.0], socket_ratio_interval: [1.0, 1.21])

    assert_in_delta 50_000, row.calls_per_s
    assert_in_delta 1.0, row.precision
    assert_in_delta 0.1, row.socket_ratio_precision
  end

  def test_is_measured_when_it_has_exactly_the_iterations
    assert row(status: "ok", iterations: 20).measured?(20)
    refute row(status: "ok", iterations: 20).measured?(21)
    refute row(status: "failed").measured?(nil)
  end

  def test_without_figures_it_says_nothing
    row = row(status: "failed")

    refute_predicate row, :ok?
    assert_nil row.calls_per_s
    assert_nil row.precision
  end

  private

  def row(**members) = MadeRecord.row(**members)
end
