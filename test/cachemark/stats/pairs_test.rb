# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::PairTest < Minitest::Test
    ABBA = %w[baseline contender contender baseline].freeze
    SAME = [1000, 1000, 1000, 1000].freeze
    TENTH = [1000, 1100, 1100, 1000].freeze

    def test_a_cost_of_a_tenth_more_is_its_logarithm_in_every_metric
      blocks = quad(0, TENTH) + quad(1, [2000, 2200, 2200, 2000])

      Vocabulary::Metrics::TIMED.each { |metric| assert_in_delta Math.log(1.1), of(blocks, metric), 1e-9, metric }
    end

    # A drift within a quad cancels. One wild quad decides nothing, and one that broke off does not count.
    def test_changes_are_medians_of_quads
      { quad(0, [10_000, 11_000, 12_100, 13_310]) => 1.0, quad(0, TENTH) + quad(1, [1000, 9000, 9000, 1000]).first(3) => 1.1,
        quad(0, TENTH) + quad(1, TENTH) + quad(2, [1000, 9000, 9000, 1000]) => 1.1 }
        .each { |blocks, ratio| assert_in_delta Math.log(ratio), of(blocks), 1e-4 }
      assert_equal [nil, nil], [of(quad(0, TENTH).first(3)), of([])]
    end

    def test_collection_in_few_blocks_is_paid_by_all
      walls = [1000, 1600, 1000, 1000]
      with, without = [[0, 600, 0, 0], [0] * 4].map { |gc| quad(0, SAME) + quad(1, SAME) + quad(2, walls, gc: gc) }

      assert_in_delta Math.log(1.1), first(with).effect("wall"), 1e-9
      assert_in_delta 0.0, of(without), 1e-9
    end

    def test_cpu_is_what_user_and_system_took_per_call
      blocks = quad(0, SAME).map { |block| block["arm"] == "contender" ? block.merge("user_ns" => 750) : block }

      assert_in_delta Math.log(1.25), of(blocks, "cpu"), 1e-9
      unknown = blocks.map { |block| block.merge("user_ns" => nil) }
      assert_equal [nil, nil], [of(unknown, "cpu"), pair(unknown).total("cpu")]
    end

    # One that was cut short does not count.
    def test_the_fastest_sub_batch_is_the_least_of_an_arm_in_a_quad
      blocks = quad(0, SAME)
      least = [blocks[0], blocks[1].merge("batches" => [500, 250]), *blocks.drop(2)]
      short = blocks.map do |block|
        block.merge("iterations" => 15, "batches" => block["arm"] == "contender" ? [600, 100] : [500, 200])
      end

      assert_in_delta Math.log(0.5), of(least, "fastest"), 1e-9
      assert_in_delta Math.log(1.2), of(short, "fastest"), 1e-9
      assert_nil of(blocks.map { |block| block.merge("iterations" => 5, "batches" => [200]) }, "fastest")
    end

    # The mean is all time over all calls, whichever block pays.
    def test_a_mean_and_a_typical_block_have_their_own_change_and_costs
      pair = pair(quad(0, SAME) + quad(1, [1000, 4000, 1000, 1000]))

      [pair.total("wall"), pair.total("cpu"), pair.effect("mean")].each { |log| assert_in_delta Math.log(7.0 / 4), log, 1e-9 }
      assert_in_delta 0.0, pair.effect("typical"), 1e-9
      { "typical" => 1000, "mean" => 1750 }.each { |name, ns| assert_in_delta ns / 60.0, pair.cost_ns("contender", name), 1e-9 }
      none = %w[wall typical mean fastest cpu].map { |name| pair([]).cost_ns("baseline", name) }
      assert_equal [nil] * 6, [pair([]).total("wall"), *none]
    end

    def test_stretches_that_something_else_lengthened_change_nothing
      blocks = stretched([1000, 1000, 1000, 1100], [1100, 1100, 4400, 4400])

      assert_in_delta Math.log(1.1), of(blocks), 1e-9
      [pair(blocks).effect("typical"), pair(blocks).total("wall")].each { |log| assert_operator log, :>, Math.log(2) }
      assert_nil of(blocks.first(3))
    end

    # One arm happened to meet more of the fast times. Each block is compared with the adjacent one, which met the same.
    def test_fast_times_of_a_host_that_one_arm_met_more_often_change_nothing
      blocks = stretched(SAME, SAME) + stretched(SAME, [500] * 4, number: 1) + stretched(SAME, SAME, number: 2)

      assert_in_delta(-Math.log(2), Stats::Pairs::Pair::Apart.new(blocks: blocks).effect("wall"), 1e-9)
      assert_in_delta 0.0, of(blocks), 1e-9
    end

    def test_each_collection_counts_at_one_price
      blocks = stretched(SAME, SAME)
      blocks.each { |block| block["gc_count"] = 2 if block["arm"] == "contender" }
      pair = pair(blocks, collections: Stats::Collections.at(1000.0))

      # Two of 1,000 ns in a block of 60 calls, each of which takes 1000 / 15 ns.
      assert_in_delta Math.log(100.0 / (1000.0 / 15)), pair.effect("wall"), 1e-9
      { "baseline" => 1000.0 / 15, "contender" => 100.0 }.each { |arm, ns| assert_in_delta ns, pair.cost_ns(arm), 1e-9 }
      assert_in_delta 0.0, first(blocks).effect("typical"), 1e-9
    end

    # Cachemark 1.0 counted the collections of an arm twice if only the other one had stretches.
    def test_method_1_keeps_the_cost_of_an_arm_without_stretches_next_to_one_with_them
      blocks = stretched(SAME, SAME)
      blocks.each { |block| block.update("estimate" => nil, "gc_ns" => 400, "gc_count" => 1) if block["arm"] == "baseline" }
      pair = first(blocks, collections: Stats::Collections.at(400.0))

      { "baseline" => 4400, "contender" => 4000 }.each { |arm, ns| assert_in_delta ns / 60.0, pair.cost_ns(arm), 1e-9 }
    end

    private

    def pair(blocks, **options) = Stats::Pairs::Pair.new(blocks: blocks, **options)
    def first(blocks, **options) = Stats::Pairs::Pair::First.new(blocks: blocks, **options)
    def of(blocks, metric = "wall") = pair(blocks).effect(metric)

    # The quad of an arm's blocks with four stretches each.
    def stretched(baseline, contender, number: 0)
      quad(number, [baseline, contender, contender, baseline].map(&:sum)).zip([baseline, contender, contender, baseline])
        .map { |block, batches| block.merge("estimate" => "stretches", "batch" => 5, "batches" => batches) }
    end

    # Blocks of 20 iterations in two sub-batches.
    def quad(number, walls, gc: [0] * 4)
      ABBA.zip(walls, gc).each_with_index.map do |(arm, wall, gc_ns), slot|
        { "quad" => number, "slot" => slot, "arm" => arm, "iterations" => 20, "calls" => 60, "wall_ns" => wall,
          "gc_ns" => gc_ns, "user_ns" => wall / 2, "system_ns" => wall / 2, "batch" => 10, "batches" => [wall / 2] * 2 }
      end
    end
  end

  class Stats::PairsTest < Minitest::Test
    def test_finds_the_blocks_of_each_pair_by_comparison
      found = pairs(MadeComparison.lines(pairs: 3, quads: 2)).of("v1")

      assert_equal [3, [8]], [found.size, found.map { |pair| pair.blocks.size }.uniq]
      assert_equal ["v1"], found.flat_map(&:blocks).map { |block| block["comparison"] }.uniq
      assert_in_delta 0.1, found.first.steal_percent
      assert_empty pairs([]).of("v1")
    end

    def test_pairs_and_comparisons_that_broke_off_do_not_count
      lost = MadeComparison.lines(pairs: 3).reject { |line| line["of"] == "pair" && line["pair"] == 2 }
      half = MadeComparison.lines(pairs: 2).map { |line| line["of"] == "pair" ? line.merge("comparisons" => ["v2"]) : line }

      assert_equal [1, 3], numbers(pairs(lost))
      assert_equal [0, 2], %w[v1 v2].map { |id| pairs(half).of(id).size }
    end

    def test_the_price_of_a_collection_is_the_median_of_all_pairs
      prices = [100, 300, 900].cycle
      lines = MadeComparison.lines(pairs: 3, spread: 0, blocks: ->(_line) { { "gc_count" => 2, "gc_ns" => 2 * prices.next } })

      assert_equal [1002.0] * 3, baseline_ns(lines)
      assert_equal [1000.0] * 2, baseline_ns(MadeComparison.lines(pairs: 2, spread: 0))
    end

    def test_a_comparison_keeps_the_change_of_the_version_that_measured_it
      lines = MadeComparison.lines(pairs: 1, method: 2)
      later = lines.map { |line| line["type"] == "comparison" ? line.merge("change" => "adjacent") : line }

      assert_equal [Stats::Pairs::Pair::First, Stats::Pairs::Pair::Apart, Stats::Pairs::Pair],
                   [MadeComparison.lines(pairs: 1), lines, later].map { |made| pairs(made).of("v1").first.class }
    end

    def test_takes_one_set_or_all
      all, first, second = [nil, 1, 2].map { |set| numbers(pairs(MadeComparison.lines(pairs: 4, sets: [1, 2]), set: set)) }

      assert_equal [8, 4, 4, []], [all.size, first.size, second.size, first & second]
    end

    private

    def numbers(pairs) = pairs.of("v1").map { |pair| pair.blocks.first["pair"] }
    def baseline_ns(lines) = pairs(lines).of("v1").map { |pair| pair.cost_ns("baseline").round(6) }
    def pairs(lines, **options) = Stats::Pairs.new(Record.from_lines(lines), **options)
  end
end
