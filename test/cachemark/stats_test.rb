# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::VerdictTest < Minitest::Test
    def test_is_above_or_below_with_its_whole_interval
      assert verdict(interval: [0.01, 0.02]).above?(0.005)
      refute verdict(interval: [0.01, 0.02]).above?(0.015)
      assert verdict(interval: [0.01, 0.02]).below?(0.03)
      refute verdict(interval: [0.01, 0.02]).below?(0.015)
    end

    def test_without_an_interval_it_is_neither_above_nor_below
      refute verdict.above?(-1)
      refute verdict.below?(1)
      assert_nil verdict.half_width
    end

    def test_is_decided_where_it_says_something
      words = %w[faster slower same unresolved invalid]
      assert_equal words.first(3), words.select { |word| verdict(verdict: word).decided? }
    end

    def test_half_width_is_a_share
      assert_in_delta 0.005, verdict(interval: [0.01, 0.02]).half_width
    end

    def test_is_blind_where_it_would_have_seen_next_to_nothing
      assert_equal [true, true, false, false], [11.59, Float::INFINITY, 0.5, nil].map { |share| verdict(resolution: share).insensitive? }
    end

    private

    def verdict(**members)
      Stats::Verdict.new(contender: "b", baseline: "a", scenario: "client/get", mode: "sync", metric: "wall",
                         **{ verdict: "same" }.merge(members))
    end
  end
end

class SectionTest < Minitest::Test
  def test_keeps_the_order_of_first_rows
    sections = Cachemark::Stats::Section.of([row("b"), row("a"), row("b")])

    assert_equal [["b", 2], ["a", 1]], sections.map { |section| [section.heading, section.rows.size] }
  end

  def test_distinguishes_shared_headings
    sections = Cachemark::Stats::Section.of([row("a", "1.8.5"), row("b", "1.8.5")])

    assert_equal ["1.8.5 (a)", "1.8.5 (b)"], sections.map(&:heading)
  end

  private

  def row(contender, section = nil) = MadeRecord.row(contender: contender, section: section)
end

class MedianTest < Minitest::Test
  def test_takes_the_middle_of_an_odd_list
    assert_equal 3, Cachemark::Stats::Median.of([9, 1, 3])
  end

  def test_takes_the_mean_of_the_two_in_the_middle
    assert_in_delta 2.5, Cachemark::Stats::Median.of([4, 1, 2, 3])
  end

  def test_is_nil_without_values
    assert_nil Cachemark::Stats::Median.of([])
  end
end

class QuantileTest < Minitest::Test
  def test_interpolates_like_type_seven_of_r
    values = [1, 2, 4, 8, 16]

    assert_in_delta 1.0, Cachemark::Stats::Quantile.of(values, 0.0)
    assert_in_delta 2.0, Cachemark::Stats::Quantile.of(values, 0.25)
    assert_in_delta 12.8, Cachemark::Stats::Quantile.of(values, 0.9)
    assert_in_delta 16.0, Cachemark::Stats::Quantile.of(values, 1.0)
  end

  def test_is_nil_without_values
    assert_nil Cachemark::Stats::Quantile.of([], 0.5)
  end
end

module Cachemark
  class Stats::RunFactsTest < Minitest::Test
    def test_tables_comparisons_and_decisions_tell_of_their_run_alike
      record = MadeComparison.of(pairs: 2)
      [Stats::Table.of(record), Stats::Comparison.of(record), Stats::Gate.of(record)].each do |value|
        assert_equal %w[compare 0.1.0], [value.command, value.version]
        assert_equal ["AMD EPYC", "1.6.18", "one-core"], [value.machine["cpu"], value.server["version"], value.placement["name"]]
        assert_equal [60, {}], [value.options["for_s"], value.suite]
      end
    end
  end

  class Stats::SearchedTest < Minitest::Test
    def test_each_mode_is_searched_separately
      one = Stats::Steps::ChangedSpan.new(from: "1", to: "2", scenario: "client/get", kind: "apart", effect: 0.1)

      assert_equal [%w[client/get sync], %w[client/get threads-4]], [one, one.with(mode: "threads-4")].map(&:search_key)
    end
  end
end
