# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::OrderTest < Minitest::Test
    CELLS = (1..20).to_a

    def test_is_a_permutation_of_the_cells
      assert_equal CELLS, order(1).round(CELLS, generation: 0, round: 0).sort
    end

    def test_is_the_same_for_the_same_seed
      assert_equal order(7).round(CELLS, generation: 2, round: 3), order(7).round(CELLS, generation: 2, round: 3)
    end

    def test_differs_between_rounds_generations_and_seeds
      orders = [[7, 0, 0], [7, 0, 1], [7, 1, 0], [8, 0, 0]].map do |seed, generation, round|
        order(seed).round(CELLS, generation: generation, round: round)
      end

      assert_equal 4, orders.uniq.size
    end

    private

    def order(seed) = Plan::Order.new(seed)
  end
end

module Cachemark
  class Plan::QuadsTest < Minitest::Test
    def test_every_comparison_gets_its_quads_of_two_blocks_of_each_arm
      order = Plan::Order::Quads.order(%i[one two], 6, random: Random.new(1))

      assert_equal({ one: (0..5).to_a, two: (0..5).to_a },
                   order.group_by(&:first).transform_values { |own| own.map { |_, number, _| number }.sort })
      assert_equal [%w[baseline baseline contender contender]], order.map { |_, _, arms| arms.sort }.uniq
      assert(order.all? { |_, _, arms| arms == arms.reverse })
    end

    def test_neither_arm_begins_more_quads_than_the_other
      starts = (1..20).map { |seed| Plan::Order::Quads.order([:one], 8, random: Random.new(seed)).map { |_, _, arms| arms.first }.tally }

      assert_equal [{ "baseline" => 4, "contender" => 4 }], starts.map { |tally| tally.sort.to_h }.uniq
    end

    def test_the_arm_that_begins_one_more_of_an_odd_number_is_drawn
      most = (1..40).map do |seed|
        Plan::Order::Quads.order([:one], 3, random: Random.new(seed)).map { |_, _, arms| arms.first }.tally.max_by(&:last).first
      end

      assert_equal %w[baseline contender], most.uniq.sort
    end

    def test_the_same_seed_gives_the_same_order_and_another_another
      orders = [1, 1, 2].map { |seed| Plan::Order::Quads.order(%i[one two], 8, random: Random.new(seed)) }

      assert_equal orders[0], orders[1]
      refute_equal orders[0], orders[2]
    end
  end
end

module Cachemark
  class Plan::LapsTest < Minitest::Test
    def test_every_round_has_every_match_and_every_third_has_the_noise_floor
      rotation = Plan::Order::Rotation.new([match("b"), match("c"), match("a", noise: true)], random: Random.new(1))
      dealt = Array.new(14) { rotation.next { true }.contender }

      assert_equal({ "b" => 6, "c" => 6, "a" => 2 }, dealt.tally.sort_by { |_, count| -count }.to_h)
      assert_includes dealt.first(3), "a"
    end

    def test_noise_alone_is_dealt_all_the_same
      rotation = Plan::Order::Rotation.new([match("a", noise: true)], random: Random.new(1))

      assert_equal %w[a a a], Array.new(3) { rotation.next { true }.contender }
    end

    def test_the_order_within_a_round_is_random
      rotation = Plan::Order::Rotation.new([match("b"), match("c")], random: Random.new(1))
      firsts = Array.new(20) { [rotation.next { true }.contender, rotation.next { true }.contender].first }

      assert_equal %w[b c], firsts.uniq.sort
    end

    def test_counts_the_pairs_that_a_number_of_each_match_takes
      rotation = Plan::Order::Rotation.new([match("b"), match("c"), match("a", noise: true)], random: Random.new(1))

      assert_equal 28, rotation.pairs(12)
      assert_equal([16, 0], [rotation.pairs(12) { |match| match.contender != "b" }, rotation.pairs(12) { false }])
    end

    def test_a_match_that_is_out_has_no_turn
      rotation = Plan::Order::Rotation.new([match("b"), match("c"), match("a", noise: true)], random: Random.new(1))
      rotation.next { true }

      assert_equal %w[a c], Array.new(8) { rotation.next { |match| match.contender != "b" } }.map(&:contender).uniq.sort
      assert_nil(rotation.next { false })
    end

    private

    def match(contender, noise: false)
      Plan::Match.new(baseline: "a", contender: contender, comparisons: [], noise: noise)
    end
  end
end
