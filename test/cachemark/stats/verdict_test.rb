# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::VerdictTest < Minitest::Test
    def test_lies_above_or_below_with_its_whole_interval
      assert verdict(interval: [0.01, 0.02]).above?(0.005)
      refute verdict(interval: [0.01, 0.02]).above?(0.015)
      assert verdict(interval: [0.01, 0.02]).below?(0.03)
      refute verdict(interval: [0.01, 0.02]).below?(0.015)
    end

    def test_without_an_interval_it_lies_nowhere
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
      assert_equal [true, true, false, false], [11.59, Float::INFINITY, 0.5, nil].map { |share| verdict(resolution: share).blind? }
    end

    private

    def verdict(**members)
      Stats::Verdict.new(contender: "b", baseline: "a", scenario: "client/get", mode: "sync", metric: "wall",
                         **{ verdict: "same" }.merge(members))
    end
  end
end
