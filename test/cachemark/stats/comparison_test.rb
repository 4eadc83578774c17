# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ComparisonTest < Minitest::Test
    def test_carries_the_run
      comparison = of

      assert_equal ["compare", "complete", 2], [comparison.command, comparison.outcome, comparison.environments.size]
      assert_equal({ "dalli@2.7.11" => "dalli@2.7.11", "dalli@3.2.8" => "dalli@3.2.8" }, comparison.notations)
      assert_predicate comparison, :frozen?
      assert_empty Stats::Comparison.of(MadeRecord.of).verdicts
    end

    def test_takes_one_set_only
      record = MadeComparison.of(sets: [1, 2]) { |arm| arm.set == 2 && arm.arm == "contender" && !arm.noise ? 1_050 : 1_000 }

      assert_equal %w[same slower], [1, 2].map { |set| Stats::Comparison.of(record, set: set).verdicts.first.verdict }
      assert_equal 28, Stats::Comparison.of(record).verdicts.first.pairs
    end

    def test_a_single_comparison_is_its_own_family
      one = Stats::Comparison.of(MadeComparison.of, only: [%w[v2 wall]]).verdicts

      assert_equal ["v2"], one.map(&:comparison)
      assert_operator one.first.half_width, :<, of.verdicts.last.half_width
    end

    def test_a_run_that_may_stop_early_gets_the_intervals_that_allow_it
      fixed, until_it = of.verdicts.first, { "until" => 0.01 }

      [of(options: until_it), Stats::Comparison.of(MadeComparison.of, sequential: true)].each do |comparison|
        assert_operator comparison.verdicts.first.half_width, :>, fixed.half_width
      end
      assert_equal fixed, Stats::Comparison.of(MadeComparison.of(options: until_it), sequential: false).verdicts.first
    end

    # Not before there are pairs enough; counted metrics and invalid verdicts need no waiting.
    def test_is_precise_when_each_verdict_is_known_or_decided
      slow = { "client/get" => 0.5, "client/set" => 0.5 }
      { 0.02 => {}, 0.0001 => { spread: 0.03, effects: slow }, 0.2 => { spread: 0.03 },
        0.021 => { options: { "metrics" => %w[wall bytes] } }, 0.0002 => { pairs: 3, steal: 20 } }
        .each { |target, made| assert Stats::Comparison.precise?(MadeComparison.of(**made), target), made.to_s }
      { 0.01 => { spread: 0.03 }, 0.5 => { pairs: 11, spread: 0.0001 }, 0.51 => { pairs: 0, ending: nil } }
        .each { |target, made| refute Stats::Comparison.precise?(MadeComparison.of(**made), target), made.to_s }
      refute Stats::Comparison.precise?(Record.from_lines([]), 0.5)
    end

    def test_only_counts_that_differ_within_a_cell_get_more_precise
      counts = [[[1, 1, 2], [1, 1, 1]], [[1, 1, 1], [2, 2, 2]], [[1, 1, 1], [1, 1, 1]]].map do |base, head|
        lines = MadeComparison.counts("c1", "writes", base) + MadeComparison.counts("c2", "writes", head)
        Stats::Comparison.needed(MadeComparison.of(scenarios: ["client/get"], pairs: 0, noise_pairs: 0, more: lines,
                                                   run: { "method" => 2 }, options: { "metrics" => ["writes"] }))
      end

      assert_equal [{ %w[c1 writes] => [5, true], %w[c2 writes] => [5, true] },
                    { %w[c1 writes] => [5, false], %w[c2 writes] => [5, false] }, {}],
                   counts.map { |one| one.transform_values { |need| [need.processes, need.uneven] } }
    end

    private

    def of(**made) = Stats::Comparison.of(MadeComparison.of(**made))
  end
end
