# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::JudgementTimedTest < Minitest::Test
    def test_each_verdict_can_be_reached
      { "slower" => [0.05, 0.01], "faster" => [-0.05, 0.01], "same" => [0.0, 0.003], "unresolved" => [0.0, 0.05] }
        .each { |verdict, (effect, spread)| assert_equal verdict, judged(effect, spread)[:verdict] }
    end

    def test_a_certain_change_within_the_margin_is_the_same
      result = judged(0.004, 0.001)

      assert_equal "same", result[:verdict]
      assert_operator result[:interval].first, :>, 0
    end

    def test_the_word_of_an_interval
      { [0.001, 0.005] => "same", [-0.005, -0.001] => "same", [-0.01, 0.01] => "same", [0.005, 0.02] => "slower",
        [-0.02, -0.005] => "faster", [-0.005, 0.02] => "unresolved", [-0.02, 0.02] => "unresolved" }.each do |interval, word|
        assert_equal word, Stats::Judgement::Timed.word(interval, margin: 0.01), interval
      end
      assert_equal %w[slower faster same],
                   [[0.001, 0.005], [-0.005, -0.001], [-0.005, 0.005]].map { |interval|
                     Stats::Judgement::Timed.word(interval, margin: 0.01, small: true)
                   }
    end

    def test_the_same_is_within_the_margin_on_both_sides
      [-0.005, 0.005].each do |effect|
        result = timed(Array.new(14) { |at| effect + ((at - 6.5) * 0.002) }).to_h
        beyond = result[:interval].map { |bound| bound.abs > 0.01 }
        assert_equal [effect.negative?, effect.positive?], beyond
        assert_equal "unresolved", result[:verdict]
      end
    end

    def test_changes_are_shares_of_the_cost_of_the_baseline
      result = timed(Array.new(14, Math.log(1.1))).to_h

      assert_in_delta 0.1, result[:effect]
      assert_equal [0.1, 0.1], result[:interval].map { |bound| bound.round(9) }
      assert_equal 14, result[:pairs]
      assert_in_delta 2.0 / (2**14), result[:p]
    end

    def test_too_few_pairs_say_nothing
      result = timed(luck(11, 0.5, 0.001)).to_h

      assert_equal "unresolved", result[:verdict]
      assert_nil result[:interval]
      assert_nil result[:resolution]
      assert_equal "11 pairs of processes, fewer than 12", said(result[:reason])
      assert_nil result[:effect]
    end

    def test_reports_that_no_pair_was_completed
      result = timed([]).to_h

      assert_equal ["unresolved", nil, nil], result.values_at(:verdict, :effect, :p)
      assert_equal "no pair of processes was completed", said(result[:reason])
    end

    def test_twelve_pairs_that_cannot_be_as_sure_as_asked_say_so
      result = timed(luck(12, 0.5, 0.001), alpha: 0.0001).to_h

      assert_equal "unresolved", result[:verdict]
      assert_equal "12 pairs of processes cannot be this sure (alpha 0.0001 for each verdict)", said(result[:reason])
    end

    def test_an_unresolved_change_has_its_bounds_as_the_reason
      assert_match(/\Abetween -\d+\.\d % and \+\d+\.\d %: neither beyond 0 nor within ± 1 %\z/, said(judged(0.0, 0.05)[:reason]))
      assert_nil judged(0.05, 0.01)[:reason]
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

      assert_operator width(sequential), :>, width(fixed)
      assert_operator sequential[:resolution], :>, fixed[:resolution]
      assert_nil sequential[:p]
    end

    def test_the_sequential_interval_is_not_fooled_by_looking_after_each_pair
      fooled = Array.new(60) do |seed|
        values = luck(40, 0.0, 0.01, seed)
        (12..40).any? { |count| timed(values.first(count), alpha: 0.05, sequential: true).to_h[:verdict] == "slower" }
      end
      assert_operator fooled.count(true), :<=, 4
    end

    private

    def said(remark) = Report::Sentences.of(remark)
    def judged(effect, spread) = timed(luck(14, effect, spread)).to_h
    def width(result) = result[:interval].last - result[:interval].first

    def timed(effects, alpha: 0.01, **options) = Stats::Judgement::Timed.new(effects, alpha: alpha, margin: 0.01, **options)

    # Logs around `effect`.
    def luck(count, effect, spread, seed = 3)
      random = Random.new(seed)
      Array.new(count) { effect + (spread * Math.sqrt(-2 * Math.log(1 - random.rand)) * Math.cos(2 * Math::PI * random.rand)) }
    end
  end

  class Stats::JudgementQuestionsTest < Minitest::Test
    def test_detects_a_change_that_few_calls_make
      result = asked(pairs: 30) { |arm| stalls?(arm) ? 40_000 : 1_000 }

      assert_equal "slower", result[:verdict]
      assert_operator result[:interval].first, :>, 0.5
      assert_match(/\Athis row has the mean of all calls; few make the difference: a typical one costs [+-]\d\.\d % \[/,
                   Report::Sentences.of(result[:footnotes].first))
      assert_in_delta result[:costs].first * (1 + result[:effect]), result[:costs].last, 1e-6
    end

    # In a third of the stretches, which is too few for the cost of a call, and enough for every block.
    def test_detects_a_change_that_some_calls_make
      slow = ->(block) { { "batches" => block["batches"].each_with_index.map { |ns, at| ns * ((at % 3).zero? ? 6 : 3) / 4 } } }
      result = asked(pairs: 30, blocks: ->(block) { block["arm"] == "contender" ? slow.call(block) : {} }) do |arm|
        arm.arm == "contender" ? 1_000 * 4 / 3.0 : 1_000
      end

      assert_equal "slower", result[:verdict]
      assert_in_delta 0.33, result[:effect], 0.02
      assert_match(/\Athis row has (typical blocks; at their cheapest|the mean of all calls)/, Report::Sentences.of(result[:footnotes].first))
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

    def test_too_few_pairs_have_no_figure
      result = asked(pairs: 5) { 1_000 }

      assert_equal ["unresolved", nil, nil], result.values_at(:verdict, :effect, :costs)
    end

    private

    def stalls?(arm) = arm.arm == "contender" && arm.quad == 1 && arm.slot < 2

    def asked(metric = "wall", pairs:, spread: 0.002, **options, &cost)
      record = MadeComparison.of(scenarios: ["client/get"], pairs: pairs, noise_pairs: 0, quads: 4, spread: spread,
                                 **options, &cost)
      pairs = Stats::Pairs.new(record).of("v1")
      questions = Stats::Judgement::Timed::Questions::First.new(pairs, metric, alpha: 0.01, margin: 0.01, sequential: false)
      questions.rows.fetch(metric)
    end
  end

  class Stats::JudgementCostsTest < Minitest::Test
    def test_are_ns_per_call_of_the_baseline
      wall, cpu, fastest = %w[wall cpu fastest].map { |metric| costs(metric) }

      assert_equal [1000, 750, 1000], [wall.round(-1), cpu.round(0), fastest.round(-1)]
    end

    def test_a_wild_process_does_not_move_them
      assert_equal 1000, costs("wall") { |arm| arm.pair == 3 ? 90_000 : 1_000 }.round(-1)
    end

    def test_has_no_costs_for_a_metric_that_a_driver_lacks
      assert_nil costs("cpu", blocks: { "user_ns" => nil })
    end

    private

    def costs(metric, **options, &cost)
      cost ||= ->(arm) { arm.arm == "baseline" ? 1_000 : 1_100 }
      record = MadeComparison.of(scenarios: ["client/get"], spread: 0, noise_pairs: 0, **options, &cost)
      pairs = Stats::Pairs.new(record).of("v1")
      questions = Stats::Judgement::Timed::Questions::First.new(pairs, metric, alpha: 0.01, margin: 0.01, sequential: false)
      questions.costs(0.1, metric)&.first
    end
  end
end
