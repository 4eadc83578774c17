# frozen_string_literal: true

require "test_helper"

module Cachemark
  # The rows of a run by method 2 (Stats::TimeMethod).
  class Stats::MethodTwoCostTest < Minitest::Test
    # Two processes of eight.
    FEW = [2, 5].freeze
    # Dalli becomes slower by a percent with each process.
    RISING = ->(contender, process, _) { contender == "socket" ? 1_000 : 2_000 * (1 + (0.01 * process)) }

    # A collection of socket takes 100 ns per call, one of dalli 200 ns: all have the price between.
    def test_a_time_per_call_includes_collections_at_one_price
      socket, dalli = rows

      assert_equal [[1_150.0, 1_000.0], [2_150.0, 2_000.0]],
                   [socket, dalli].map { |row| figures(row, :wall_ns, :without_gc_ns) }
      assert_equal [2_000.0, nil], figures(rows(method: nil).last, :wall_ns, :without_gc_ns)
    end

    def test_more_collections_cost_more_and_change_no_ratio
      few, many = [1, 10].map { |count| dalli(block: ->(block) { dalli?(block) ? { "gc_count" => count } : {} }) }

      assert_operator many.wall_ns, :>, few.wall_ns * 1.2
      assert_equal [[2_000.0, 2.0]] * 2, [few, many].map { |row| figures(row, :without_gc_ns, :socket_ratio) }
    end

    def test_a_concurrent_mode_has_the_same_terms
      row = dalli(block: ->(block) { { "batches" => [block["wall_ns"]] } })

      # The blocks of dalli take 2,000 ns per call, of which a tenth is collection.
      assert_equal [1_950.0, 1_800.0, 2.0], figures(row, :wall_ns, :without_gc_ns, :socket_ratio)
    end

    def test_an_interval_covers_the_difference_between_runs
      row = dalli

      { 0.012 => row.interval.last / row.wall_ns, -0.012 => row.interval.first / row.wall_ns,
        0.006 => row.socket_ratio_interval.last / row.socket_ratio }.each do |log, share|
          assert_in_delta log, Math.log(share), 1e-9
        end
      assert_equal [1.0, 1.0], rows.first.socket_ratio_interval
    end

    # As between runs, and as between processes: the root of the sum of squares. Without a mark on a quiet machine.
    def test_processes_that_differ_widen_it
      row = dalli(&RISING)
      logs = Array.new(8) { |process| Math.log((2_000 * (1 + (0.01 * process))) + collection_ns) }
      low, high = Stats::SignedRank.interval(logs, 0.05)
      middle = Stats::SignedRank.estimate(logs)

      assert_in_delta Math.exp(middle), row.wall_ns, 1
      assert_in_delta Math.hypot(high - middle, 0.012), Math.log(row.interval.last / row.wall_ns), 1e-4
      assert_in_delta Math.hypot(middle - low, 0.012), Math.log(row.wall_ns / row.interval.first), 1e-4
      refute_includes row.footnotes.map(&:id), :widened
      # One that may stop early stays valid.
      [nil, 2].each do |method|
        fixed, sequential = [{}, { "options" => { "until" => 0.01 } }].map { |run| dalli(method: method, run: run, &RISING) }
        assert_operator sequential.precision, :>, fixed.precision
      end
    end

    def test_disturbed_processes_do_not_count
      row = dalli(block: sparse(1.1) { |block| FEW.include?(block["generation"]) }) do |contender, process, _|
        (contender == "socket" ? 1_000 : 2_000) * (contender != "socket" && FEW.include?(process) ? 3 : 1)
      end

      assert_equal [2, 8, 2_000.0, 2.0], figures(row, :left_out, :processes, :without_gc_ns, :socket_ratio)
      # As many as an interval needs always do, and the rule does not look at times.
      assert_nil dalli(block: sparse(1.1) { |block| block["generation"] < 3 }).left_out
      assert_nil dalli { |contender, process, _| contender == "dalli" && FEW.include?(process) ? 6_000 : 1_000 }.left_out
    end

    # Undisturbed stretches are rare in all processes, so that the time may be too high, and never too low.
    def test_a_disturbed_row_is_wider_below_and_marked
      quiet, disturbed = dalli, dalli(block: sparse(1.03) { |block| dalli?(block) })

      { interval: :wall_ns, socket_ratio_interval: :socket_ratio }.each do |interval, value|
        (low, high), (quiet_low, quiet_high) = [disturbed, quiet].map do |row|
          row[interval].map { |bound| Math.log(bound / row[value]) }
        end

        assert_in_delta quiet_high, high, 1e-3, interval
        assert_in_delta quiet_low - 0.06, low, 1e-3, interval
      end
      assert_equal [:widened, false], [disturbed.footnotes.last.id, quiet.footnotes.map(&:id).include?(:widened)]
    end

    def test_a_disturbed_socket_makes_ratios_wider_above
      row = dalli(block: sparse(1.03) { |block| !dalli?(block) })

      [-0.006, 0.066].zip(row.socket_ratio_interval) do |log, bound|
        assert_in_delta log, Math.log(bound / row.socket_ratio), 1e-3
      end
    end

    def test_a_time_and_a_ratio_are_less_certain_where_other_work_took_a_quarter_of_the_time
      stretches = { "batch" => 1, "iterations" => 20, "calls" => 20, "gc_ns" => 0, "wall_ns" => 20 * 1_200,
                    "batches" => [*[900] * 15, *[2_100] * 5] }
      row = dalli(block: stretches)

      assert_in_delta Math.hypot(0.006, 0.08 * 0.25), Math.log(row.socket_ratio_interval.last / row.socket_ratio), 1e-9
      assert_in_delta Math.hypot(0.012, 0.08 * 0.25), Math.log(row.interval.last / row.wall_ns), 1e-9
    end

    def test_few_processes_have_a_time_and_a_ratio_but_no_interval
      assert_equal [2_150.0, 2.0, nil, nil],
                   figures(dalli(processes: 5), :wall_ns, :socket_ratio, :interval, :socket_ratio_interval)
    end

    # The machine is slower by half in five of nine generations, and b was only measured in the four fast ones.
    def test_a_client_that_missed_the_slow_times_is_not_faster
      lines = MadeRecord.lines(processes: 9, method: 2, contenders: %w[a b]) { |_, process, _| process > 3 ? 3_000 : 2_000 }
      lines.reject! { |line| line["of"] == "block" && line["cell"] == "c-b" && line["generation"] > 3 }
      a, b = Stats::Table.of(Record.from_lines(lines)).rows.last(2)

      assert_in_delta 1.0, b.without_gc_ns / a.without_gc_ns, 0.05
      assert_operator a.precision, :>, 0.15
    end

    def test_one_odd_process_is_no_drift
      odd = ->(contender, process, _) { contender == "dalli" && process == 3 ? 9_000 : 2_000 }
      times = [%w[dalli a b], %w[a b]].map { |names| rows(contenders: names, &odd).last.wall_ns }

      assert_in_delta 1.0, times.first / times.last, 0.01
    end

    def test_samples_are_times_of_all_processes
      record = MadeRecord.of(method: 2, block: sparse(1.1) { |block| FEW.include?(block["generation"]) })
      samples = Stats::Table.of(record).samples

      assert_equal [2_150] * 8, samples.map { |sample| sample.wall_ns.round }
    end

    private

    def rows(method: 2, **options, &cost) = Stats::Table.of(MadeRecord.of(method: method, **options, &cost)).rows
    def dalli(...) = rows(...).last
    def dalli?(block) = block["cell"] == "c-dalli"
    def figures(row, *names) = row.to_h.values_at(*names).map { |one| one.is_a?(Float) ? one.round(6) : one }

    # The ns of collections in a call if processes differ.
    def collection_ns
      record = MadeRecord.of(method: 2, &RISING)
      Stats::Collections.of(record).per_call_ns(record.blocks.first(1))
    end

    # Two of twenty stretches are undisturbed in the blocks that the block chooses, and others longer by a factor.
    def sparse(factor)
      lambda do |block|
        next {} unless yield(block)

        undisturbed = block["wall_ns"] / 20
        { "batches" => [undisturbed] * 2 + [(undisturbed * factor).round] * 18 }
      end
    end
  end
end
