# frozen_string_literal: true

require "test_helper"

module Cachemark
  # The rows of a comparison by method 2 (Stats::TimeMethod).
  class Stats::JudgementRowsTest < Minitest::Test
    # A stall in one of the eight blocks of a process of the contender.
    STALLED = ->(arm) { arm.arm == "contender" && arm.quad == 1 && arm.slot < 2 }
    STALL = ->(arm) { !arm.noise && STALLED.call(arm) ? 40_000 : 1_000 }
    # Two of three stretches take twice as long, which is too few for the least of all and enough for every block.
    DEARER = ->(ns) { Array.new(20) { |at| (at % 3).zero? ? ns : 2 * ns } }

    def test_a_stall_in_few_calls_is_a_second_row
      wall, mean = rows(&STALL)

      assert_equal [%w[wall same], %w[mean slower]], [wall, mean].map { |row| [row.metric, row.verdict] }
      assert_operator mean.interval.first, :>, 1
      assert_operator wall.interval.last, :<, 0.01
      assert_equal [[], []], [wall, mean].map(&:footnotes)
      assert_in_delta mean.costs.first * (1 + mean.effect), mean.costs.last, 1e-6
    end

    def test_work_in_some_of_the_calls_is_a_second_row
      wall, typical, *others = rows(blocks: dearer)

      assert_equal [%w[wall same], %w[typical slower], []], [*[wall, typical].map { |row| [row.metric, row.verdict] }, others]
      assert_in_delta 0.65, typical.effect, 0.02
      assert_in_delta 1_000, typical.costs.first, 5
    end

    def test_a_typical_row_has_the_collections_of_its_blocks
      collected = ->(block) { dearer.call(block).merge("gc_count" => 1, "gc_ns" => 60_000) }

      rows(blocks: collected).each do |row|
        assert_in_delta({ "wall" => 1_200, "typical" => 1_000 }.fetch(row.metric), row.costs.first, 5)
      end
    end

    def test_a_release_can_be_faster_and_stall
      wall, mean = rows { |arm| STALL.call(arm) * (arm.arm == "contender" && !arm.noise ? 0.9 : 1) }

      assert_equal [%w[wall faster], %w[mean slower]], [wall, mean].map { |row| [row.metric, row.verdict] }
    end

    # Of 10 %: 1.5 % is more than the margin, and less than a quarter of the change.
    def test_a_small_difference_is_no_second_row
      { [0.05, 0.055] => ["wall"], [0.1, 0.115] => ["wall"], [0.1, 0.15] => %w[wall typical] }.each do |(least, whole), metrics|
        found = rows(spread: 0.0, blocks: lasting(least, whole))

        assert_equal metrics, found.map(&:metric)
        assert_in_delta least, found.first.effect, 0.001
      end
    end

    def test_answers_within_the_margin_are_one_row
      answer = Struct.new(:interval)
      { [[-0.002, 0.002], [0.003, 0.005]] => ["wall"], [[-0.005, -0.001], [0.001, 0.005]] => ["wall"],
        [[-0.002, 0.002], [0.009, 0.012]] => %w[wall mean] }.each do |(wall, mean), shown|
        answers = { "wall" => answer.new(wall), "mean" => answer.new(mean) }
        assert_equal shown, Stats::Judgement::Timed::Questions.shown(answers, margin: 0.01).keys, [wall, mean].inspect
      end
    end

    def test_the_time_per_call_keeps_its_row
      [STALL, ->(_arm) { 1_000 }].each do |cost|
        wall = rows(&cost).first
        assert_equal ["wall", "same"], [wall.metric, wall.verdict]
        assert_in_delta 1_000, wall.costs.first, 5
      end
    end

    def test_a_second_row_has_its_own_aa_check
      wall, *others = rows(noise_pairs: 20) { |arm| STALLED.call(arm) ? 40_000 : 1_000 }

      assert_equal %w[wall same], [wall.metric, wall.verdict]
      assert_empty others
      asked = rows(noise_pairs: 20, options: { "metrics" => ["mean"] }) { |arm| STALLED.call(arm) ? 40_000 : 1_000 }.first
      assert_equal "unresolved", asked.verdict
      assert_match(/\Athe A\/A check differed by \+.*wider/, asked.footnotes.join)
    end

    def test_a_small_certain_change_keeps_its_verdict_by_method_1
      small = { effects: { "client/get" => 0.004 }, spread: 0.0005 }

      assert_equal %w[slower same], [nil, 2].map { |method| rows(method: method, **small).first.verdict }
    end

    def test_typical_and_mean_can_be_asked_for
      found = rows(options: { "metrics" => %w[wall mean typical] }, &STALL)

      assert_equal %w[wall mean typical], found.map(&:metric)
      assert_equal %w[same slower same], found.map(&:verdict)
      assert_equal %w[typical], rows(options: { "metrics" => %w[typical] }, &STALL).map(&:metric)
    end

    def test_a_baseline_has_one_time_in_all_rows
      options = { contenders: %w[old b c d], scenarios: ["client/get"], spread: 0.03 }
      first, second = [nil, 2].map do |method|
        MadeComparison.comparison(**options, method: method).verdicts.map { |verdict| verdict.costs.first }
      end

      assert_equal [3, 1], [first.uniq.size, second.uniq.size]
    end

    def test_steal_time_makes_no_row_invalid
      assert_equal %w[invalid same], [nil, 2].map { |method| rows(method: method, steal: 60.0) { 1_000 }.first.verdict }
      ending = { "outcome" => "complete", "machine" => { "steal_percent" => 60.0 } }
      assert_equal "same", rows(steal: nil, ending: ending) { 1_000 }.first.verdict
    end

    def test_an_aa_check_that_moved_blurs_every_row
      found = rows(noise_pairs: 20) { |arm| (arm.noise && arm.arm == "contender" ? 1.2 : 1) * STALL.call(arm) }

      assert_equal [%w[wall unresolved], %w[mean slower]], found.map { |row| [row.metric, row.verdict] }
      assert(found.all? { |row| row.footnotes.join.include?("the A/A check differed by +20 %") })
    end

    private

    def rows(quads: 4, pairs: 24, method: 2, seed: 8, **options, &cost)
      MadeComparison.comparison(scenarios: ["client/get"], pairs: pairs, quads: quads, method: method, seed: seed, **options,
                                &cost).verdicts
    end

    def dearer = ->(block) { dearer?(block) ? stretches(DEARER.call(block["wall_ns"] / 20)) : {} }

    def dearer?(block) = block["arm"] == "contender" && block["comparison"] == "v1"

    # Stretches that are longer by one share in a contender, in blocks that are longer by another.
    def lasting(least, whole)
      lambda do |block|
        next {} unless dearer?(block)

        { **stretches([(block["wall_ns"] / 20 * (1 + least)).round] * 20), "wall_ns" => (block["wall_ns"] * (1 + whole)).round }
      end
    end

    def stretches(batches) = { "batches" => batches, "wall_ns" => batches.sum }
  end

  class Stats::LeftOutPairsTest < Minitest::Test
    SPARSE = [3, 7, 11, 15].freeze

    # Pairs that other work disturbed take twice as long.
    def test_disturbed_pairs_do_not_count
      comparison = disturbed(SPARSE)
      verdict = comparison.verdicts.first

      assert_equal [12, 4, "same"], [verdict.pairs, verdict.left_out, verdict.verdict]
      assert_in_delta 0, verdict.effect, 0.01
      assert_includes comparison.notes.join, "4 of 16 pairs"
    end

    def test_the_rule_does_not_look_at_the_change
      verdict = disturbed([]) { |arm| SPARSE.include?(arm.pair) && arm.arm == "contender" ? 2_000 : 1_000 }.verdicts.first

      assert_equal [16, nil], [verdict.pairs, verdict.left_out]
    end

    def test_omits_at_most_half_of_the_pairs_and_never_so_many_that_there_is_no_verdict
      assert_equal [40, nil], disturbed((1..21).to_a, pairs: 40).verdicts.first.then { |one| [one.pairs, one.left_out] }
      assert_equal [13, nil], disturbed([3, 7], pairs: 13).verdicts.first.then { |one| [one.pairs, one.left_out] }
    end

    def test_method_1_counts_all_pairs
      assert_equal [16, nil], disturbed(SPARSE, method: nil).verdicts.first.then { |one| [one.pairs, one.left_out] }
    end

    def test_a_count_needs_no_quiet_machine
      verdict = disturbed(SPARSE, options: { "metrics" => %w[allocations] }).verdicts.first

      assert_equal [16, nil], [verdict.pairs, verdict.left_out]
    end

    def test_their_replies_and_their_work_are_verified_all_the_same
      wrong = lambda do |block|
        SPARSE.include?(block["pair"]) ? { **sparse(block), "server_misses" => block["arm"] == "contender" ? 9 : 0 } : {}
      end

      assert_equal "invalid", compared(blocks: wrong).verdicts.first.verdict
    end

    private

    def disturbed(numbers, **options, &cost)
      cost ||= ->(arm) { numbers.include?(arm.pair) && arm.arm == "contender" ? 2_000 : 1_000 }
      compared(blocks: ->(block) { numbers.include?(block["pair"]) ? sparse(block) : {} }, **options, &cost)
    end

    def compared(pairs: 16, method: 2, **options, &cost)
      MadeComparison.comparison(scenarios: ["client/get"], pairs: pairs, noise_pairs: 0, method: method, **options, &cost)
    end

    # Two of twenty stretches are undisturbed.
    def sparse(block)
      undisturbed = block["wall_ns"] / 20
      { "batches" => [undisturbed] * 2 + [undisturbed * 11 / 10] * 18 }
    end
  end
end
