# frozen_string_literal: true

require "test_helper"

class IntervalTest < Minitest::Test
  LOGS = [1.0, 1.1, 0.9, 1.05, 0.95, 1.0].freeze

  def test_is_the_t_interval_of_the_logs
    half = 2.5705818356 * Math.sqrt(0.025 / 5) / Math.sqrt(6)
    low, high = Cachemark::Stats::Interval.of(LOGS)

    assert_in_delta Math.exp(1 - half), low, 1e-9
    assert_in_delta Math.exp(1 + half), high, 1e-9
  end

  def test_is_nil_below_six_processes
    assert_nil Cachemark::Stats::Interval.of(LOGS.first(5))
  end

  def test_middle_is_the_geometric_mean
    assert_in_delta Math::E, Cachemark::Stats::Interval.middle(LOGS), 1e-12
    assert_nil Cachemark::Stats::Interval.middle([])
  end

  def test_a_sequential_interval_is_wider
    low, high = Cachemark::Stats::Interval.of(LOGS)
    wider_low, wider_high = Cachemark::Stats::Interval.of(LOGS, sequential: true)

    assert_operator wider_low, :<, low
    assert_operator wider_high, :>, high
  end
end
