# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ComparisonTest < Minitest::Test
    def test_carries_the_run
      comparison = MadeComparison.comparison

      assert_equal ["compare", "complete", 2], [comparison.command, comparison.outcome, comparison.environments.size]
      assert_equal({ "dalli@2.7.11" => "dalli@2.7.11", "dalli@3.2.8" => "dalli@3.2.8" }, comparison.notations)
      assert_match(/\Adalli@3.2.8 is as fast as/, Report::Comparison::Answer.of(comparison))
      assert_predicate comparison, :frozen?
    end

    def test_a_record_without_comparisons_has_none
      comparison = Said::Comparison.of(MadeRecord.of)

      assert_empty comparison.verdicts
      assert_nil Report::Comparison::Answer.of(comparison)
    end

    def test_takes_one_set_only
      record = MadeComparison.of(sets: [1, 2]) { |arm| arm.set == 2 && arm.arm == "contender" && !arm.noise ? 1_050 : 1_000 }

      assert_equal %w[same slower], [1, 2].map { |set| Said::Comparison.of(record, set: set).verdicts.first.verdict }
      assert_equal 28, Said::Comparison.of(record).verdicts.first.pairs
    end

    def test_a_single_comparison_is_its_own_family
      record = MadeComparison.of
      all = Said::Comparison.of(record).verdicts
      one = Said::Comparison.of(record, only: [%w[v2 wall]]).verdicts

      assert_equal ["v2"], one.map(&:comparison)
      assert_operator one.first.half_width, :<, all.last.half_width
    end

    def test_a_run_that_may_stop_early_gets_the_intervals_that_allow_it
      fixed = MadeComparison.comparison.verdicts.first
      sequential = [MadeComparison.comparison(options: { "until" => 0.01 }),
                    Said::Comparison.of(MadeComparison.of, sequential: true)].map { |comparison| comparison.verdicts.first }

      sequential.each { |verdict| assert_operator verdict.half_width, :>, fixed.half_width }
      assert_equal fixed, Said::Comparison.of(MadeComparison.of(options: { "until" => 0.01 }), sequential: false).verdicts.first
    end

    def test_is_precise_when_each_verdict_is_known_or_decided
      assert Stats::Comparison.precise?(MadeComparison.of, 0.02)
      slow = { "client/get" => 0.5, "client/set" => 0.5 }
      assert Stats::Comparison.precise?(MadeComparison.of(spread: 0.03, effects: slow), 0.0001)
      refute Stats::Comparison.precise?(MadeComparison.of(spread: 0.03), 0.01)
      assert Stats::Comparison.precise?(MadeComparison.of(spread: 0.03), 0.2)
    end

    def test_is_not_precise_before_there_are_pairs_enough
      refute Stats::Comparison.precise?(MadeComparison.of(pairs: 11, spread: 0.0001), 0.5)
      refute Stats::Comparison.precise?(MadeComparison.of(pairs: 0, ending: nil), 0.5)
      refute Stats::Comparison.precise?(Record.from_lines([]), 0.5)
    end

    def test_does_not_wait_for_counted_metrics
      assert Stats::Comparison.precise?(MadeComparison.of(options: { "metrics" => %w[wall bytes] }), 0.02)
    end

    def test_does_not_wait_for_invalid_verdicts
      assert Stats::Comparison.precise?(MadeComparison.of(pairs: 3, steal: 20), 0.0001)
    end
  end
end
