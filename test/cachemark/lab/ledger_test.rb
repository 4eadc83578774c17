# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::LedgerTest < Minitest::Test
    def test_the_work_of_the_scenario_passes
      assert_nil judge(MadeCells.bout, 10, hits: 30)
      assert_nil judge(MadeCells.bout(scenario: "client/mixed"), 10, hits: 60, sets: 60)
    end

    def test_less_more_or_other_work_is_told_with_both_figures
      assert_equal "the server counted 29 hits in 10 iterations; the scenario makes 30", judge(MadeCells.bout, 10, hits: 29)
      assert_equal "the server counted -30 hits in 10 iterations; the scenario makes 30", judge(MadeCells.bout, 10, hits: -30)
      assert_equal "the server counted 31 hits and 1 miss in 10 iterations; the scenario makes 30 and 0",
                   judge(MadeCells.bout, 10, hits: 31, misses: 1)
      assert_equal "the server counted 2 hits in 1 iteration; the scenario makes 3", judge(MadeCells.bout, 1, hits: 2)
    end

    def test_writes_deletes_and_counts_are_held_to_it_too
      mixed = MadeCells.bout(scenario: "store/mixed")
      right = mixed.model.most.first.to_h

      assert_nil judge(mixed, 1, **right)
      assert_equal "the server counted 0 sets in 200 iterations; the scenario makes 600",
                   judge(MadeCells.bout(scenario: "client/set"), 200)
      right.each_key { |name| assert_match(/the scenario makes \d/, judge(mixed, 1, **right, name => right[name] + 1), name) }
    end

    def test_a_few_iterations_more_or_fewer_where_nobody_knows
      bout = MadeCells.bout

      assert_nil judge(bout, 10, spare: 3, hits: 21)
      assert_nil judge(bout, 10, spare: 3, hits: 39)
      assert_match(/20 hits in 10 iterations; the scenario makes at least 21/, judge(bout, 10, spare: 3, hits: 20))
      assert_match(/40 hits in 10 iterations; the scenario makes at most 39/, judge(bout, 10, spare: 3, hits: 40))
    end

    def test_a_part_of_an_iteration_is_exact
      assert_nil judge(MadeCells.bout, Rational(4, 3), hits: 4)
      assert_match(/5 hits in 4.3 iterations; the scenario makes 4/, judge(MadeCells.bout, Rational(4, 3), hits: 5))
    end

    def test_a_server_that_others_use_may_count_more_and_not_less
      assert_nil judge(MadeCells.bout, 10, exact: false, hits: 31, sets: 5)
      assert_match(/counted 29 hits/, judge(MadeCells.bout, 10, exact: false, hits: 29, sets: 5))
    end

    def test_a_local_cache_answers_what_it_can_at_most
      bout = MadeCells.bout(scenario: "store/get-localcache")
      twice = MadeCells.bout(scenario: MadeCells.made_scenario([{ "op" => "get", "key" => "k1" }] * 2, wrap: "local_cache"))

      assert_match(/1 miss in 10 iterations; the scenario makes 0/, judge(bout, 10, hits: 30, misses: 1))
      assert_nil judge(twice, 10, misses: 10)
      assert_nil judge(twice, 10, misses: 20)
      assert_match(/21 misses in 10 iterations; the scenario makes at most 20/, judge(twice, 10, misses: 21))
      assert_match(/1 miss in 10 iterations; the scenario makes at least 10/, judge(twice, 10, misses: 1))
    end

    def test_what_was_learnt_of_a_local_cache_is_exact
      twice = MadeCells.bout(scenario: MadeCells.made_scenario([{ "op" => "get", "key" => "k1" }] * 2, wrap: "local_cache"))
      twice.learn(Plan::Work.new(misses: 1), Plan::Work.new(misses: 1))

      assert_nil judge(twice, 10, misses: 10)
      assert_match(/11 misses in 10 iterations; the scenario makes 10/, judge(twice, 10, misses: 11))
    end

    def test_a_contender_without_a_proof_makes_no_call
      bout = MadeCells.bout(contender: "null")
      bout.proof = "none"

      assert_nil judge(bout, 10)
      assert_match(/1 set in 10 iterations; the scenario makes 0/, judge(bout, 10, sets: 1))
    end

    def test_the_work_of_workers_is_all_of_theirs
      bout = MadeCells.bout(mode: "threads-4")

      assert_nil judge(bout, 12, hits: 36)
      assert_equal "the server counted 9 hits in 12 iterations; the scenario makes 36", judge(bout, 12, hits: 9)
    end

    def test_its_name_excuses_nobody
      assert_match(/0 hits in 10 iterations/, judge(MadeCells.bout(contender: "null"), 10))
    end

    private

    def judge(bout, iterations, exact: true, spare: 0, **counted)
      Lab::Ledger.judge(bout, iterations, Plan::Work.new(**counted), exact: exact, spare: spare)
    end
  end
end
