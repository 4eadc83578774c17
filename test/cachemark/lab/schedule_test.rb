# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::ScheduleTest < Minitest::Test
    def test_a_count_lifts_the_clock
      assert_instance_of Lab::Schedule::ByCount, schedule(for_s: 40.0, iterations: 10)
      assert_instance_of Lab::Schedule::ByTime, schedule(for_s: 40.0)
    end

    def test_every_row_gets_exactly_the_iterations_asked_for
      states = [state("client/get", 100_000), state("client/set", 3_000_000)]
      counts = play(schedule(iterations: 1_000), states)

      assert_equal [1_000, 1_000], counts.map(&:sum)
    end

    def test_rows_of_one_scenario_get_equally_many_blocks_in_a_process
      states = [state("client/get", 100_000), state("client/get", 3_000_000)]
      counts = play(schedule(iterations: 1_000), states)

      assert_equal 1, counts.map(&:size).uniq.size
    end

    def test_few_iterations_take_few_processes
      subject = schedule(iterations: 2)
      play(subject, [state("client/get", 1_000)])

      assert_predicate subject, :over?
    end

    def test_each_worker_of_a_mode_has_an_iteration_of_every_block
      cells = [MadeCells.cell, MadeCells.cell(mode: "threads-16")]
      states = cells.map { |cell| Lab::CellState.new(cell, Plan::Model.of(cell.scenario)).tap { |state| state.iteration_ns = 1e6 } }
      counts = play(schedule(cells: cells, iterations: 40), states)

      assert_equal [[20, 20]] * 2, counts
      assert_equal [10, 16], states.map { |state| schedule(for_s: 40.0).iterations(state) }
    end

    def test_the_first_round_always_runs
      @now = 1_000.0
      subject = schedule(for_s: 1.0)
      subject.starting(0) { @now += 50 }

      refute_predicate subject, :over?
      assert subject.round?(0)
      subject.timing(0) { @now += 50 }
      refute subject.round?(1)
      assert_predicate subject, :over?
    end

    def test_a_long_run_has_six_generations_at_least_and_keeps_to_its_time
      @now = 0.0
      subject = schedule(for_s: 60.0)
      generations = 0
      generations += 1 while !subject.over? && generation(subject, generations)

      assert_operator generations, :>=, 6
      assert_operator @now, :<=, 62.0
    end

    def test_precision_ends_a_run_when_every_row_is_known_well_enough
      @now = 0.0
      subject = schedule(for_s: 60.0, until: 0.01)
      writer = Struct.new(:record).new(MadeRecord.of(processes: 10) { |name, process, _| cost(name, process, 1) })
      refute subject.precise?(writer), "before two generations are over"
      2.times { |number| generation(subject, number) }

      assert subject.precise?(writer)
    end

    def test_precision_does_not_end_a_run_with_a_row_that_wavers
      @now = 0.0
      subject = schedule(for_s: 60.0, until: 0.01)
      writer = Struct.new(:record).new(MadeRecord.of(processes: 10) { |name, process, _| cost(name, process, 300) })
      2.times { |number| generation(subject, number) }

      refute subject.precise?(writer)
    end

    def test_rates_have_one_round_in_each_of_six_generations_at_least
      @now = 0.0
      subject = at_rates([1, 2], for_s: 60.0)
      generations = (0..).find { |number| subject.over? || !rates(subject, number) }

      assert_operator generations, :>=, 6
      assert_operator @now, :<=, 62.0
      assert_in_delta 2.2, subject.block_length.seconds, 0.3
    end

    def test_a_run_at_rates_that_has_too_few_processes_may_end_a_little_later
      @now = 0.0
      subject = at_rates([1], for_s: 10.0)
      @now = 10.5
      refute_predicate subject, :time_up?
      @now = 11.5
      assert_predicate subject, :time_up?
    end

    def test_the_first_round_at_rates_always_runs
      @now = 0.0
      subject = at_rates([1], for_s: 1.0)
      rates(subject, 0)

      assert_in_delta Plan::OpenLoop::BlockLength::LEAST_S, subject.block_length.seconds
      assert_predicate subject, :over?
    end

    # References have no row that they could be compared with but themselves.
    def test_with_only_references_their_own_precision_ends_a_run
      @now = 0.0
      subject = schedule(for_s: 60.0, until: 0.01)
      2.times { |number| generation(subject, number) }
      wavering, steady = [300, 1].map do |spread|
        lines = MadeRecord.lines(contenders: [], processes: 10) { |_, process, _| 1_000 + (process % 2 * spread) }
        shown = lines.map { |line| line["type"] == "cell" ? line.merge("shown" => true) : line }
        Struct.new(:record).new(Record.from_lines(shown))
      end

      assert_equal [false, true], [subject.precise?(wavering), subject.precise?(steady)]
    end

    private

    # A generation at two rates: 1 s to start, two cells.
    def rates(schedule, number)
      schedule.starting(number) { @now += 1 }
      schedule.share_out([state("client/get", 100_000)] * 2)
      schedule.timing(0) { @now += schedule.block_length.seconds * 4 }
      schedule.round?(0) && !schedule.round?(1)
    end

    def schedule(cells: [MadeCells.cell], for_s: nil, **wishes)
      Lab::Run::Task.new(cells: cells, seed: 1, for_s: for_s, **wishes).schedule(-> { @now || 0.0 })
    end

    def at_rates(rates, for_s:)
      wish = Plan::OpenLoop.new(rates: rates)
      Lab::OpenLoop::Task.new(cells: [MadeCells.cell], seed: 1, for_s: for_s, open_loop: wish).schedule(-> { @now })
    end

    def state(scenario, iteration_ns)
      MadeCells.state(scenario: scenario).tap { |state| state.iteration_ns = iteration_ns }
    end

    # Every generation of a count; answers the iterations of each state's blocks.
    def play(schedule, states)
      counts = states.map { [] }
      (0..).each do |generation|
        break counts if schedule.over?

        schedule.starting(generation) { nil }
        schedule.share_out(states)
        states.zip(counts) { |state, count| count << schedule.iterations(state) while schedule.due?(state) }
      end
    end

    # A generation that takes 1 s to start and 0.5 s a round.
    def generation(schedule, number)
      schedule.starting(number) { @now += 1 }
      (0..).each do |round|
        break unless schedule.round?(round)

        schedule.timing(round) { @now += 0.5 }
      end
      true
    end

    def cost(name, process, spread) = name == "socket" ? 1_000 : 2_000 + (process % 2 * spread)
  end
end
