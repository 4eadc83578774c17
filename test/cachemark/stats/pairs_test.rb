# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::PairTest < Minitest::Test
    ABBA = %w[baseline contender contender baseline].freeze

    def test_a_cost_of_a_tenth_more_is_its_logarithm_in_every_metric
      blocks = quad(0, [1000, 1100, 1100, 1000]) + quad(1, [2000, 2200, 2200, 2000])

      Vocabulary::Metrics::TIMED.each { |metric| assert_in_delta Math.log(1.1), of(blocks, metric), 1e-9, metric }
    end

    def test_a_drift_within_a_quad_cancels
      assert_in_delta 0.0, of(quad(0, [10_000, 11_000, 12_100, 13_310])), 1e-4
    end

    def test_one_wild_quad_decides_nothing
      blocks = [1.1, 1.1, 9.0].each_with_index.flat_map { |ratio, at| quad(at, [1000, 1000 * ratio, 1000 * ratio, 1000]) }

      assert_in_delta Math.log(1.1), of(blocks), 1e-9
    end

    def test_a_quad_that_broke_off_does_not_count
      assert_nil of(quad(0, [1000, 1100, 1100, 1000]).first(3))
      assert_nil of([])
      assert_in_delta Math.log(1.1), of(quad(0, [1000, 1100, 1100, 1000]) + quad(1, [1000, 9000, 9000, 1000]).first(3)), 1e-9
    end

    def test_collection_in_few_blocks_is_paid_by_all
      walls = [1000, 1000, 1000, 1000]
      collected = quad(0, walls) + quad(1, walls) + quad(2, [1000, 1600, 1000, 1000], gc: [0, 600, 0, 0])

      assert_in_delta Math.log(1.1), Stats::Pairs::Pair::First.new(blocks: collected).effect("wall"), 1e-9
      assert_in_delta 0.0, of(quad(0, walls) + quad(1, walls) + quad(2, [1000, 1600, 1000, 1000])), 1e-9
    end

    def test_cpu_is_what_user_and_system_took_per_call
      blocks = quad(0, [1000] * 4).map { |block| block["arm"] == "contender" ? block.merge("user_ns" => 750) : block }

      assert_in_delta Math.log(1.25), of(blocks, "cpu"), 1e-9
      assert_nil of(blocks.map { |block| block.merge("user_ns" => nil) }, "cpu")
    end

    def test_the_fastest_sub_batch_is_the_least_of_an_arm_in_a_quad
      blocks = quad(0, [1000] * 4)
      blocks[1] = blocks[1].merge("batches" => [500, 250])

      assert_in_delta Math.log(0.5), of(blocks, "fastest"), 1e-9
    end

    def test_a_sub_batch_that_was_cut_short_is_not_the_fastest
      blocks = quad(0, [1000] * 4).map { |block| block.merge("iterations" => 15, "batches" => [500, 200]) }
      slower = blocks.map { |block| block["arm"] == "contender" ? block.merge("batches" => [600, 100]) : block }

      assert_in_delta Math.log(1.2), of(slower, "fastest"), 1e-9
      assert_nil of(blocks.map { |block| block.merge("iterations" => 5, "batches" => [200]) }, "fastest")
    end

    def test_the_total_is_all_time_over_all_calls_whichever_block_pays
      blocks = quad(0, [1000] * 4) + quad(1, [1000, 4000, 1000, 1000])

      assert_in_delta Math.log(7.0 / 4), pair(blocks).total("wall"), 1e-9
      assert_in_delta Math.log(7.0 / 4), pair(blocks).total("cpu"), 1e-9
      assert_nil pair([]).total("wall")
      assert_nil pair(blocks.map { |block| block.merge("user_ns" => nil) }).total("cpu")
    end

    def test_stretches_that_something_else_lengthened_change_nothing
      blocks = stretched([1000, 1000, 1000, 1100], [1100, 1100, 4400, 4400])

      assert_in_delta Math.log(1.1), of(blocks), 1e-9
      assert_operator pair(blocks).effect("typical"), :>, Math.log(2)
      assert_operator pair(blocks).total("wall"), :>, Math.log(2)
      assert_nil of(blocks.first(3))
    end

    def test_each_collection_counts_at_one_price
      blocks = stretched([1000] * 4, [1000] * 4)
      blocks.each { |block| block["gc_count"] = 2 if block["arm"] == "contender" }
      pair = pair(blocks, collections: Stats::Collections.at(1000.0))

      # Two of 1,000 ns in a block of 60 calls, each of which takes 1000 / 15 ns.
      assert_in_delta Math.log(1 + (2000.0 / 60 / (1000.0 / 15))), pair.effect("wall"), 1e-9
      assert_in_delta 1000.0 / 15, pair.cost_ns("baseline"), 1e-9
      assert_in_delta 100.0, pair.cost_ns("contender"), 1e-9
      assert_in_delta 0.0, Stats::Pairs::Pair::First.new(blocks: blocks).effect("typical"), 1e-9
    end

    def test_a_mean_and_a_typical_block_have_their_own_change_and_costs
      pair = pair(quad(0, [1000] * 4) + quad(1, [1000, 4000, 1000, 1000]))

      assert_in_delta 0.0, pair.effect("typical"), 1e-9
      assert_in_delta Math.log(7.0 / 4), pair.effect("mean"), 1e-9
      assert_in_delta 1000 / 60.0, pair.cost_ns("contender", "typical"), 1e-9
      assert_in_delta 1750 / 60.0, pair.cost_ns("contender", "mean"), 1e-9
    end

    def test_an_arm_without_blocks_has_no_costs
      assert_equal [nil] * 5, %w[wall typical mean fastest cpu].map { |metric| pair([]).cost_ns("baseline", metric) }
    end

    # Cachemark 1.0 counted the collections of an arm twice if only the other one had stretches.
    def test_method_1_keeps_the_cost_of_an_arm_without_stretches_next_to_one_with_them
      blocks = stretched([1000] * 4, [1000] * 4)
      blocks.each { |block| block.update("estimate" => nil, "gc_ns" => 400, "gc_count" => 1) if block["arm"] == "baseline" }
      pair = Stats::Pairs::Pair::First.new(blocks: blocks, collections: Stats::Collections.at(400.0))

      assert_in_delta (4000 + 400) / 60.0, pair.cost_ns("baseline"), 1e-9
      assert_in_delta 4000 / 60.0, pair.cost_ns("contender"), 1e-9
    end

    private

    def pair(blocks, **options) = Stats::Pairs::Pair.new(blocks: blocks, **options)

    def of(blocks, metric = "wall") = pair(blocks).effect(metric)

    # The quad of an arm's blocks with four stretches each.
    def stretched(baseline, contender)
      quad(0, [baseline, contender, contender, baseline].map(&:sum)).zip([baseline, contender, contender, baseline])
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

      assert_equal 3, found.size
      assert_equal [8], found.map { |pair| pair.blocks.size }.uniq
      assert_equal ["v1"], found.flat_map(&:blocks).map { |block| block["comparison"] }.uniq
      assert_in_delta 0.1, found.first.steal_percent
      assert_empty pairs([]).of("v1")
    end

    def test_a_pair_that_broke_off_does_not_count
      lines = MadeComparison.lines(pairs: 3).reject { |line| line["type"] == "pair" && line["pair"] == 2 }

      assert_equal [1, 3], pairs(lines).of("v1").map { |pair| pair.blocks.first["pair"] }
    end

    def test_a_comparison_that_the_pair_did_not_finish_does_not_count
      lines = MadeComparison.lines(pairs: 2).map { |line| line["type"] == "pair" ? line.merge("comparisons" => ["v2"]) : line }

      assert_empty pairs(lines).of("v1")
      assert_equal 2, pairs(lines).of("v2").size
    end

    def test_the_price_of_a_collection_is_the_median_of_all_pairs
      prices = [100, 300, 900].cycle
      lines = MadeComparison.lines(pairs: 3, spread: 0, blocks: ->(_line) { { "gc_count" => 2, "gc_ns" => 2 * prices.next } })

      assert_equal [1002.0] * 3, baseline_ns(lines)
      assert_equal [1000.0] * 2, baseline_ns(MadeComparison.lines(pairs: 2, spread: 0))
    end

    def test_takes_one_set_or_all
      lines = MadeComparison.lines(pairs: 4, sets: [1, 2])

      assert_equal [8, 4, 4], [nil, 1, 2].map { |set| pairs(lines, set: set).of("v1").size }
      assert_empty(pairs(lines, set: 1).of("v1").map { |pair| pair.blocks.first["pair"] } &
                   pairs(lines, set: 2).of("v1").map { |pair| pair.blocks.first["pair"] })
    end

    private

    def baseline_ns(lines) = pairs(lines).of("v1").map { |pair| pair.cost_ns("baseline").round(6) }

    def pairs(lines, **options) = Stats::Pairs.new(Record.from_lines(lines), **options)
  end
end
