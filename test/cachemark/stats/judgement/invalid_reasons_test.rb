# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::JudgementInvalidReasonsTest < Minitest::Test
    Remark = Stats::Remark

    def test_a_wrong_reply_leaves_no_figure_however_many_pairs_there_are
      result = verdict(more: [failure("cell" => "c2", "status" => "invalid", "reason" => "wrong reply")])

      assert_equal ["invalid", "dalli@3.2.8", "wrong reply"], [result.verdict, *said(result)]
      assert_equal [nil, nil, nil, nil, 14], result.to_h.values_at(:effect, :interval, :resolution, :costs, :pairs)
    end

    # Of the baseline as well.
    def test_a_failure_an_absence_and_a_failed_proof_outrank_the_time
      absent = { "status" => "unavailable", "reason" => "needs Ruby >= 3.3" }
      proof = { "type" => "proof", "cell" => "c1", "process" => "p1-baseline", "ok" => false, "reason" => "0 hits" }
      { ["dalli@2.7.11", "it crashed"] =>
          { more: [failure("contender" => "dalli@2.7.11", "status" => "failed", "reason" => "it crashed")] },
        ["dalli@3.2.8", "needs Ruby >= 3.3"] => { pairs: 0, more: [failure("contender" => "dalli@3.2.8", **absent)] },
        ["dalli@3.2.8", "no such release"] =>
          { cells: ->(cell) { cell["cell"] == "c2" ? { **absent, "reason" => "no such release" } : {} } },
        ["dalli@2.7.11", "0 hits"] => { more: [proof] } }.each do |wanted, made|
        assert_equal ["invalid", *wanted], verdict(**made).then { |one| [one.verdict, *said(one)] }
      end
    end

    # A client that lacks a call cannot have become slower in it.
    def test_what_neither_contender_offers_has_no_verdict_and_a_note
      facts = { "status" => "unavailable", "reason" => "not offered by this client: get_multi", "offered" => false }
      both, one, other = [%w[c1 c2], %w[c2], %w[c1]].map do |cells|
        Stats::Comparison.of(MadeComparison.of(scenarios: ["client/get"], noise_pairs: 0, method: 2,
                                               more: cells.map { |cell| failure("cell" => cell, **facts) }))
      end

      assert_empty both.verdicts
      assert_equal %w[invalid invalid], [one, other].flat_map { |found| found.verdicts.map(&:verdict) }
      assert_equal ["client/get has no verdict: not offered by this client: get_multi"],
                   Report::Sentences.in(both).notes.grep(/no verdict/)
      assert_empty Report::Sentences.in(one).notes.grep(/no verdict/)
    end

    def test_a_scenario_that_only_one_contender_offers_has_the_note_of_the_others
      facts = { "status" => "unavailable", "reason" => "not offered by this client: gat", "offered" => false }
      found = Stats::Comparison.of(MadeComparison.of(contenders: %w[a b c], scenarios: ["client/get"], noise_pairs: 0, method: 2,
                                                     more: %w[c1 c2].map { |cell| failure("cell" => cell, **facts) }))

      assert_equal [%w[c invalid]], (found.verdicts.map { |verdict| [verdict.contender, verdict.verdict] })
      assert_equal 1, Report::Sentences.in(found).notes.grep(/client\/get has no verdict/).size
    end

    def test_every_process_has_to_prove_itself
      lines = MadeComparison.lines(scenarios: ["client/get"]).reject do |line|
        line["type"] == "proof" && %w[p3-contender p4-contender].include?(line["process"])
      end
      result = Stats::Comparison.of(Record.from_lines(lines)).verdicts.first

      assert_equal ["invalid", Remark[:unproven, lacking: 2, processes: 14, about: "dalli@3.2.8"]],
                   [result.verdict, result.reason]
    end

    # That of the run counts if pairs have none.
    def test_much_steal_time_is_invalid
      ending = { "outcome" => "complete", "machine" => { "steal_percent" => 12.0 } }

      assert_equal [:too_much_steal, 5.1], verdict(steal: 5.1).reason.then { |one| [one.id, one.facts[:percent]] }
      assert_equal %w[invalid same invalid same], [{ steal: 5.1 }, { steal: 5.0 }, { steal: nil, ending: ending },
                                                   { steal: 0.5, ending: ending }].map { |made| verdict(**made).verdict }
    end

    def test_a_run_without_pairs_yet_is_not_invalid
      assert_equal ["unresolved", :no_pairs], verdict(pairs: 0, ending: nil).then { |one| [one.verdict, one.reason.id] }
    end

    private

    def failure(facts) = { "type" => "failure", **facts }
    def said(verdict) = [verdict.reason.about, verdict.reason.facts[:text]]

    def verdict(**options)
      Stats::Comparison.of(MadeComparison.of(scenarios: ["client/get"], noise_pairs: 0, **options)).verdicts.first
    end
  end

  class Stats::JudgementNoiseCheckTest < Minitest::Test
    MOVING = ->(arm) { arm.noise && arm.arm == "contender" && arm.scenario == "client/get" ? 1_200 : 1_000 }

    def test_by_method_1_a_failed_aa_check_invalidates_its_scenario
      comparison = comparison(noise_pairs: 20, &MOVING)
      get, set = comparison.verdicts

      assert_equal ["invalid", nil, :aa_moved, "same"], [get.verdict, get.effect, get.reason.id, set.verdict]
      assert_in_delta 0.2, get.reason.facts[:effect], 0.01
      assert_equal [true, false], comparison.noise.map(&:moved)
    end

    # The A/A check differs by 20 %.
    def test_a_failed_aa_check_makes_the_intervals_of_its_scenario_wider
      get, set = moving(2_000).verdicts

      assert_equal ["slower", 0.7, 1.4, nil], [get.verdict, *get.interval.map { |bound| bound.round(1) }, get.p]
      assert_in_delta 1.0, get.effect, 0.05
      assert_operator get.resolution, :>, 0.19
      assert_equal [[:aa_wider, 0.2]], get.footnotes.map { |one| [one.id, one.facts[:effect].round(2)] }
      assert_equal ["slower", [], true], [set.verdict, set.footnotes, set.interval.first > 0.9]
      # The same code makes this change as well.
      assert_equal %w[unresolved slower], moving(1_150).verdicts.map(&:verdict)
    end

    def test_a_few_pairs_are_not_enough_to_say_that_it_moved
      comparison = comparison(noise_pairs: 6, &MOVING)

      assert_equal %w[same same], comparison.verdicts.map(&:verdict)
      assert_equal [6, nil, false, nil], comparison.noise.first.to_h.values_at(:pairs, :interval, :moved, :effect)
      assert_includes comparison.notes, Stats::Remark[:aa_unknown, scenarios: %w[get set]]
    end

    def test_reports_the_noise_floor_by_scenario_and_metric
      noise = comparison(noise_pairs: 20, options: { "metrics" => %w[wall cpu allocations] }).noise

      assert_equal [%w[get wall], %w[get cpu], %w[set wall], %w[set cpu]], noise.map { |one| [one.label, one.metric] }
      assert_equal ["dalli@2.7.11", "client/get", "sync"], noise[1].to_h.values_at(:contender, :scenario, :mode)
      assert(noise.all? { |one| one.interval.first.negative? && one.interval.last.positive? })
    end

    def test_chance_alone_moves_nothing
      moved = Array.new(20) do |seed|
        comparison(pairs: 0, noise_pairs: 14, quads: 1, spread: 0.02, seed: seed).noise.map(&:moved)
      end

      assert_operator moved.flatten.count(true), :<=, 1
    end

    private

    def comparison(**made, &cost) = Stats::Comparison.of(MadeComparison.of(**made, &cost))

    # `cost` is that of the contender; that of the baseline is 1,000.
    def moving(cost)
      comparison(noise_pairs: 20, method: 2) { |arm| arm.noise || arm.arm == "baseline" ? MOVING.call(arm) : cost }
    end
  end

  class Stats::JudgementSameWorkTest < Minitest::Test
    TWICE = ->(block) { block["cell"] == "c2" ? { "server_hits" => 300, "server_misses" => 200 } : {} }

    def test_less_or_more_work_is_no_comparison
      result = verdict(blocks: TWICE)

      assert_equal ["invalid", nil, nil], result.to_h.values_at(:verdict, :effect, :interval)
      assert_equal [:different_work, [["dalli@2.7.11", { "misses" => 0 }], ["dalli@3.2.8", { "misses" => 2 }]]],
                   [result.reason.id, result.reason.facts[:sides]]
    end

    # Declared work, blocks of another length, other bytes, a local cache, and the work of others on a shared server.
    def test_what_is_no_other_work
      declared = ->(count) { ->(cell) { cell["cell"] == "c2" ? { "beyond" => { "misses" => count } } : {} } }
      bytes = ->(block) { { "server_bytes_in" => block["cell"] == "c2" ? 900 : 1_000, "server_bytes_out" => 500 } }
      half = ->(block) { block["arm"] == "contender" ? halved(block) : {} }

      [{ blocks: TWICE, cells: declared[2] }, { blocks: half }, { blocks: bytes },
       { blocks: TWICE, cells: { "definition" => { "label" => "get", "wrap" => "local_cache" } } },
       { blocks: TWICE, run: { "server" => { "shared" => true } } }].each do |made|
         assert_equal "same", verdict(**made).verdict
       end
      assert_equal "invalid", verdict(blocks: TWICE, cells: declared[1]).verdict
    end

    private

    def halved(block)
      { "iterations" => 50, "calls" => 150, "wall_ns" => block["wall_ns"] / 2, "server_hits" => 150, "server_misses" => 0 }
    end

    def verdict(**options)
      Stats::Comparison.of(MadeComparison.of(scenarios: ["client/get"], noise_pairs: 0, **options)).verdicts.first
    end
  end
end
