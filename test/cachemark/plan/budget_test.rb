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

    def test_rows_that_take_too_long_are_known_beforehand
      seconds = ->(*ids) { Plan::Budget.least_s(ids.map { |id| MadeCells.cell(scenario: id) }) }
      rows = Array.new(100, "client/get")

      assert_in_delta 6 * (0.2 + (100 * 0.04)), seconds.call(*rows), 0.2
      assert_operator seconds.call("client/get,keys=10000"), :>, 3 * seconds.call("client/get")
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

module Cachemark
  class Plan::QuotaTest < Minitest::Test
    def test_iterations_are_split_over_six_processes_and_none_is_lost
      assert_equal [4, 4, 3, 3, 3, 3], Plan::Budget::Quota.processes(20)
    end

    def test_fewer_iterations_than_processes_take_fewer_processes
      assert_equal [1, 1], Plan::Budget::Quota.processes(2)
    end

    def test_blocks_add_up_and_differ_by_one_at_most
      blocks = Plan::Budget::Quota.blocks(1667, 40)

      assert_equal [40, 1667], [blocks.size, blocks.sum]
      assert_operator blocks.max - blocks.min, :<=, 1
    end

    def test_never_more_blocks_than_iterations
      assert_equal [1, 1, 1], Plan::Budget::Quota.blocks(3, 40)
    end
  end
end

module Cachemark
  class Plan::EffortTest < Minitest::Test
    def test_quads_are_fewer_where_the_pairs_would_not_fit
      assert_equal 4, effort(for_s: 60, pairs: 12, start_s: 1, quad_s: 1).quads
      assert_equal 0, effort(for_s: 12, pairs: 12, start_s: 1, quad_s: 1).quads
    end

    def test_more_quads_than_pay_are_never_given
      assert_equal Plan::Budget::Effort::MOST_QUADS, effort(for_s: 6000, pairs: 12, start_s: 1, quad_s: 1).quads
    end

    def test_names_the_time_that_the_fewest_pairs_need
      assert_in_delta 24, effort(for_s: 1, pairs: 12, start_s: 1.5, quad_s: 0.5).needed_s
    end

    def test_more_verdicts_at_once_need_more_pairs
      assert_equal 12, Plan::Budget::Effort.fewest(1, alpha: 0.01)
      assert_equal 14, Plan::Budget::Effort.fewest(30, alpha: 0.01)
      assert_operator 2.0 / (2**Plan::Budget::Effort.fewest(100, alpha: 0.01)), :<, 0.01 / 100
    end

    private

    def effort(**given) = Plan::Budget::Effort.new(**given)
  end
end
