# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::LatenciesTest < Minitest::Test
    def test_decodes_the_samples_of_all_blocks
      blocks = [1..600, 601..1_000].map { |values| { "latencies" => [values.to_a.pack("L<*")].pack("m0") } }

      assert_equal({ count: 1_000, min_ns: 1, mean_ns: 500.5, p50_ns: 500, p90_ns: 900, p99_ns: 990, p99_9_ns: nil,
                     max_ns: 1_000 }, Stats::Latencies.of([blocks.first, {}, blocks.last]))
      assert_nil Stats::Latencies.of([{ "wall_ns" => 1 }])
    end
  end

  class Stats::HistogramTest < Minitest::Test
    # A percentile needs ten samples above it.
    def test_small_values_are_exact
      histogram = filled(1..1_000)

      assert_equal [500, 990, 1_000, 1_000],
                   [histogram.percentile(50), histogram.percentile(99), histogram.max, histogram.count]
      assert_equal [nil, nil], [filled(1..999).percentile(99), filled(1..9_999).percentile(99.9)]
      assert_in_delta 9_990, filled(1..10_000).percentile(99.9), 10
      empty = filled([])
      assert_equal [nil] * 4, [empty.percentile(50), empty.min, empty.max, empty.mean]
    end

    # Never more than the largest sample.
    def test_large_values_keep_three_digits
      [2_048, 65_535, 1_234_567, 4_294_967_295].each do |value|
        histogram = filled([]).record(value, 20).record(value * 2, 20)

        assert_in_epsilon value, histogram.percentile(50), 0.001
        assert_operator histogram.percentile(50), :>=, value
      end
      assert_equal 100_001, filled([]).record(100_001, 100).percentile(50)
    end

    def test_least_and_mean_are_exact_however_large
      histogram = filled([]).record(1_000_003, 3).record(2_000_005).merge(filled([2_000_009]))

      assert_equal [1_000_003, 7_000_023 / 5.0], [histogram.min, histogram.mean]
      assert_equal [[3, 2], [5, 1], [100_001, 2]], filled([5, 3, 3]).record(100_001, 2).tallies
    end

    def test_merging_is_recording_both
      merged, all = filled(1..5_000).merge(filled(5_001..10_000)), filled(1..10_000)

      assert_equal [all.percentile(90), 10_000, 10_000], [merged.percentile(90), merged.max, merged.count]
    end

    private

    def filled(values) = values.reduce(Stats::Latencies::Histogram.new) { |histogram, value| histogram.record(value) }
  end

  class Stats::ResamplingTest < Minitest::Test
    PERCENTS = { p50_ns: 50, p99_ns: 99, p99_9_ns: 99.9 }.freeze

    # Few processes have none, and neither has a percentile without samples above.
    def test_processes_that_agree_have_a_narrow_interval
      six = Array.new(6) { uniform(1) }

      assert_equal [5_000, 5_000], intervals(six)[:p50_ns].map { |value| value.round(-1) }
      assert_equal [nil, nil, nil], intervals(six.first(5)).values
      assert_nil intervals(Array.new(6) { Stats::Latencies::Histogram.new.record(5, 50) })[:p99_9_ns]
      uneven = Array.new(8) { |at| uniform(1 + (at / 100.0)) }
      assert_equal intervals(uneven), intervals(uneven)
    end

    # A stall in one of six processes: the p99 of all together may be with it or without.
    def test_an_outlying_process_widens_the_interval
      quiet = Array.new(5) { Stats::Latencies::Histogram.new.record(100, 1_000) }
      low, high = intervals([*quiet, Stats::Latencies::Histogram.new.record(100, 800).record(40_000, 200)])[:p99_ns]

      assert_equal [100, 40_000], [low, high.round(-2)]
    end

    # Of six processes whose speeds differ by 5 %, most intervals hold what all processes together would show.
    def test_most_intervals_hold_the_truth
      random = Random.new(5)
      held = Array.new(40) { intervals(Array.new(6) { uniform(Math.exp(0.05 * MadeRange.normal(random)), 200) })[:p50_ns] }
                  .count { |low, high| (low..high).cover?(5_000) }

      assert_operator held, :>=, 33
    end

    private

    def intervals(histograms) = Stats::Latencies::Resampling.intervals(histograms, PERCENTS)

    def uniform(scale, count = 1_000)
      (1..count).each_with_object(Stats::Latencies::Histogram.new) do |number, all|
        all.record((number * scale * 10_000 / count).round)
      end
    end
  end
end
