# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::BoutTest < Minitest::Test
    def test_the_first_reason_to_drop_it_stays
      bout = MadeCells.bout
      assert_predicate bout, :live?
      bout.drop("wrong reply")
      bout.drop("crash")

      assert_equal [false, "wrong reply"], [bout.live?, bout.reason]
    end

    def test_owes_blocks_until_all_are_run
      bout = MadeCells.bout
      refute_predicate bout, :owes?
      bout.left = [5]

      assert_predicate bout, :owes?
    end

    def test_knows_how_many_calls_it_makes_in_a_second
      bout = MadeCells.bout(scenario: "client/get")
      bout.iteration_ns = 6_000_000.0

      assert_in_delta 500.0, bout.calls_per_s
    end

    def test_a_prelude_takes_what_its_calls_do
      bout = MadeCells.bout(scenario: "client/get")
      bout.iteration_ns = 6_000_000.0
      prelude = bout.cell.scenario.prelude.size

      assert_in_delta prelude * 0.002, bout.prelude_s
      assert_operator prelude, :>, 0
    end

    def test_a_prelude_over_pairs_is_as_many_calls
      bout = MadeCells.bout(scenario: "client/get-pairs")
      bout.iteration_ns = 1e9

      assert_in_delta 1.0, bout.prelude_s
    end

    def test_expects_the_models_work_of_the_first_and_of_all_later_iterations
      get, set = %w[get set].map { |op| { "op" => op, "key" => "k1", "value" => ("empty" if op == "set") }.compact }
      bout = MadeCells.bout(scenario: MadeCells.made_scenario([get, set]))

      assert_equal [[Plan::Work.new(misses: 1, sets: 1)] * 2, [Plan::Work.new(hits: 9, misses: 1, sets: 10)] * 2],
                   [bout.bounds(1), bout.bounds(10)]
      assert_equal [true, false, 1], [bout.settled?, bout.steady?, bout.changes]
    end

    def test_expects_what_the_catalogue_says_a_client_does_beyond_that
      quirk = Catalog::Client::Quirk.new(scenario: "client/get", note: "asks twice", hits: 3, misses: 1, sets: 2)
      client = MadeCells::CATALOG.client("socket").with(quirks: [quirk])
      bout = MadeCells.bout(contender: MadeCells.contender("socket", client: client))

      assert_equal [Plan::Work.new(hits: 60, misses: 10, sets: 20)] * 2, bout.bounds(10)
    end

    def test_a_local_cache_has_a_range_until_something_is_learnt
      gets = [{ "op" => "get", "key" => "k1" }] * 3
      bout = MadeCells.bout(scenario: MadeCells.made_scenario(gets, wrap: "local_cache"))
      assert_equal [10, 30], bout.bounds(10).map(&:misses)
      refute_predicate bout, :settled?
      bout.learn(Plan::Work.new(misses: 2), Plan::Work.new(misses: 2))

      assert_equal [20, 20], bout.bounds(10).map(&:misses)
      assert_predicate bout, :settled?
    end

    def test_each_worker_begins_with_a_first_iteration
      get, set = %w[get set].map { |op| { "op" => op, "key" => "k1", "value" => ("empty" if op == "set") }.compact }
      bout = MadeCells.bout(scenario: MadeCells.made_scenario([get, set]), mode: "threads-4")

      assert_equal [[Plan::Work.new(misses: 4, sets: 4)] * 2, [Plan::Work.new(hits: 6, misses: 4, sets: 10)] * 2],
                   [bout.bounds(4), bout.bounds(10)]
      assert_equal [true, 4, 4], [bout.settled?, bout.changes, bout.hands]
    end

    def test_what_is_learnt_of_a_local_cache_is_of_each_worker
      gets = [{ "op" => "get", "key" => "k1" }] * 3
      bout = MadeCells.bout(scenario: MadeCells.made_scenario(gets, wrap: "local_cache"), mode: "threads-4")
      assert_equal [10, 30], bout.bounds(10).map(&:misses)
      bout.learn(Plan::Work.new(misses: 2), Plan::Work.new(misses: 1))

      assert_equal [14, 14], bout.bounds(10).map(&:misses)
    end

    def test_a_contender_that_makes_no_calls_makes_no_work
      bout = MadeCells.bout
      bout.proof = "none"

      assert_equal [Plan::Work.new] * 2, bout.bounds(10)
    end

    def test_knows_how_long_iterations_should_take
      bout = MadeCells.bout
      bout.iteration_ns = 2e6

      assert_in_delta 0.02, bout.expected_s(10)
    end
  end
end
