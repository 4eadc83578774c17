# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::QuadsTest < Minitest::Test
    def test_every_comparison_gets_its_quads_of_two_blocks_of_each_arm
      order = Plan::Quads.order(%i[one two], 6, random: Random.new(1))

      assert_equal({ one: (0..5).to_a, two: (0..5).to_a },
                   order.group_by(&:first).transform_values { |own| own.map { |_, number, _| number }.sort })
      assert_equal [%w[baseline baseline contender contender]], order.map { |_, _, arms| arms.sort }.uniq
      assert(order.all? { |_, _, arms| arms == arms.reverse })
    end

    def test_neither_arm_begins_more_quads_than_the_other
      starts = (1..20).map { |seed| Plan::Quads.order([:one], 8, random: Random.new(seed)).map { |_, _, arms| arms.first }.tally }

      assert_equal [{ "baseline" => 4, "contender" => 4 }], starts.map { |tally| tally.sort.to_h }.uniq
    end

    def test_the_arm_that_begins_one_more_of_an_odd_number_is_drawn
      most = (1..40).map do |seed|
        Plan::Quads.order([:one], 3, random: Random.new(seed)).map { |_, _, arms| arms.first }.tally.max_by(&:last).first
      end

      assert_equal %w[baseline contender], most.uniq.sort
    end

    def test_the_same_seed_gives_the_same_order_and_another_another
      orders = [1, 1, 2].map { |seed| Plan::Quads.order(%i[one two], 8, random: Random.new(seed)) }

      assert_equal orders[0], orders[1]
      refute_equal orders[0], orders[2]
    end
  end
end
