# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::LedgerTest < Minitest::Test
    def test_the_work_of_the_scenario_passes
      assert_nil Lab::Ledger.judge(MadeCells.bout, 10, [30, 0])
    end

    def test_less_more_or_other_work_is_told_with_both_figures
      [[29, 0], [31, 0], [29, 1], [-30, 0]].each do |hits, misses|
        assert_equal "the server counted #{hits} hits and #{misses} misses in 10 iterations; the scenario makes 30 and 0",
                     Lab::Ledger.judge(MadeCells.bout, 10, [hits, misses])
      end
    end

    def test_a_local_cache_may_read_less_and_not_more
      steps = [{ "op" => "get", "key" => "k1" }] * 2
      bout = MadeCells.bout(scenario: MadeCells.made_scenario(steps, wrap: "local_cache"))

      assert_nil Lab::Ledger.judge(bout, 10, [0, 0])
      assert_nil Lab::Ledger.judge(bout, 10, [0, 10])
      assert_match(/21 reads, more than the 20/, Lab::Ledger.judge(bout, 10, [0, 21]))
    end

    def test_counters_that_fall_behind_a_local_cache_are_told
      bout = MadeCells.bout(scenario: MadeCells.made_scenario([{ "op" => "get", "key" => "k1" }], wrap: "local_cache"))

      assert_match(/fell by 500/, Lab::Ledger.judge(bout, 10, [-500, 3]))
    end

    def test_null_makes_no_call
      assert_nil Lab::Ledger.judge(MadeCells.bout(contender: "null"), 10, [0, 0])
    end
  end
end
