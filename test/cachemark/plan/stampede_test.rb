# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::StampedeTest < Minitest::Test
    def test_a_scenario_without_one_has_none
      assert_nil of("client/fetch")
    end

    def test_one_worker_more_stores_the_values
      assert_equal %w[threads-9 processes-9 threads-9,shared],
                   %w[sync processes-4 threads-4,shared].map { |mode| of("client/stampede", mode: mode).mode.to_s }
      assert_equal 9, of("client/stampede").keys.size
      assert_equal 1, of("client/stampede").keys.uniq.size
    end

    def test_the_cell_has_the_short_ttl
      cell = of("client/stampede").to_cell

      assert_equal ["threads-9", [2]], [cell.mode, cell.scenario.steps.map { |step| step["ttl"] }.uniq]
    end

    # A store keeps an expired value for as long as others may get it.
    def test_only_a_value_that_may_be_stale_is_waited_for_by_the_clock
      assert_equal({ compute_ns: 100_000_000, limit_ns: 7_000_000_000, tail: Plan::Stampede::TAIL }, of("store/stampede").to_wire)
      assert_equal 2_020_000_000, of("store/stampede-race").to_wire[:after_ns]
    end

    def test_its_deadline_is_later_than_any_stampede_ends
      assert_operator of("client/stampede").deadline_s, :>, 2 + 5 + (5 * 8 * 0.1)
    end

    private

    def of(scenario, mode: "sync")
      cell = Plan::Cell.new(id: "c1", contender: nil, scenario: MadeCells::CATALOG.scenario(scenario), mode: mode, label: "l",
                            section: "s")
      Plan::Stampede.of(cell)
    end
  end
end
