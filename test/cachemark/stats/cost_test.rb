# frozen_string_literal: true

require "test_helper"

class CostTest < Minitest::Test
  def test_wall_is_the_mean_of_processes_of_the_median_of_blocks
    cost = cost([["p1", 100], ["p1", 200], ["p1", 90_000], ["p2", 800], ["p2", 800]])

    assert_in_delta 400, cost[:wall_ns], 1e-9
    assert_equal 2, cost[:processes]
    assert_equal 5, cost[:blocks]
    assert_nil cost[:interval]
  end

  def test_the_mean_is_all_the_time_by_all_the_calls
    assert_in_delta 18_290, cost([["p1", 100], ["p1", 90_000], ["p2", 800], ["p2", 450], ["p2", 100]])[:mean_ns]
  end

  def test_a_pass_is_the_median_over_processes_of_the_median_over_blocks
    calls = 2

    assert_in_delta 300 * calls, cost([["p1", 100], ["p1", 200], ["p1", 90_000], ["p2", 800], ["p3", 300]])[:pass_ns]
  end

  def test_user_and_system_are_sums_over_sums
    cost = cost([["p1", 100], ["p1", 300]], "user_ns" => 500, "system_ns" => 250)

    assert_in_delta 50, cost[:user_ns]
    assert_in_delta 25, cost[:system_ns]
    assert_in_delta 1.5e-6, cost[:cpu_s]
  end

  def test_fastest_is_per_call_and_never_a_sub_batch_cut_short
    cost = cost([["p1", 100]], "iterations" => 5, "batch" => 2, "batches" => [400, 360, 10])

    assert_in_delta 90, cost[:fastest_ns]
  end

  def test_what_a_block_lacks_is_nil
    cost = cost([["p1", 100]])

    assert_nil cost[:user_ns]
    assert_nil cost[:cpu_s]
    assert_nil cost[:fastest_ns]
    assert_nil cost[:allocations]
    assert_nil cost[:gc_share]
  end

  def test_garbage_collection_is_a_share_of_the_time
    assert_in_delta 0.1, cost([["p1", 100]], "gc_ns" => 100)[:gc_share]
  end

  private

  def cost(blocks, fields = {})
    lines = blocks.map do |process, ns|
      { "process" => process, "iterations" => 5, "calls" => 10, "wall_ns" => ns * 10 }.merge(fields)
    end
    Cachemark::Stats::Cost.new(lines).to_h
  end
end

class ProcessCostTest < Minitest::Test
  OfProcess = Cachemark::Stats::Cost::OfProcess

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
    assert_equal [2, 1], OfProcess.of([*blocks([1, 2]), *blocks([3], process: "p2")]).map { |process| process.blocks.size }
  end

  private

  def ns(costs, **options) = Math.exp(OfProcess.new(blocks(costs, **options)).log)

  def blocks(costs, process: "p1", gc: true)
    costs.map do |wall_ns, gc_ns|
      { "process" => process, "calls" => 10, "wall_ns" => wall_ns * 10, **(gc ? { "gc_ns" => (gc_ns || 0) * 10 } : {}) }
    end
  end
end
