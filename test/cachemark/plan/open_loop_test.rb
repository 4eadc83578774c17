# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::OpenLoopTest < Minitest::Test
    def test_a_sweep_goes_from_one_end_to_the_other_in_even_factors
      rates = Plan::OpenLoop.sweep(2_000, 20_000, 8)

      assert_equal [2_000, 20_000, 8], [rates.first, rates.last, rates.size]
      rates.each_cons(2) { |one, next_| assert_in_delta 10**(1 / 7.0), next_.fdiv(one), 0.001 }
    end

    def test_no_rate_twice_where_steps_are_many
      assert_equal [1, 2, 3], Plan::OpenLoop.sweep(1, 3, 10)
    end

    def test_a_record_keeps_all_of_it
      assert_equal({ rates: [5], arrivals: "poisson", slo_ns: nil }, Plan::OpenLoop.new(rates: [5]).facts)
    end
  end
end

module Cachemark
  class Plan::ArrivalsTest < Minitest::Test
    def test_as_many_calls_as_asked_for_in_their_order_within_their_time
      due = poisson(count: 10_000).offsets

      assert_equal [10_000, due.sort], [due.size, due]
      assert_operator due.first, :>, 0
      assert_in_delta 2e9, due.last, 2e9 * 0.002
      assert_operator due.last, :<, 2e9
    end

    # Against the exponential distribution, by Kolmogorov and Smirnov; 1.36 / sqrt(n) is passed once in 20 by what is exponential.
    def test_gaps_are_exponential
      due = poisson(count: 10_000).offsets
      gaps = [0, *due].each_cons(2).map { |from, to| (to - from) / 200_000.0 }.sort
      apart = gaps.each_with_index.map { |gap, at| (1 - Math.exp(-gap) - at.fdiv(gaps.size)).abs }.max

      assert_operator apart, :<, 1.36 / Math.sqrt(gaps.size)
    end

    # Calls of separate tenths of a second are as many as those of independent users: their variance is their mean.
    def test_counts_are_those_of_independent_users
      counts = poisson(count: 200_000).offsets.map { |ns| ns / 100_000_000 }.tally.values
      variance = counts.sum { |count| (count - 500)**2 } / counts.size.to_f

      assert_equal 400, counts.size
      assert_in_delta 1.0, variance / 500, 0.2
    end

    def test_the_same_for_the_same_seed_and_others_for_another
      assert_equal poisson.offsets, poisson.offsets
      refute_equal poisson.offsets, poisson(seed: 8).offsets
    end

    def test_fixed_arrivals_have_one_distance
      due = Plan::OpenLoop::Arrivals.new(kind: "fixed", rate: 2_000, count: 1_000, seed: 7).offsets

      assert_equal [500_000], [0, *due].each_cons(2).map { |from, to| to - from }.uniq
    end

    def test_a_rate_that_divides_no_second_keeps_its_mean
      due = Plan::OpenLoop::Arrivals.new(kind: "fixed", rate: 3, count: 3_000, seed: 7).offsets

      assert_equal 1_000_000_000_000, due.last
    end

    def test_the_span_is_the_time_of_all_calls
      assert_in_delta 0.5, poisson(count: 2_500).span_s
    end

    private

    def poisson(count: 1_000, seed: 7) = Plan::OpenLoop::Arrivals.new(kind: "poisson", rate: 5_000, count: count, seed: seed)
  end
end

module Cachemark
  class Plan::StintTest < Minitest::Test
    def test_six_fresh_processes_fit_into_the_time
      length = block_length(left_s: 60, start_s: 1, blocks: 4)

      assert_in_delta 2.1, length.seconds, 0.2
      assert_operator 6 * (1 + (4 * length.seconds)), :<, 60
    end

    def test_a_long_run_has_more_processes_and_no_longer_blocks
      assert_operator block_length(left_s: 600, start_s: 1, blocks: 1).seconds, :<=, 3.5
      assert_operator block_length(left_s: 600, start_s: 1, blocks: 1).seconds, :>, 3
    end

    def test_the_time_to_prepare_is_not_measured
      short, long = [0.5, 0].map { |prelude_s| block_length(left_s: 60, start_s: 1, blocks: 4, prelude_s: prelude_s).seconds }

      assert_in_delta 0.5, long - short
    end

    def test_a_block_is_never_too_short_to_show_a_queue
      assert_in_delta 0.2, block_length(left_s: 10, start_s: 2, blocks: 100).seconds
      assert_in_delta 0.2, block_length(left_s: -3, start_s: 2, blocks: 1).seconds
    end

    def test_whole_iterations_come_nearest_to_the_rate
      assert_equal [5_001, 10_000], [calls(5_000, calls: 3), calls(5_000, seconds: 2)]
      assert_equal 12, calls(1, calls: 12)
    end

    def test_asks_a_client_that_falls_behind_for_little_more_than_its_capacity
      assert_equal 1_100, calls(20_000, capacity: 1_000.0)
      assert_equal 1_050, calls(1_050, capacity: 1_000.0)
    end

    def test_no_message_is_endless
      assert_equal 100_000, calls(90_000, seconds: 5, capacity: 1e7)
    end

    private

    def block_length(**facts) = Plan::OpenLoop::BlockLength.of(**facts)

    def calls(rate, calls: 1, seconds: 1, capacity: 100_000.0)
      Plan::OpenLoop::BlockLength.new(seconds: seconds).calls(rate, calls: calls, capacity: capacity)
    end
  end
end

module Cachemark
  class Plan::TimetableTest < Minitest::Test
    # client/get has three calls.
    def test_whole_iterations_of_a_scenario
      timetable = Plan::OpenLoop::Timetable.of(MadeCells.cell(scenario: "client/get"), (1..6).to_a)

      assert_equal [2, 0, [1, 2, 3, 4, 5, 6]], [timetable.iterations, timetable.unfinished, timetable.due]
    end

    def test_a_part_of_one_is_exact_too
      assert_equal Rational(4, 3), Plan::OpenLoop::Timetable.of(MadeCells.cell(scenario: "client/get"), (1..4).to_a).iterations
    end

    def test_nobody_knows_how_far_each_of_several_workers_comes
      cell = MadeCells.cell(scenario: "client/get").with(mode: "threads-4")

      assert_equal 3, Plan::OpenLoop::Timetable.of(cell, (1..12).to_a).unfinished
      assert_equal 0, Plan::OpenLoop::Timetable.of(cell.with(scenario: one_call), (1..12).to_a).unfinished
    end

    def test_packs_the_due_times_for_the_driver
      timetable = Plan::OpenLoop::Timetable.new(due: [1, 2_500_000_000], iterations: 1)

      assert_equal [1, 2_500_000_000], timetable.to_wire.unpack1("m0").unpack("Q<*")
      assert_in_delta 2.5, timetable.span_s
    end

    private

    def one_call = MadeCells.made_scenario([{ "op" => "get", "key" => "k1" }])
  end
end
