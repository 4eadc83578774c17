# frozen_string_literal: true

require "test_helper"

module Cachemark
  # By method 1 (Stats::TimeMethod).
  class Stats::CostTest < Minitest::Test
    BLOCKS = [["p1", 100], ["p1", 200], ["p1", 90_000], ["p2", 800], ["p3", 300]].freeze

    # Of processes, the mean of their medians; the mean is all the time by all the calls, a pass the median of medians.
    def test_times_per_call
      cost = cost(BLOCKS)

      { 200 * 800 * 300 => cost[:wall_ns]**3, 18_280 => cost[:mean_ns], 300 * 2 => cost[:pass_ns] }
        .each { |wanted, figure| assert_in_epsilon wanted, figure, 1e-9 }
      assert_equal [3, 5, nil], cost.values_at(:processes, :blocks, :interval)
    end

    def test_the_disturbance_is_the_share_by_which_the_mean_is_above_the_cost
      blocks = [["p1", 100], ["p1", 100], ["p1", 400]]

      assert_in_delta 1.0, cost(blocks, "estimate" => "stretches", "batch" => 1, "batches" => [200] * 5)[:disturbance]
      assert_nil cost(blocks)[:disturbance]
    end

    def test_user_and_system_are_sums_over_sums_and_collection_a_share
      cost = cost([["p1", 100], ["p1", 300]], "user_ns" => 500, "system_ns" => 250, "gc_ns" => 100)

      { 50 => :user_ns, 25 => :system_ns, 1.5e-6 => :cpu_s, 0.05 => :gc_share }
        .each { |wanted, name| assert_in_delta wanted, cost[name], 1e-9 }
      assert_equal [nil] * 5, cost([["p1", 100]]).values_at(:user_ns, :cpu_s, :fastest_ns, :allocations, :gc_share)
    end

    def test_memory_is_the_median_over_processes_of_their_last_blocks
      blocks = [["p1", 9], ["p1", 20], ["p2", 30], ["p3", 10]].map do |process, bytes|
        { "process" => process, "iterations" => 5, "calls" => 10, "wall_ns" => 100, "memory_bytes" => bytes }
      end

      assert_equal 20, Stats::Cost::First.new(blocks, collections: Stats::Collections.at(0.0)).to_h[:memory_bytes]
      assert_nil cost([["p1", 100]])[:memory_bytes]
    end

    def test_fastest_is_per_call_and_never_a_sub_batch_cut_short
      assert_in_delta 90, cost([["p1", 100]], "iterations" => 5, "batch" => 2, "batches" => [400, 360, 10])[:fastest_ns]
    end

    private

    def cost(blocks, fields = {})
      lines = blocks.map do |process, ns|
        { "process" => process, "iterations" => 5, "calls" => 10, "wall_ns" => ns * 10 }.merge(fields)
      end
      Stats::Cost::First.new(lines, collections: Stats::Collections.at(0.0)).to_h
    end
  end

  class Stats::ProcessCostTest < Minitest::Test
    OfProcess = Stats::Cost::OfProcess

    # [ns, those of its collection] of each block. Collection in a minority is paid for, collection in every block only once,
    # and collection outside the timed part not at all.
    def test_the_cost_of_blocks
      { 120 => [100, 100, 100, 100, [200, 100]], 125 => [[125, 25]] * 4, 100 => [100, 100, 100, 90_000],
        100.0 => [[100, 100_000]], 0.1 => [0] }.each { |wanted, costs| assert_in_delta wanted, first_ns(blocks(costs)), 1e-9 }
      assert_in_delta 200, first_ns(blocks([100, 200, 300], gc: false)), 1e-9
    end

    def test_one_stretch_in_twenty_is_faster_than_the_cost
      assert_in_delta 11, stretched([*10..30].shuffle(random: Random.new(1))), 1e-9
    end

    # Disturbed stretches move nothing, those of different lengths count per call, and one that was cut short does not.
    def test_the_cost_of_stretches
      assert_in_delta 50, stretched([50] * 10 + [70_000] * 60), 1e-9
      assert_in_delta 50, first_ns([stretches([50] * 10, batch: 5), stretches([50] * 10, batch: 1)]), 1e-9
      assert_in_delta 50, stretched([50, 50, 50, 1], iterations: 16), 1e-9
      assert_in_delta 50, stretched([50] * 39 + [130], gc_ns: 80 * 10), 1e-9
    end

    def test_sparsity_is_how_much_longer_the_stretch_of_twice_the_share_is
      assert_in_delta (13 / 11.0) - 1, OfProcess.new([stretches([*10..50])]).sparsity, 0.05
      [[stretches([50] * 10 + [70_000] * 60)], blocks([100, 900])].each { |own| assert_in_delta 0, OfProcess.new(own).sparsity }
    end

    # An earlier record has no stretches, and a concurrent mode is timed as a whole.
    def test_blocks_without_stretches_have_the_median
      block = stretches([50]).merge("gc_ns" => 0)

      assert_in_delta 65, first_ns([stretches([50] * 10 + [70] * 30).except("estimate")]), 1e-9
      assert_in_delta 50, first_ns([block, block.merge("wall_ns" => 2 * block["wall_ns"]), block]), 1e-9
    end

    def test_a_process_each
      assert_equal [2, 1], OfProcess.of([*blocks([1, 2]), *blocks([3], process: "p2")]).map { |process| process.blocks.size }
    end

    private

    def stretched(costs, **options) = first_ns([stretches(costs, **options)])

    # The ns per call of a process.
    def first_ns(blocks)
      cost = Stats::Cost::First.new(blocks, collections: Stats::Collections.at(0.0))
      Math.exp(cost.log(OfProcess.new(blocks)))
    end

    # A block whose stretches cost so many ns per call, with two calls in each iteration.
    def stretches(costs, batch: 5, iterations: costs.size * batch, gc_ns: 0)
      { "process" => "p1", "estimate" => "stretches", "iterations" => iterations, "calls" => iterations * 2, "batch" => batch,
        "gc_ns" => gc_ns, "batches" => costs.map { |ns| ns * batch * 2 }, "wall_ns" => costs.sum { |ns| ns * batch * 2 } }
    end

    def blocks(costs, process: "p1", gc: true)
      costs.map do |wall_ns, gc_ns|
        { "process" => process, "calls" => 10, "wall_ns" => wall_ns * 10, **(gc ? { "gc_ns" => (gc_ns || 0) * 10 } : {}) }
      end
    end
  end

  class Stats::SocketRatioTest < Minitest::Test
    def test_a_drift_of_the_machine_cancels_out_generation_by_generation
      socket, dalli = rows { |contender, process, _| (contender == "socket" ? 1_000 : 1_500) * (1 + process) }

      assert_in_delta 1.5, dalli.socket_ratio, 1e-9
      assert_in_delta 1.5, dalli.socket_ratio_interval.first, 1e-2
      assert_operator dalli.interval.first, :<, dalli.wall_ns * 0.8
      assert_equal [1.0, [1.0, 1.0]], socket.to_h.values_at(:socket_ratio, :socket_ratio_interval)
    end

    def test_collection_is_not_in_the_ratio
      block = ->(line) { { "gc_ns" => line["cell"] == "c-dalli" ? 60_000 : 0 } }

      assert_in_delta 2.0, rows(block: block).last.socket_ratio, 1e-9
    end

    def test_a_process_without_socket_in_its_generation_does_not_count
      lines = MadeRecord.lines(processes: 7) { |contender, process, _| contender != "socket" && process.zero? ? 9_000 : 1_000 }
      lines.reject! { |line| line["cell"] == "c-socket" && line["of"] == "block" && line["generation"].zero? }

      assert_in_delta 1.0, table(lines).last.socket_ratio, 1e-9
    end

    def test_no_run_knows_a_ratio_better_than_runs_agree
      stretches = { "estimate" => "stretches", "batch" => 1, "iterations" => 20, "calls" => 20, "batches" => [1_000] * 20 }
      ratio = rows(block: stretches).last

      assert_in_delta 1.0, ratio.socket_ratio, 1e-9
      assert_in_delta Math.exp(0.006), ratio.socket_ratio_interval.last, 1e-9
    end

    def test_there_is_none_below_six_processes_but_a_ratio
      row = rows(processes: 5).last

      assert_in_delta 2.0, row.socket_ratio
      assert_nil row.socket_ratio_interval
    end

    # One with wrong replies, in another language, or on another runtime.
    def test_another_socket_measures_nothing
      [->(line) { line["ok"] &&= line["cell"] != "c-socket" },
       ->(line) { line["client"] = "python/socket" if line["client"] == "ruby/socket" },
       ->(line) { line["runtime"] = "ruby 3.4" if line["process"] && line["contender"] == "socket" }].each do |change|
        assert_nil table(MadeRecord.lines.each(&change)).last.socket_ratio
      end
    end

    private

    def rows(**options, &cost) = table(MadeRecord.lines(**options, &cost))
    def table(lines) = Stats::Table.of(Record.from_lines(lines)).rows
  end

  class Stats::TimeSeriesTest < Minitest::Test
    TimeSeries = Stats::Cost::TimeSeries

    def test_shows_a_machine_that_slows_down_against_the_median_of_the_cell
      points = course { |number| number < 24 ? 1_000 : 1_100 }

      assert_equal [["dalli"], 24], [points.map(&:contender).uniq, points.size]
      [-0.047, 0.048].zip([points.first, points.last]) { |wanted, point| assert_in_delta wanted, point.deviation, 0.002 }
      assert_operator points.first.at_s, :<, points.last.at_s
      course { 1_000 }.each { |point| assert_in_delta(0, point.deviation, 1e-9) }
    end

    def test_each_pair_has_its_change_and_its_time
      points = TimeSeries.of_pairs(MadeComparison.of(effects: { "client/get" => 0.05 }, scenarios: ["client/get"], spread: 0))
                         .group_by(&:comparison)

      assert_equal({ "v1" => 14, "n1" => 6 }, points.transform_values(&:size))
      points.fetch("v1").each { |point| assert_in_delta(0.05, point.effect, 0.001) }
      assert_equal points.fetch("v1").map(&:at_s), points.fetch("v1").map(&:at_s).sort
    end

    def test_blocks_and_pairs_without_a_time_have_no_series
      assert_empty TimeSeries.of(MadeRecord.of)
      assert_empty TimeSeries.of_pairs(Record.from_lines(MadeComparison.lines.map { |line| line.except("at_s") }))
    end

    private

    # A block every 100 ms, whose cost is what the test says by its number.
    def course
      lines = MadeRecord.lines(processes: 4, blocks: 12) { |_, process, block| yield (process * 12) + block }
      blocks = Hash.new(-1)
      TimeSeries.of(Record.from_lines(lines.map do |line|
        line["of"] == "block" ? line.merge("at_s" => (blocks[line["cell"]] += 1) * 0.1) : line
      end))
    end
  end
end
