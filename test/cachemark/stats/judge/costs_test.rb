# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Judge::CostsTest < Minitest::Test
    def test_are_ns_per_call_of_the_baseline
      wall, cpu, fastest = %w[wall cpu fastest].map { |metric| costs(metric) }

      assert_equal [1000, 750, 1000], [wall.round(-1), cpu.round(0), fastest.round(-1)]
    end

    def test_a_wild_process_does_not_move_them
      assert_equal 1000, costs("wall") { |arm| arm.pair == 3 ? 90_000 : 1_000 }.round(-1)
    end

    def test_what_a_driver_does_not_tell_has_none
      assert_nil costs("cpu", blocks: { "user_ns" => nil })
    end

    private

    def costs(metric, **options, &cost)
      cost ||= ->(arm) { arm.arm == "baseline" ? 1_000 : 1_100 }
      record = MadeComparison.of(scenarios: ["client/get"], spread: 0, noise_pairs: 0, **options, &cost)
      Stats::Judge::Costs.of(Stats::PairEvidence.new(record).pairs("v1"), metric)
    end
  end
end
