# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Judge::FloorTest < Minitest::Test
    MOVING = ->(arm) { arm.noise && arm.arm == "contender" && arm.scenario == "client/get" ? 1_200 : 1_000 }

    def test_where_the_same_code_differs_from_itself_nothing_stands
      comparison = MadeComparison.comparison(noise_pairs: 20, &MOVING)
      get, set = comparison.verdicts

      assert_equal ["invalid", nil], [get.verdict, get.effect]
      assert_match(/\Athe same code against itself differed by \+(19|20)\.\d %/, get.reason)
      assert_equal "same", set.verdict
      assert_equal [true, false], comparison.noise.map(&:moved)
    end

    def test_a_few_pairs_are_not_enough_to_say_that_it_moved
      comparison = MadeComparison.comparison(noise_pairs: 6, &MOVING)

      assert_equal %w[same same], comparison.verdicts.map(&:verdict)
      assert_equal [6, nil, false], comparison.noise.first.then { |noise| [noise.pairs, noise.interval, noise.moved] }
      assert_nil comparison.noise.first.effect
      assert_includes comparison.notes.join, "had too few pairs to say anything in get, set"
    end

    def test_the_floor_is_told_by_scenario_and_metric
      noise = MadeComparison.comparison(noise_pairs: 20, options: { "metrics" => %w[wall cpu allocations] }).noise

      assert_equal [%w[get wall], %w[get cpu], %w[set wall], %w[set cpu]], noise.map { |one| [one.label, one.metric] }
      assert_equal ["dalli@2.7.11", "client/get", "sync"], noise[1].to_h.values_at(:contender, :scenario, :mode)
      assert(noise.all? { |one| one.interval.first.negative? && one.interval.last.positive? })
    end

    def test_chance_alone_moves_nothing
      moved = Array.new(20) do |seed|
        MadeComparison.comparison(pairs: 0, noise_pairs: 14, quads: 1, spread: 0.02, seed: seed).noise.map(&:moved)
      end
      assert_operator moved.flatten.count(true), :<=, 1
    end
  end
end
