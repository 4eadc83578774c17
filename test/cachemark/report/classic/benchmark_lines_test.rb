# frozen_string_literal: true

require "test_helper"

class BenchmarkLinesTest < Minitest::Test
  def test_multiplies_the_cost_per_call_to_the_iterations
    caption, line = lines(user_ns: 1_000.0, system_ns: 500.0, wall_ns: 2_000.0)

    assert_equal "#{" " * 10}      user     system      total        real", caption
    assert_equal "a:set       0.030000   0.015000   0.045000 (  0.060000)", line
  end

  def test_a_total_that_was_measured_is_all_the_time_there_was
    measured = { iterations: 10_000, wall_ns: 2_000.0, mean_ns: 2_500.0, user_ns: 1_500.0, system_ns: 900.0 }

    assert_equal "a:set       0.045000   0.027000   0.072000 (  0.075000)", lines(**measured).last
    assert_match(/0\.060000\)$/, lines(**measured, iterations: 9_999).last)
  end

  def test_a_runtime_without_cpu_times_leaves_dashes
    assert_equal "a:set              -          -          - (  0.060000)", lines(wall_ns: 2_000.0).last
  end

  private

  def lines(**figures)
    row = MadeRecord.row(calls: 3, **figures)
    Cachemark::Report::Classic::BenchmarkLines.new([row], labels: ["a:set"], width: 10, iterations: 10_000).to_a
  end
end
