# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::RetestTest < Minitest::Test
    SERIES = 400
    MOST = 60

    # The rule of records of method 1 is wrong in 5 % of such series.
    def test_fresh_pairs_of_the_same_code_are_hardly_ever_resolved_at_any_of_the_looks
      resolved = (1..SERIES).count { |seed| resolved_at_a_look?(Random.new(seed)) { |random| MadeRange.normal(random) } }

      assert_operator resolved.fdiv(SERIES), :<=, 0.01
    end

    # Neither normal nor symmetric: pairs that another process disturbed cost more in one arm.
    def test_skewed_pairs_whose_median_is_no_change_are_hardly_ever_resolved
      resolved = (1..SERIES).count do |seed|
        resolved_at_a_look?(Random.new(seed)) { |random| random.rand < 0.5 ? -random.rand : Math.exp(3 * random.rand) - 1 }
      end

      assert_operator resolved.fdiv(SERIES), :<=, 0.01
    end

    def test_a_disturbed_pair_moves_the_interval_by_one_pair_at_most
      effects = Array.new(20) { |at| 0.05 + (at / 1000.0) }
      low, high = Stats::Retest.interval([*effects, 5.0], 0.01)

      assert_equal [effects[2], effects[-2]], [low, high]
      assert_includes low..high, Stats::Retest.estimate([*effects, 5.0], 0.01)
    end

    def test_too_few_pairs_have_no_interval
      assert_equal [10, nil, false],
                   [Stats::Retest.fewest(0.01), Stats::Retest.interval([0.1] * 9, 0.01), Stats::Retest.resolved?([0.1] * 9, 0.01)]
      assert_equal [[0.1, 0.1], true],
                   [Stats::Retest.interval([0.1] * 10, 0.01), Stats::Retest.resolved?([0.1] * 10, 0.01)]
    end

    def test_all_retests_of_an_answer_share_its_alpha
      parts = (1..100).map { |number| Stats::Retest.alpha(number) }

      assert_equal parts.sort.reverse, parts
      assert_in_delta 0.005, parts.first
      assert_operator parts.sum, :<, 0.01
    end

    # As Cachemark 1.0 printed them.
    def test_without_alpha_the_number_of_pairs_counts_as_known
      effects = Array.new(20) { |at| 0.05 + (at / 1000.0) }

      assert_equal Stats::SignedRank.interval(effects, 0.01).map { |bound| bound.round(12) },
                   Stats::Retest.interval(effects, nil).map { |bound| bound.round(12) }
      assert_equal Stats::SignedRank.estimate(effects), Stats::Retest.estimate(effects, nil)
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
