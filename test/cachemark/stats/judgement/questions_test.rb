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

      assert_equal [%w[wall same], %w[mean slower]], words([wall, mean])
      assert_operator mean.interval.first, :>, 1
      assert_operator wall.interval.last, :<, 0.01
      assert_in_delta 1_000, wall.costs.first, 5
      assert_in_delta mean.costs.first * (1 + mean.effect), mean.costs.last, 1e-6
      assert_equal [[], []], [wall, mean].map(&:footnotes)
      faster = rows { |arm| STALL.call(arm) * (arm.arm == "contender" && !arm.noise ? 0.9 : 1) }
      assert_equal [%w[wall faster], %w[mean slower]], words(faster)
    end

    def test_work_in_some_of_the_calls_is_a_second_row
      wall, typical = found = rows(blocks: dearer)

      assert_equal [%w[wall same], %w[typical slower]], words(found)
      assert_in_delta 0.65, typical.effect, 0.02
      assert_in_delta 1_000, typical.costs.first, 5
      # A typical row has the collections of its blocks, the other one all at one price.
      collected = ->(block) { dearer.call(block).merge("gc_count" => 1, "gc_ns" => 60_000) }
      [wall, *rows(blocks: collected)].zip([1_000, 1_200, 1_000]) { |row, ns| assert_in_delta ns, row.costs.first, 5 }
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

    def test_a_second_row_has_its_own_aa_check
      stalled = ->(arm) { STALLED.call(arm) ? 40_000 : 1_000 }
      asked = rows(noise_pairs: 20, options: { "metrics" => ["mean"] }, &stalled).first

      assert_equal [%w[wall same]], words(rows(noise_pairs: 20, &stalled))
      assert_equal ["unresolved", [:aa_wider]], [asked.verdict, asked.footnotes.map(&:id)]
    end

    def test_an_aa_check_that_moved_blurs_every_row
      found = rows(noise_pairs: 20) { |arm| (arm.noise && arm.arm == "contender" ? 1.2 : 1) * STALL.call(arm) }

      assert_equal [%w[wall unresolved], %w[mean slower]], words(found)
      found.each { |row| assert_in_delta 0.2, row.footnotes.find { |one| one.id == :aa_wider }.facts[:effect], 0.01 }
    end

    def test_a_small_certain_change_keeps_its_verdict_by_method_1
      small = { effects: { "client/get" => 0.004 }, spread: 0.0005 }

      assert_equal %w[slower same], [nil, 2].map { |method| rows(method: method, **small).first.verdict }
    end

    def test_typical_and_mean_can_be_asked_for
      found = rows(options: { "metrics" => %w[wall mean typical] }, &STALL)

      assert_equal [%w[wall same], %w[mean slower], %w[typical same]], words(found)
      assert_equal %w[typical], rows(options: { "metrics" => %w[typical] }, &STALL).map(&:metric)
    end

    def test_a_baseline_has_one_time_in_all_rows
      first, second = [nil, 2].map do |method|
        rows(contenders: %w[old b c d], pairs: 14, quads: 2, spread: 0.03, method: method).map { |verdict| verdict.costs.first }
      end

      assert_equal [3, 1], [first.uniq.size, second.uniq.size]
    end

    def test_steal_time_makes_no_row_invalid
      ending = { "outcome" => "complete", "machine" => { "steal_percent" => 60.0 } }

      { { method: nil, steal: 60.0 } => "invalid", { steal: 60.0 } => "same", { steal: nil, ending: ending } => "same" }
        .each { |made, word| assert_equal word, rows(**made).first.verdict }
    end

    private

    def words(rows) = rows.map { |row| [row.metric, row.verdict] }

    def rows(quads: 4, pairs: 24, method: 2, seed: 8, **options, &cost)
      Stats::Comparison.of(MadeComparison.of(scenarios: ["client/get"], pairs: pairs, quads: quads, method: method, seed: seed,
                                             **options, &cost)).verdicts
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

  class Stats::DisturbedPairsTest < Minitest::Test
    SPARSE = [3, 7, 11, 15].freeze

    # Pairs that other work disturbed take twice as long.
    def test_disturbed_pairs_do_not_count
      comparison = disturbed(SPARSE)
      verdict = comparison.verdicts.first

      assert_equal [12, 4, "same"], [verdict.pairs, verdict.left_out, verdict.verdict]
      assert_in_delta 0, verdict.effect, 0.01
      assert_includes comparison.notes, Stats::Remark[:left_out, count: 4, of: 16]
    end

    # The rule does not look at the change. It omits at most half of the pairs, and never so many that there is no verdict.
    def test_pairs_that_always_count
      slow = ->(arm) { SPARSE.include?(arm.pair) && arm.arm == "contender" ? 2_000 : 1_000 }
      { 16 => disturbed([], &slow), 40 => disturbed((1..21).to_a, pairs: 40), 13 => disturbed([3, 7], pairs: 13) }
        .each { |pairs, comparison| assert_equal [pairs, nil], comparison.verdicts.first.to_h.values_at(:pairs, :left_out) }
      [{ method: nil }, { options: { "metrics" => %w[allocations] } }].each do |made|
        assert_equal [16, nil], disturbed(SPARSE, **made).verdicts.first.to_h.values_at(:pairs, :left_out), made
      end
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
      made = { scenarios: ["client/get"], pairs: pairs, noise_pairs: 0, method: method, **options }
      Stats::Comparison.of(MadeComparison.of(**made, &cost))
    end

    # Two of twenty stretches are undisturbed.
    def sparse(block)
      undisturbed = block["wall_ns"] / 20
      { "batches" => [undisturbed] * 2 + [undisturbed * 11 / 10] * 18 }
    end
  end
end
