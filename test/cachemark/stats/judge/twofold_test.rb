# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Judge::TwofoldTest < Minitest::Test
    def test_what_few_calls_pay_for_is_seen
      told = twofold(pairs: 30) { |arm| stalls?(arm) ? 40_000 : 1_000 }

      assert_equal "slower", told[:verdict]
      assert_operator told[:interval].first, :>, 0.5
      assert_match(/\Afew calls make the difference: a typical block costs [+-]\d\.\d % \[/, told[:footnotes].first)
      assert_in_delta told[:costs].first * (1 + told[:effect]), told[:costs].last, 1e-6
    end

    def test_a_stall_in_both_arms_is_nobodys
      told = twofold(pairs: 30) { |arm| arm.quad == 1 && arm.slot == (arm.pair % 4) ? 40_000 : 1_000 }

      assert_equal ["same", []], told.values_at(:verdict, :footnotes)
    end

    def test_a_plain_difference_is_told_by_the_typical_block
      told = twofold(pairs: 20) { |arm| arm.arm == "contender" ? 1_050 : 1_000 }

      assert_equal ["slower", []], told.values_at(:verdict, :footnotes)
      assert_in_delta 0.05, told[:effect], 0.005
    end

    def test_the_fastest_sub_batch_has_no_total
      told = twofold("fastest", pairs: 30, spread: 0.01) { |arm| stalls?(arm) ? 40_000 : 1_000 }

      assert_operator told[:interval].last, :<, 0.05
      assert_empty told[:footnotes]
    end

    def test_too_few_pairs_have_no_figure
      told = twofold(pairs: 5) { 1_000 }

      assert_equal ["unresolved", nil, nil], told.values_at(:verdict, :effect, :costs)
    end

    private

    def stalls?(arm) = arm.arm == "contender" && arm.quad == 1 && arm.slot < 2

    def twofold(metric = "wall", pairs:, spread: 0.002, &cost)
      record = MadeComparison.of(scenarios: ["client/get"], pairs: pairs, noise_pairs: 0, quads: 4, spread: spread, &cost)
      pairs = Stats::PairEvidence.new(record).pairs("v1")
      Stats::Judge::Twofold.new(pairs, metric, alpha: 0.01, margin: 0.01, sequential: false).to_h
    end
  end
end
