# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Judge::GroundsTest < Minitest::Test
    def test_a_wrong_reply_leaves_no_figure_however_many_pairs_there_are
      told = verdict(more: [failure("cell" => "c2", "status" => "invalid", "reason" => "wrong reply: get of k1")])

      assert_equal ["invalid", "dalli@3.2.8: wrong reply: get of k1", nil, nil, nil, nil],
                   [told.verdict, told.reason, told.effect, told.interval, told.resolution, told.costs]
      assert_equal 14, told.pairs
    end

    def test_what_is_wrong_with_the_baseline_counts_as_well
      assert_equal "dalli@2.7.11: it crashed",
                   verdict(more: [failure("contender" => "dalli@2.7.11", "status" => "failed", "reason" => "it crashed")]).reason
    end

    def test_what_does_not_run_here_is_invalid_with_the_reason
      absent = failure("contender" => "dalli@3.2.8", "status" => "unavailable", "reason" => "needs Ruby >= 3.3")
      told = verdict(pairs: 0, more: [absent])

      assert_equal ["invalid", "dalli@3.2.8: needs Ruby >= 3.3"], [told.verdict, told.reason]
      cells = ->(cell) { cell["cell"] == "c2" ? { "status" => "unavailable", "reason" => "no such release" } : {} }
      assert_equal "dalli@3.2.8: no such release", verdict(cells: cells).reason
    end

    def test_a_failed_proof_outranks_the_time
      proof = { "type" => "proof", "cell" => "c1", "process" => "p1-baseline", "ok" => false,
                "reason" => "the client saw 0 hits" }

      assert_equal "dalli@2.7.11: the client saw 0 hits", verdict(more: [proof]).reason
    end

    def test_every_process_has_to_prove_itself
      lines = MadeComparison.lines(scenarios: ["client/get"]).reject do |line|
        line["type"] == "proof" && %w[p3-contender p4-contender].include?(line["process"])
      end

      told = Stats::Comparison.of(Record.from_lines(lines)).verdicts.first
      assert_equal ["invalid", "dalli@3.2.8: no proof of the replies of 2 of 14 processes"], [told.verdict, told.reason]
    end

    def test_stolen_cpu_is_no_measurement
      assert_equal "invalid", verdict(steal: 5.1).verdict
      assert_match(/\Athe host took 5.1 % of the CPU away/, verdict(steal: 5.1).reason)
      assert_equal "same", verdict(steal: 5.0).verdict
    end

    def test_what_the_host_took_from_the_run_counts_where_pairs_do_not_tell
      ending = { "outcome" => "complete", "machine" => { "steal_percent" => 12.0 } }

      assert_equal "invalid", verdict(steal: nil, ending: ending).verdict
      assert_equal "same", verdict(steal: 0.5, ending: ending).verdict
    end

    def test_a_run_without_pairs_yet_is_not_invalid
      assert_equal ["unresolved", "no pair of processes was completed"],
                   verdict(pairs: 0, ending: nil).then { |told| [told.verdict, told.reason] }
    end

    private

    def failure(facts) = { "type" => "failure", **facts }
    def verdict(**options) = MadeComparison.comparison(scenarios: ["client/get"], noise_pairs: 0, **options).verdicts.first
  end
end
