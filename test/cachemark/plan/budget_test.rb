# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::BudgetTest < Minitest::Test
    def test_six_generations_fit_into_the_time_by_their_rounds
      elapsed = 0.0
      generations = simulate(120, start_s: 5.0, round_s: 1.5) { |seconds| elapsed = seconds }

      assert_operator generations.size, :>=, 6
      assert_operator elapsed, :<=, 121.5
    end

    def test_six_generations_fit_where_a_round_takes_as_long_as_a_start
      elapsed = 0.0
      generations = simulate(360, start_s: 25.0, round_s: 20.0) { |seconds| elapsed = seconds }

      assert_operator generations.size, :>=, 6
      assert_operator elapsed, :<=, 380
    end

    def test_a_longer_time_buys_fresh_processes_rather_than_longer_ones
      generations = simulate(600, start_s: 5.0, round_s: 1.5)

      assert_operator generations.size, :>=, 20
      assert_operator generations.max, :<=, 2 * Plan::Budget::ROUNDS
    end

    def test_a_generation_that_has_started_gets_a_round_even_when_time_is_up
      assert_equal 1, Plan::Budget.new(10).rounds(done: 0, elapsed_s: 11, start_s: 1, round_s: 1)
    end

    def test_no_room_when_a_start_and_a_round_do_not_fit
      budget = Plan::Budget.new(10)

      refute budget.room?(done: 2, elapsed_s: 9, start_s: 1, round_s: 1)
      assert budget.room?(done: 2, elapsed_s: 7, start_s: 1, round_s: 1)
      refute budget.room?(done: 6, elapsed_s: 7, start_s: 1, round_s: 1)
    end

    private

    # The rounds of every generation, as the lab would run them.
    def simulate(total_s, start_s:, round_s:)
      budget = Plan::Budget.new(total_s)
      elapsed_s = 0.0
      rounds = []
      while budget.room?(done: rounds.size, elapsed_s: elapsed_s, start_s: start_s, round_s: round_s)
        elapsed_s += start_s
        rounds << budget.rounds(done: rounds.size, elapsed_s: elapsed_s, start_s: start_s, round_s: round_s)
        elapsed_s += rounds.last * round_s
      end
      yield elapsed_s if block_given?
      rounds
    end
  end
end
