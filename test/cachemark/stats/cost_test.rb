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

  def test_the_disturbance_is_the_share_by_which_the_mean_is_above_the_cost
    blocks = [["p1", 100], ["p1", 100], ["p1", 400]]
    stretched = { "estimate" => "stretches", "batch" => 1, "batches" => [200] * 5 }

    assert_in_delta 1.0, cost(blocks, stretched)[:disturbance]
    assert_nil cost(blocks)[:disturbance]
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

  def test_a_missing_figure_of_a_block_is_nil
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
    Cachemark::Stats::Cost::First.new(lines, collections: Cachemark::Stats::Collections.at(0.0)).to_h
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

  def test_a_runtime_without_gc_figures_has_no_collection
    assert_in_delta 200, ns([100, 200, 300], gc: false), 1e-9
  end

  def test_one_stretch_in_twenty_is_faster_than_the_cost
    assert_in_delta 11, stretched([*10..30].shuffle(random: Random.new(1))), 1e-9
  end

  def test_disturbed_stretches_move_nothing
    assert_in_delta 50, stretched([50] * 10 + [70_000] * 60), 1e-9
  end

  def test_sparsity_is_how_much_longer_the_stretch_of_twice_the_share_is
    assert_in_delta (13 / 11.0) - 1, OfProcess.new([stretches([*10..50])]).sparsity, 0.05
    assert_in_delta 0, OfProcess.new([stretches([50] * 10 + [70_000] * 60)]).sparsity
    assert_in_delta 0, OfProcess.new(blocks([100, 900])).sparsity
  end

  def test_stretches_of_different_lengths_count_per_call
    blocks = [stretches([50] * 10, batch: 5), stretches([50] * 10, batch: 1)]

    assert_in_delta 50, first_ns(blocks), 1e-9
  end

  def test_a_stretch_that_was_cut_short_does_not_count
    assert_in_delta 50, stretched([50, 50, 50, 1], iterations: 16), 1e-9
  end

  def test_collection_is_apart_from_the_stretches
    assert_in_delta 50, stretched([50] * 39 + [130], gc_ns: 80 * 10), 1e-9
  end

  def test_an_earlier_record_keeps_its_figures
    block = stretches([50] * 10 + [70] * 30).except("estimate")

    assert_in_delta 65, first_ns([block]), 1e-9
  end

  def test_a_concurrent_mode_is_timed_as_a_whole
    block = stretches([50]).merge("gc_ns" => 0)

    assert_in_delta 50, first_ns([block, block.merge("wall_ns" => 2 * block["wall_ns"]), block]), 1e-9
  end

  def test_collection_outside_the_timed_part_does_not_count
    assert_in_delta 100, ns([[100, 100_000]]), 1e-9
  end

  def test_a_duration_of_zero_counts_as_a_nanosecond
    assert_in_delta 0.1, ns([0]), 1e-9
  end

  def test_a_process_each
    assert_equal [2, 1], OfProcess.of([*blocks([1, 2]), *blocks([3], process: "p2")]).map { |process| process.blocks.size }
  end

  private

  def ns(costs, **options) = first_ns(blocks(costs, **options))

  def stretched(costs, **options) = first_ns([stretches(costs, **options)])

  # The ns per call of a process by method 1.
  def first_ns(blocks)
    cost = Cachemark::Stats::Cost::First.new(blocks, collections: Cachemark::Stats::Collections.at(0.0))
    Math.exp(cost.log(OfProcess.new(blocks)))
  end

  # A block whose stretches cost so many ns per call, with two calls in each iteration.
  def stretches(costs, batch: 5, iterations: costs.size * batch, gc_ns: 0)
    { "process" => "p1", "estimate" => "stretches", "iterations" => iterations, "calls" => iterations * 2, "batch" => batch,
      "gc_ns" => gc_ns,
      "batches" => costs.map { |ns| ns * batch * 2 }, "wall_ns" => costs.sum { |ns| ns * batch * 2 } }
  end

  def blocks(costs, process: "p1", gc: true)
    costs.map do |wall_ns, gc_ns|
      { "process" => process, "calls" => 10, "wall_ns" => wall_ns * 10, **(gc ? { "gc_ns" => (gc_ns || 0) * 10 } : {}) }
    end
  end
end

class SocketRatioTest < Minitest::Test
  def test_a_drift_of_the_machine_cancels_out_generation_by_generation
    rows = rows { |contender, process, block| (contender == "socket" ? 1_000 : 1_500) * (1 + process) }

    assert_in_delta 1.5, rows.last.socket_ratio, 1e-9
    assert_in_delta 1.5, rows.last.socket_ratio_interval.first, 1e-2
    assert_operator rows.last.interval.first, :<, rows.last.wall_ns * 0.8
  end

  def test_collection_is_not_in_the_ratio
    lines = MadeRecord.lines(block: { "gc_ns" => 0 })
    lines.each { |line| line["gc_ns"] = 60_000 if line["type"] == "block" && line["cell"] == "c-dalli" }

    assert_in_delta 2.0, table(lines).last.socket_ratio, 1e-9
  end

  def test_a_process_without_socket_in_its_generation_does_not_count
    lines = MadeRecord.lines(processes: 7) { |contender, process, _| contender != "socket" && process.zero? ? 9_000 : 1_000 }
    lines.reject! { |line| line["cell"] == "c-socket" && line["type"] == "block" && line["generation"].zero? }

    assert_in_delta 1.0, table(lines).last.socket_ratio, 1e-9
  end

  def test_no_run_knows_a_ratio_better_than_runs_agree
    stretches = { "estimate" => "stretches", "batch" => 1, "iterations" => 20, "calls" => 20, "batches" => [1_000] * 20 }
    ratio = table(MadeRecord.lines(block: stretches)).last

    assert_in_delta 1.0, ratio.socket_ratio, 1e-9
    assert_in_delta Math.exp(0.006), ratio.socket_ratio_interval.last, 1e-9
  end

  def test_socket_is_its_own_measure
    assert_equal [1.0, [1.0, 1.0]], rows.first.to_h.values_at(:socket_ratio, :socket_ratio_interval)
  end

  def test_there_is_none_below_six_processes_but_a_ratio
    row = rows(processes: 5).last

    assert_in_delta 2.0, row.socket_ratio
    assert_nil row.socket_ratio_interval
  end

  def test_a_socket_with_wrong_replies_measures_nothing
    lines = MadeRecord.lines
    lines.find { |line| line["type"] == "proof" && line["cell"] == "c-socket" }["ok"] = false

    assert_nil table(lines).last.socket_ratio
  end

  def test_a_socket_of_another_language_measures_nothing
    lines = MadeRecord.lines
    lines.each { |line| line["client"] = "python/socket" if line["client"] == "ruby/socket" }

    assert_nil table(lines).last.socket_ratio
  end

  def test_a_socket_on_another_runtime_measures_nothing
    lines = MadeRecord.lines
    lines.each { |line| line["runtime"] = "ruby 3.4" if line["process"] && line["contender"] == "socket" }

    assert_nil table(lines).last.socket_ratio
  end

  private

  def rows(**options, &cost) = MadeRecord.table(**options, &cost).rows
  def table(lines) = Said::Table.of(Cachemark::Record.from_lines(lines)).rows
end

class TimeSeriesTest < Minitest::Test
  # A block every 100 ms, whose cost is what the test says by its number.
  def course(&cost)
    lines = MadeRecord.lines(processes: 4, blocks: 12) { |_, process, block| cost.call((process * 12) + block) }
    blocks = Hash.new(-1)
    Cachemark::Stats::Cost::TimeSeries.of(Cachemark::Record.from_lines(lines.map do |line|
      line["type"] == "block" ? line.merge("at_s" => (blocks[line["cell"]] += 1) * 0.1) : line
    end))
  end

  def test_shows_a_machine_that_slows_down_against_the_median_of_the_cell
    points = course { |number| number < 24 ? 1_000 : 1_100 }

    assert_equal ["dalli"], points.map(&:contender).uniq
    assert_equal 24, points.size
    assert_in_delta(-0.047, points.first.deviation, 0.002)
    assert_in_delta(0.048, points.last.deviation, 0.002)
    assert_operator points.first.at_s, :<, points.last.at_s
  end

  def test_a_constant_series_has_no_deviation
    course { 1_000 }.each { |point| assert_in_delta(0, point.deviation, 1e-9) }
  end

  def test_blocks_without_a_time_have_no_series
    assert_empty Cachemark::Stats::Cost::TimeSeries.of(MadeRecord.of)
  end
end

class PairTimeSeriesTest < Minitest::Test
  def test_each_pair_has_its_change_and_its_time
    record = MadeComparison.of(effects: { "client/get" => 0.05 }, scenarios: ["client/get"], spread: 0)
    points = Cachemark::Stats::Cost::TimeSeries.of_pairs(record).group_by(&:comparison)

    assert_equal({ "v1" => 14, "n1" => 6 }, points.transform_values(&:size))
    points.fetch("v1").each { |point| assert_in_delta(0.05, point.effect, 0.001) }
    assert_equal points.fetch("v1").map(&:at_s), points.fetch("v1").map(&:at_s).sort
  end

  def test_omits_a_pair_without_a_time
    lines = MadeComparison.lines.map { |line| line.except("at_s") }

    assert_empty Cachemark::Stats::Cost::TimeSeries.of_pairs(Cachemark::Record.from_lines(lines))
  end
end
