# frozen_string_literal: true

require "test_helper"

class ProcessCostTest < Minitest::Test
  ProcessCost = Cachemark::Stats::ProcessCost

  def test_collection_in_a_minority_of_blocks_is_paid_for
    assert_in_delta 120, ns([100, 100, 100, 100, [200, 100]]), 1e-9
  end

  def test_collection_in_every_block_is_paid_for_once
    assert_in_delta 125, ns([[125, 25]] * 4), 1e-9
  end

  def test_a_wild_block_moves_nothing
    assert_in_delta 100, ns([100, 100, 100, 90_000]), 1e-9
  end

  def test_a_runtime_that_tells_no_collection_has_none
    assert_in_delta 200, ns([100, 200, 300], gc: false), 1e-9
  end

  def test_collection_beside_the_clock_is_not_the_blocks
    assert_in_delta 100, ns([[100, 100_000]]), 1e-9
  end

  def test_a_clock_that_stood_still_is_a_nanosecond
    assert_in_delta 0.1, ns([0]), 1e-9
  end

  def test_a_process_each
    assert_equal [2, 1], ProcessCost.of([*blocks([1, 2]), *blocks([3], process: "p2")]).map { |process| process.blocks.size }
  end

  private

  def ns(costs, **options) = Math.exp(ProcessCost.new(blocks(costs, **options)).log)

  def blocks(costs, process: "p1", gc: true)
    costs.map do |wall_ns, gc_ns|
      { "process" => process, "calls" => 10, "wall_ns" => wall_ns * 10, **(gc ? { "gc_ns" => (gc_ns || 0) * 10 } : {}) }
    end
  end
end
