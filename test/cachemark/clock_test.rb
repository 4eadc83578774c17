# frozen_string_literal: true

require "test_helper"

class ClockTest < Minitest::Test
  def test_reads_the_same_monotonic_clock_in_seconds_and_nanoseconds
    readings = [Process.clock_gettime(Process::CLOCK_MONOTONIC), Cachemark::Clock.now_ns.fdiv(1_000_000_000),
                Cachemark::Clock.call, Cachemark::Clock.now_s]

    assert_equal readings.sort, readings
    assert_operator readings.last - readings.first, :<, 60
  end
end
