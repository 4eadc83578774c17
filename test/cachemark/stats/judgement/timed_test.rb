# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::JudgementTimedTest < Minitest::Test
    Remark = Stats::Remark

    def test_the_word_of_an_interval
      { [0.001, 0.005] => "same", [-0.005, -0.001] => "same", [-0.01, 0.01] => "same", [0.005, 0.02] => "slower",
        [-0.02, -0.005] => "faster", [-0.005, 0.02] => "unresolved", [-0.02, 0.005] => "unresolved" }.each do |interval, word|
        assert_equal word, Stats::Judgement::Timed.word(interval, margin: 0.01), interval
      end
      { [0.001, 0.005] => "slower", [-0.005, -0.001] => "faster", [-0.005, 0.005] => "same" }.each do |interval, word|
        assert_equal word, Stats::Judgement::Timed.word(interval, margin: 0.01, small: true), interval
      end
    end

    def test_changes_are_shares_of_the_cost_of_the_baseline
      result = timed(Array.new(14, Math.log(1.1))).to_h

      assert_equal ["slower", nil, 14], result.values_at(:verdict, :reason, :pairs)
      [result[:effect], *result[:interval]].each { |share| assert_in_delta 0.1, share, 1e-9 }
      assert_in_delta 2.0 / (2**14), result[:p]
    end

    # Twelve pairs that cannot be as sure as asked are too few as well.
    def test_too_few_pairs_say_nothing
      { Remark[:few_pairs, count: 11, fewest: 12] => timed(luck(11, 0.5, 0.001)),
        Remark[:unsure, count: 12, alpha: 0.0001] => timed(luck(12, 0.5, 0.001), alpha: 0.0001), Remark[:no_pairs] => timed([]) }
        .each do |reason, result|
        assert_equal ["unresolved", reason, nil, nil, nil],
                     result.to_h.values_at(:verdict, :reason, :interval, :resolution, :effect)
      end
      assert_nil timed([]).to_h[:p]
    end

    def test_an_unresolved_change_has_its_bounds_as_the_reason
      result = timed(luck(14, 0.0, 0.05)).to_h
      low, high = result[:interval]

      assert_equal ["unresolved", Remark[:between, low: low, high: high, margin: 0.01]], result.values_at(:verdict, :reason)
    end

    def test_resolution_is_what_would_have_been_seen_in_nineteen_of_twenty_runs
      [[14, 0.01], [40, 0.001]].each do |count, alpha|
        resolution = Stats::Median.of(Array.new(40) { |seed| timed(luck(count, 0, 0.012, seed), alpha: alpha).to_h[:resolution] })
        seen, third = [resolution, resolution / 3].map do |effect|
          Array.new(150) { |seed| timed(luck(count, Math.log(1 + effect), 0.012, 900 + seed), alpha: alpha).to_h[:verdict] }
        end
        assert_operator seen.count("slower"), :>=, 136
        assert_operator third.count("slower"), :<=, 75
      end
    end

    def test_the_sequential_interval_is_wider_and_has_no_p
      fixed, sequential = [false, true].map { |kind| timed(luck(20, 0.0, 0.01), sequential: kind).to_h }

      assert_operator sequential[:interval].first, :<, fixed[:interval].first
      assert_operator sequential[:resolution], :>, fixed[:resolution]
      assert_nil sequential[:p]
    end

    private

    def timed(effects, alpha: 0.01, **options) = Stats::Judgement::Timed.new(effects, alpha: alpha, margin: 0.01, **options)

    # Logs around `effect`.
    def luck(count, effect, spread, seed = 3)
      random = Random.new(seed)
      Array.new(count) { effect + (spread * MadeRange.normal(random)) }
    end
  end

  # By method 1.
  class Stats::JudgementQuestionsTest < Minitest::Test
    def test_detects_a_change_that_few_calls_make
      result = asked(pairs: 30) { |arm| stalls?(arm) ? 40_000 : 1_000 }
      footnote = result[:footnotes].first

      assert_equal ["slower", :few_calls], [result[:verdict], footnote.id]
      assert_operator result[:interval].first, :>, 0.5
      assert_operator footnote.facts[:interval].last, :<, 0.05
      assert_in_delta result[:costs].first * (1 + result[:effect]), result[:costs].last, 1e-6
    end

    # In a third of the stretches, which is too few for the cost of a call, and enough for every block.
    def test_detects_a_change_that_some_calls_make
      slow = ->(block) { { "batches" => block["batches"].each_with_index.map { |ns, at| ns * ((at % 3).zero? ? 6 : 3) / 4 } } }
      result = asked(pairs: 30, blocks: ->(block) { block["arm"] == "contender" ? slow.call(block) : {} }) do |arm|
        arm.arm == "contender" ? 1_000 * 4 / 3.0 : 1_000
      end

      assert_equal ["slower", [:some_calls]], [result[:verdict], result[:footnotes].map(&:id)]
      assert_in_delta 0.33, result[:effect], 0.02
    end

    def test_a_stall_in_both_arms_is_nobodys
      result = asked(pairs: 30, seed: 3) { |arm| arm.quad == 1 && arm.slot == (arm.pair % 4) ? 40_000 : 1_000 }

      assert_equal ["same", []], result.values_at(:verdict, :footnotes)
    end

    def test_reports_a_plain_difference_of_the_typical_block
      result = asked(pairs: 20) { |arm| arm.arm == "contender" ? 1_050 : 1_000 }

      assert_equal ["slower", []], result.values_at(:verdict, :footnotes)
      assert_in_delta 0.05, result[:effect], 0.005
    end

    def test_the_fastest_sub_batch_has_no_total
      result = asked("fastest", pairs: 30, spread: 0.01) { |arm| stalls?(arm) ? 40_000 : 1_000 }

      assert_operator result[:interval].last, :<, 0.05
      assert_empty result[:footnotes]
    end

    # A wild process does not move them.
    def test_costs_are_ns_per_call_of_the_baseline
      dearer = ->(arm) { arm.arm == "baseline" ? 1_000 : 1_100 }
      wild = ->(arm) { arm.pair == 3 ? 90_000 : 1_000 }

      assert_equal [1000, 750, 1000], %w[wall cpu fastest].map { |metric| cost(metric, &dearer) }
      assert_equal 1000, cost("wall", &wild)
      assert_nil cost("cpu", blocks: { "user_ns" => nil }, &dearer)
      assert_equal ["unresolved", nil, nil], asked(pairs: 5) { 1_000 }.values_at(:verdict, :effect, :costs)
    end

    private

    def stalls?(arm) = arm.arm == "contender" && arm.quad == 1 && arm.slot < 2

    def asked(metric = "wall", **made, &cost) = questions(metric, quads: 4, **made, &cost).rows.fetch(metric)
    def cost(metric, **made, &cost) = questions(metric, spread: 0, **made, &cost).costs(0.1, metric)&.first&.round(-1)

    def questions(metric, **made, &cost)
      pairs = Stats::Pairs.new(MadeComparison.of(scenarios: ["client/get"], noise_pairs: 0, **made, &cost)).of("v1")
      Stats::Judgement::Timed::Questions::First.new(pairs, metric, alpha: 0.01, margin: 0.01, sequential: false)
    end
  end
end
