# frozen_string_literal: true

require "test_helper"

module Cachemark
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
