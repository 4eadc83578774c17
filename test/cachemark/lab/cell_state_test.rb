# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::CellStateTest < Minitest::Test
    def test_the_work_of_blocks_of_one_length_is_computed_once_and_again_after_a_change
      state = MadeCells.state
      first, same, more = [10, 10, 11].map { |iterations| state.bounds(iterations) }
      state.learn(Plan::Work.new(hits: 1), Plan::Work.new(hits: 2))

      assert_same first, same
      assert_equal first.first.hits * 11, more.first.hits * 10
      assert_equal [23, 21], [12, 11].map { |iterations| state.bounds(iterations).first.hits }
    end

    def test_the_first_reason_to_drop_it_is_kept
      state = MadeCells.state
      assert_predicate state, :live?
      state.drop("wrong reply")
      state.drop("crash")

      assert_equal [false, "wrong reply"], [state.live?, state.reason]
    end

    def test_knows_how_many_calls_it_makes_in_a_second
      state = MadeCells.state(scenario: "client/get")
      state.iteration_ns = 6_000_000.0

      assert_in_delta 500.0, state.calls_per_s
    end

    def test_a_prelude_takes_what_its_calls_do
      state = MadeCells.state(scenario: "client/get")
      state.iteration_ns = 6_000_000.0
      prelude = state.cell.scenario.prelude.size

      assert_in_delta prelude * 0.002, state.prelude_s
      assert_operator prelude, :>, 0
    end

    def test_a_prelude_over_pairs_is_as_many_calls
      state = MadeCells.state(scenario: "client/get-pairs")
      state.iteration_ns = 1e9

      assert_in_delta 1.0, state.prelude_s
    end

    def test_expects_the_models_work_of_the_first_and_of_all_later_iterations
      get, set = %w[get set].map { |op| { "op" => op, "key" => "k1", "value" => ("empty" if op == "set") }.compact }
      state = MadeCells.state(scenario: MadeCells.made_scenario([get, set]))

      assert_equal [[Plan::Work.new(misses: 1, sets: 1)] * 2, [Plan::Work.new(hits: 9, misses: 1, sets: 10)] * 2],
                   [state.bounds(1), state.bounds(10)]
      assert_equal [true, false, 1], [state.exact?, state.steady?, state.changes]
    end

    def test_expects_what_the_catalogue_says_a_client_does_beyond_that
      quirk = Catalog::Client::Quirk.new(scenario: "client/get", note: "asks twice", hits: 3, misses: 1, sets: 2)
      client = MadeCells::CATALOG.client("socket").with(quirks: [quirk])
      state = MadeCells.state(contender: MadeCells.contender("socket", client: client))

      assert_equal [Plan::Work.new(hits: 60, misses: 10, sets: 20)] * 2, state.bounds(10)
    end

    def test_a_local_cache_has_a_range_until_something_is_learnt
      gets = [{ "op" => "get", "key" => "k1" }] * 3
      state = MadeCells.state(scenario: MadeCells.made_scenario(gets, wrap: "local_cache"))
      assert_equal [10, 30], state.bounds(10).map(&:misses)
      refute_predicate state, :exact?
      state.learn(Plan::Work.new(misses: 2), Plan::Work.new(misses: 2))

      assert_equal [20, 20], state.bounds(10).map(&:misses)
      assert_predicate state, :exact?
    end

    def test_each_worker_begins_with_a_first_iteration
      get, set = %w[get set].map { |op| { "op" => op, "key" => "k1", "value" => ("empty" if op == "set") }.compact }
      state = MadeCells.state(scenario: MadeCells.made_scenario([get, set]), mode: "threads-4")

      assert_equal [[Plan::Work.new(misses: 4, sets: 4)] * 2, [Plan::Work.new(hits: 6, misses: 4, sets: 10)] * 2],
                   [state.bounds(4), state.bounds(10)]
      assert_equal [true, 4, 4], [state.exact?, state.changes, state.sharing_workers]
    end

    def test_learns_the_local_cache_of_each_worker
      gets = [{ "op" => "get", "key" => "k1" }] * 3
      state = MadeCells.state(scenario: MadeCells.made_scenario(gets, wrap: "local_cache"), mode: "threads-4")
      assert_equal [10, 30], state.bounds(10).map(&:misses)
      state.learn(Plan::Work.new(misses: 2), Plan::Work.new(misses: 1))

      assert_equal [14, 14], state.bounds(10).map(&:misses)
    end

    def test_a_contender_that_makes_no_calls_makes_no_work
      state = MadeCells.state
      state.proof_kind = "none"

      assert_equal [Plan::Work.new] * 2, state.bounds(10)
    end

    def test_knows_how_long_iterations_should_take
      state = MadeCells.state
      state.iteration_ns = 2e6

      assert_in_delta 0.02, state.expected_s(10)
    end
  end
end
