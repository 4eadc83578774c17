# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ResamplingTest < Minitest::Test
    PERCENTS = { p50_ns: 50, p99_ns: 99, p99_9_ns: 99.9 }.freeze

    def test_processes_that_agree_have_a_narrow_interval
      low, high = intervals(Array.new(6) { uniform(1) })[:p50_ns]

      assert_equal [5_000, 5_000], [low, high].map { |value| value.round(-1) }
    end

    def test_few_processes_have_none
      assert_equal [nil, nil, nil], intervals(Array.new(5) { uniform(1) }).values
    end

    def test_a_percentile_without_samples_above_has_none
      assert_nil intervals(Array.new(6) { Stats::Latencies::Histogram.new.record(5, 50) })[:p99_9_ns]
    end

    # A stall in one of six processes: the p99 of all together may be with it or without.
    def test_what_one_process_saw_makes_it_wide
      quiet = Array.new(5) { Stats::Latencies::Histogram.new.record(100, 1_000) }
      low, high = intervals([*quiet, Stats::Latencies::Histogram.new.record(100, 800).record(40_000, 200)])[:p99_ns]

      assert_equal [100, 40_000], [low, high.round(-2)]
    end

    def test_the_same_again
      histograms = Array.new(8) { |at| uniform(1 + (at / 100.0)) }

      assert_equal intervals(histograms), intervals(histograms)
    end

    # Of six processes whose speeds differ by 5 %, most intervals hold what all processes together would show.
    def test_most_intervals_hold_the_truth
      random = Random.new(5)
      held = Array.new(40) { intervals(Array.new(6) { uniform(Math.exp(0.05 * gauss(random)), 200) })[:p50_ns] }
                  .count { |low, high| (low..high).cover?(5_000) }

      assert_operator held, :>=, 33
    end

    private

    def intervals(histograms) = Stats::Resampling.intervals(histograms, PERCENTS)

    def uniform(scale, count = 1_000)
      (1..count).each_with_object(Stats::Latencies::Histogram.new) { |number, all| all.record((number * scale * 10_000 / count).round) }
    end

    def gauss(random) = Math.sqrt(-2 * Math.log(1 - random.rand)) * Math.cos(2 * Math::PI * random.rand)
  end
end
