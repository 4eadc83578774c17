# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::RetestTest < Minitest::Test
    SERIES = 400
    MOST = 60
    EFFECTS = Array.new(20) { |at| 0.05 + (at / 1000.0) }.freeze

    # The rule of records of method 1 is wrong in 5 % of such series. Pairs that another process disturbed cost more in one
    # arm, which is neither normal nor symmetric, and has a median of no change.
    def test_fresh_pairs_of_the_same_code_are_hardly_ever_resolved_at_any_of_the_looks
      skewed = ->(random) { random.rand < 0.5 ? -random.rand : Math.exp(3 * random.rand) - 1 }
      [MadeRange.method(:normal), skewed].each do |draw|
        resolved = (1..SERIES).count { |seed| resolved_at_a_look?(Random.new(seed), &draw) }
        assert_operator resolved.fdiv(SERIES), :<=, 0.01
      end
    end

    def test_a_disturbed_pair_moves_the_interval_by_one_pair_at_most
      low, high = Stats::Retest.interval([*EFFECTS, 5.0], 0.01)

      assert_equal [EFFECTS[2], EFFECTS[-2]], [low, high]
      assert_includes low..high, Stats::Retest.estimate([*EFFECTS, 5.0], 0.01)
    end

    def test_too_few_pairs_have_no_interval
      assert_equal 10, Stats::Retest.fewest(0.01)
      { 9 => [nil, false], 10 => [[0.1, 0.1], true] }.each do |count, wanted|
        assert_equal wanted, %i[interval resolved?].map { |name| Stats::Retest.public_send(name, [0.1] * count, 0.01) }
      end
    end

    def test_all_retests_of_an_answer_share_its_alpha
      parts = (1..100).map { |number| Stats::Retest.alpha(number) }

      assert_equal parts.sort.reverse, parts
      assert_in_delta 0.005, parts.first
      assert_operator parts.sum, :<, 0.01
    end

    # As Cachemark 1.0 printed them.
    def test_without_alpha_the_number_of_pairs_counts_as_known
      Stats::SignedRank.interval(EFFECTS, 0.01).zip(Stats::Retest.interval(EFFECTS, nil)) do |one, own|
        assert_in_delta one, own, 1e-12
      end
      assert_equal Stats::SignedRank.estimate(EFFECTS), Stats::Retest.estimate(EFFECTS, nil)
    end

    private

    # A search looks after the first pairs, and after each four more.
    def resolved_at_a_look?(random)
      effects = Array.new(Plan::Bisection::Assessment::FIRST_PAIRS) { yield random }
      until effects.size > MOST
        return true if Stats::Retest.resolved?(effects, 1 - Stats::Retest::CONFIDENCE)

        Plan::Bisection::Assessment::MORE_PAIRS.times { effects << yield(random) }
      end
      false
    end
  end
end
