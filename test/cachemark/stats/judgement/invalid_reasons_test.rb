# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::JudgementInvalidReasonsTest < Minitest::Test
    def test_a_wrong_reply_leaves_no_figure_however_many_pairs_there_are
      result = verdict(more: [failure("cell" => "c2", "status" => "invalid", "reason" => "wrong reply: get of k1")])

      assert_equal ["invalid", "dalli@3.2.8: wrong reply: get of k1", nil, nil, nil, nil],
                   [result.verdict, result.reason, result.effect, result.interval, result.resolution, result.costs]
      assert_equal 14, result.pairs
    end

    def test_a_failure_of_the_baseline_counts_as_well
      assert_equal "dalli@2.7.11: it crashed",
                   verdict(more: [failure("contender" => "dalli@2.7.11", "status" => "failed", "reason" => "it crashed")]).reason
    end

    def test_an_unavailable_contender_is_invalid_with_its_reason
      absent = failure("contender" => "dalli@3.2.8", "status" => "unavailable", "reason" => "needs Ruby >= 3.3")
      result = verdict(pairs: 0, more: [absent])

      assert_equal ["invalid", "dalli@3.2.8: needs Ruby >= 3.3"], [result.verdict, result.reason]
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

      result = Said::Comparison.of(Record.from_lines(lines)).verdicts.first
      assert_equal ["invalid", "dalli@3.2.8: no proof of the replies of 2 of 14 processes"], [result.verdict, result.reason]
    end

    def test_much_steal_time_is_invalid
      assert_equal "invalid", verdict(steal: 5.1).verdict
      assert_match(/\Athe host took 5.1 % of the CPU away/, verdict(steal: 5.1).reason)
      assert_equal "same", verdict(steal: 5.0).verdict
    end

    def test_uses_the_steal_time_of_the_run_if_pairs_have_none
      ending = { "outcome" => "complete", "machine" => { "steal_percent" => 12.0 } }

      assert_equal "invalid", verdict(steal: nil, ending: ending).verdict
      assert_equal "same", verdict(steal: 0.5, ending: ending).verdict
    end

    def test_a_run_without_pairs_yet_is_not_invalid
      assert_equal ["unresolved", "no pair of processes was completed"],
                   verdict(pairs: 0, ending: nil).then { |result| [result.verdict, result.reason] }
    end

    private

    def failure(facts) = { "type" => "failure", **facts }
    def verdict(**options) = MadeComparison.comparison(scenarios: ["client/get"], noise_pairs: 0, **options).verdicts.first
  end

  class Stats::JudgementNoiseCheckTest < Minitest::Test
    MOVING = ->(arm) { arm.noise && arm.arm == "contender" && arm.scenario == "client/get" ? 1_200 : 1_000 }

    def test_by_method_1_a_failed_aa_check_invalidates_its_scenario
      comparison = MadeComparison.comparison(noise_pairs: 20, &MOVING)
      get, set = comparison.verdicts

      assert_equal ["invalid", nil], [get.verdict, get.effect]
      assert_match(%r{\Athe A/A check differed by \+(19|20)\.\d %}, get.reason)
      assert_equal "same", set.verdict
      assert_equal [true, false], comparison.noise.map(&:moved)
    end

    # The A/A check differs by 20 %.
    def test_a_failed_aa_check_makes_the_intervals_of_its_scenario_wider
      get, set = moving(2_000).verdicts

      assert_equal ["slower", 0.7, 1.4], [get.verdict, *get.interval.map { |bound| bound.round(1) }]
      assert_in_delta 1.0, get.effect, 0.05
      assert_operator get.resolution, :>, 0.19
      assert_nil get.p
      assert_match(%r{\Athe A/A check differed by \+20 %: the interval is that much wider}, get.footnotes.join)
      assert_equal ["slower", [], true], [set.verdict, set.footnotes, set.interval.first > 0.9]
    end

    def test_a_change_that_the_same_code_makes_as_well_is_unresolved
      assert_equal %w[unresolved slower], moving(1_150).verdicts.map(&:verdict)
    end

    def test_a_few_pairs_are_not_enough_to_say_that_it_moved
      comparison = MadeComparison.comparison(noise_pairs: 6, &MOVING)

      assert_equal %w[same same], comparison.verdicts.map(&:verdict)
      assert_equal [6, nil, false], comparison.noise.first.then { |noise| [noise.pairs, noise.interval, noise.moved] }
      assert_nil comparison.noise.first.effect
      assert_includes comparison.notes.join, "had too few pairs in get, set"
    end

    def test_reports_the_noise_floor_by_scenario_and_metric
      noise = MadeComparison.comparison(noise_pairs: 20, options: { "metrics" => %w[wall cpu allocations] }).noise

      assert_equal [%w[get wall], %w[get cpu], %w[set wall], %w[set cpu]], noise.map { |one| [one.label, one.metric] }
      assert_equal ["dalli@2.7.11", "client/get", "sync"], noise[1].to_h.values_at(:contender, :scenario, :mode)
      assert(noise.all? { |one| one.interval.first.negative? && one.interval.last.positive? })
    end

    # `cost` is that of the contender; that of the baseline is 1,000.
    def moving(cost)
      MadeComparison.comparison(noise_pairs: 20, method: 2) do |arm|
        arm.noise || arm.arm == "baseline" ? MOVING.call(arm) : cost
      end
    end

    def test_chance_alone_moves_nothing
      moved = Array.new(20) do |seed|
        MadeComparison.comparison(pairs: 0, noise_pairs: 14, quads: 1, spread: 0.02, seed: seed).noise.map(&:moved)
      end
      assert_operator moved.flatten.count(true), :<=, 1
    end
  end

  class Stats::JudgementSameWorkTest < Minitest::Test
    TWICE = ->(block) { block["cell"] == "c2" ? { "server_hits" => 300, "server_misses" => 200 } : {} }

    def test_less_or_more_work_is_no_comparison
      result = verdict(blocks: TWICE)

      assert_equal ["invalid", nil, nil], [result.verdict, result.effect, result.interval]
      assert_equal "different work that nobody declared: an iteration made the server count " \
                   "for dalli@2.7.11 0 misses, for dalli@3.2.8 2 misses", result.reason
    end

    def test_declared_work_is_allowed_and_only_that
      declared = ->(count) { ->(cell) { cell["cell"] == "c2" ? { "beyond" => { "misses" => count } } : {} } }

      assert_equal "same", verdict(blocks: TWICE, cells: declared[2]).verdict
      assert_equal "invalid", verdict(blocks: TWICE, cells: declared[1]).verdict
    end

    def test_blocks_of_another_length_do_the_same_work
      half = ->(block) { block["arm"] == "contender" ? halved(block) : {} }

      assert_equal "same", verdict(blocks: half).verdict
    end

    def test_other_bytes_are_no_other_work
      bytes = ->(block) { { "server_bytes_in" => block["cell"] == "c2" ? 900 : 1_000, "server_bytes_out" => 500 } }

      assert_equal "same", verdict(blocks: bytes).verdict
    end

    def test_a_local_cache_may_answer_what_it_likes
      cached = { "definition" => { "label" => "get", "wrap" => "local_cache" } }

      assert_equal "same", verdict(blocks: TWICE, cells: cached).verdict
    end

    def test_a_server_that_others_use_counts_for_others_too
      assert_equal "same", verdict(blocks: TWICE, run: { "server" => { "shared" => true } }).verdict
    end

    private

    def halved(block)
      { "iterations" => 50, "calls" => 150, "wall_ns" => block["wall_ns"] / 2, "server_hits" => 150, "server_misses" => 0 }
    end

    def verdict(**options) = MadeComparison.comparison(scenarios: ["client/get"], noise_pairs: 0, **options).verdicts.first
  end
end
