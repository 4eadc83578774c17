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
