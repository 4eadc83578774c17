# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ComparisonTest < Minitest::Test
    def test_carries_the_run
      comparison = MadeComparison.comparison

      assert_equal ["compare", "complete", 2], [comparison.command, comparison.outcome, comparison.environments.size]
      assert_equal({ "dalli@2.7.11" => "dalli@2.7.11", "dalli@3.2.8" => "dalli@3.2.8" }, comparison.notations)
      assert_match(/\Adalli@3.2.8 is as fast as/, Report::Sentences::Comparison.summary(comparison))
      assert_predicate comparison, :frozen?
    end

    def test_a_record_without_comparisons_has_none
      comparison = Said::Comparison.of(MadeRecord.of)

      assert_empty comparison.verdicts
      assert_nil Report::Sentences::Comparison.summary(comparison)
    end

    def test_takes_one_set_only
      record = MadeComparison.of(sets: [1, 2]) { |arm| arm.set == 2 && arm.arm == "contender" && !arm.noise ? 1_050 : 1_000 }

      assert_equal %w[same slower], [1, 2].map { |set| Said::Comparison.of(record, set: set).verdicts.first.verdict }
      assert_equal 28, Said::Comparison.of(record).verdicts.first.pairs
    end

    def test_what_is_asked_for_alone_is_its_own_family
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

    def test_what_is_counted_is_not_waited_for
      assert Stats::Comparison.precise?(MadeComparison.of(options: { "metrics" => %w[wall bytes] }), 0.02)
    end

    def test_what_is_invalid_is_not_waited_for
      assert Stats::Comparison.precise?(MadeComparison.of(pairs: 3, steal: 20), 0.0001)
    end
  end

  class Stats::PairEvidenceTest < Minitest::Test
    def test_finds_the_blocks_of_each_pair_by_comparison
      pairs = evidence(MadeComparison.lines(pairs: 3, quads: 2)).pairs("v1")

      assert_equal 3, pairs.size
      assert_equal [8], pairs.map { |pair| pair.blocks.size }.uniq
      assert_equal ["v1"], pairs.flat_map(&:blocks).map { |block| block["comparison"] }.uniq
      assert_in_delta 0.1, pairs.first.steal_percent
      assert_empty evidence([]).pairs("v1")
    end

    def test_a_pair_that_broke_off_does_not_count
      lines = MadeComparison.lines(pairs: 3).reject { |line| line["type"] == "pair" && line["pair"] == 2 }

      assert_equal [1, 3], evidence(lines).pairs("v1").map { |pair| pair.blocks.first["pair"] }
    end

    def test_a_comparison_that_the_pair_did_not_finish_does_not_count
      lines = MadeComparison.lines(pairs: 2).map { |line| line["type"] == "pair" ? line.merge("comparisons" => ["v2"]) : line }

      assert_empty evidence(lines).pairs("v1")
      assert_equal 2, evidence(lines).pairs("v2").size
    end

    def test_takes_one_set_or_all
      lines = MadeComparison.lines(pairs: 4, sets: [1, 2])

      assert_equal [8, 4, 4], [nil, 1, 2].map { |set| evidence(lines, set: set).pairs("v1").size }
      assert_empty(evidence(lines, set: 1).pairs("v1").map { |pair| pair.blocks.first["pair"] } &
                   evidence(lines, set: 2).pairs("v1").map { |pair| pair.blocks.first["pair"] })
    end

    private

    def evidence(lines, **options) = Stats::PairEvidence.new(Record.from_lines(lines), **options)
  end
end
