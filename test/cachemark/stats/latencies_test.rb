# frozen_string_literal: true

require "test_helper"

class LatenciesTest < Minitest::Test
  def test_decodes_the_samples_of_all_blocks
    latencies = Cachemark::Stats::Latencies.of([block(1..600), {}, block(601..1_000)])

    assert_equal({ count: 1_000, min_ns: 1, mean_ns: 500.5, p50_ns: 500, p90_ns: 900, p99_ns: 990, p99_9_ns: nil, max_ns: 1_000 },
                 latencies)
  end

  def test_is_nil_when_nobody_asked
    assert_nil Cachemark::Stats::Latencies.of([{ "wall_ns" => 1 }])
  end

  private

  def block(values) = { "latencies" => [values.to_a.pack("L<*")].pack("m0") }
end

class HDRTest < Minitest::Test
  def test_small_values_are_exact
    histogram = filled(1..1_000)

    assert_equal 500, histogram.percentile(50)
    assert_equal 990, histogram.percentile(99)
    assert_equal 1_000, histogram.max
    assert_equal 1_000, histogram.count
  end

  def test_large_values_keep_three_digits
    [2_048, 65_535, 1_234_567, 4_294_967_295].each do |value|
      histogram = Cachemark::Stats::Latencies::Histogram.new.record(value, 20).record(value * 2, 20)

      assert_in_epsilon value, histogram.percentile(50), 0.001
      assert_operator histogram.percentile(50), :>=, value
    end
  end

  def test_a_percentile_needs_ten_samples_above_it
    assert_equal 990, filled(1..1_000).percentile(99)
    assert_nil filled(1..999).percentile(99)
    assert_nil filled(1..9_999).percentile(99.9)
    assert_in_delta 9_990, filled(1..10_000).percentile(99.9), 10
  end

  def test_has_nothing_to_say_without_samples
    empty = Cachemark::Stats::Latencies::Histogram.new

    assert_equal [nil] * 4, [empty.percentile(50), empty.min, empty.max, empty.mean]
  end

  def test_least_and_mean_are_exact_however_large
    histogram = Cachemark::Stats::Latencies::Histogram.new.record(1_000_003, 3).record(2_000_005).merge(filled([2_000_009]))

    assert_equal [1_000_003, 7_000_023 / 5.0], [histogram.min, histogram.mean]
  end

  def test_merging_is_recording_both
    merged = filled(1..5_000).merge(filled(5_001..10_000))

    assert_equal filled(1..10_000).percentile(90), merged.percentile(90)
    assert_equal 10_000, merged.max
    assert_equal 10_000, merged.count
  end

  def test_lists_all_recorded_latencies
    histogram = filled([5, 3, 3]).record(100_001, 2)

    assert_equal [[3, 2], [5, 1], [100_001, 2]], histogram.tallies
  end

  def test_never_says_more_than_the_largest_sample
    assert_equal 100_001, Cachemark::Stats::Latencies::Histogram.new.record(100_001, 100).percentile(50)
  end

  private

  def filled(values)
    values.each_with_object(Cachemark::Stats::Latencies::Histogram.new) { |value, histogram| histogram.record(value) }
  end
end

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
    def test_an_outlying_process_widens_the_interval
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

    def intervals(histograms) = Stats::Latencies::Resampling.intervals(histograms, PERCENTS)

    def uniform(scale, count = 1_000)
      (1..count).each_with_object(Stats::Latencies::Histogram.new) { |number, all| all.record((number * scale * 10_000 / count).round) }
    end

    def gauss(random) = Math.sqrt(-2 * Math.log(1 - random.rand)) * Math.cos(2 * Math::PI * random.rand)
  end
end
