# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::LoopTest < Minitest::Test
    include ALab

    # Does what the test says.
    class Made < Lab::Loop
      def call(&) = concluded(&)
    end

    def test_a_loop_that_ends_is_complete
      assert_equal "complete", ended { nil }
    end

    def test_a_wish_to_stop_is_an_interruption
      interrupt

      assert_equal "interrupted", ended { nil }
    end

    def test_trouble_stops_the_run_early_and_is_recorded
      assert_equal "stopped early", ended { raise Trouble, "memcached is gone" }
      assert_equal [["stopped", "memcached is gone"]], writer.record.events.map { |line| line.values_at("kind", "message") }
    end

    def test_too_little_time_is_recorded_as_such
      ended { raise Lab::PairBudget::TimeTooShort.new("12 pairs do not fit", try: "take longer", needed_s: 84) }

      assert_equal [["stopped", true, 84]],
                   writer.record.events.map { |line| line.values_at("kind", "time_too_short", "needed_s") }
    end

    def test_any_other_error_is_no_end_of_a_loop
      assert_raises(ZeroDivisionError) { ended { 1 / 0 } }
    end

    def test_its_contenders_are_those_of_its_cells_each_once
      cells = %w[client/get client/set].product(%w[null socket]).map { |id, name| MadeCells.cell(contender: name, scenario: id) }

      assert_equal %w[null socket], Lab::Work::Task.new(cells: cells, seed: 1).contenders.map(&:id)
    end

    def test_each_worker_of_each_cell_keeps_its_connections
      cells = %w[a b c].product(%w[client/get client/set]).map do |id, scenario|
        MadeCells.cell(contender: MadeCells.contender.with(id: id), scenario: scenario, mode: "threads-200")
      end
      all, two = [Lab::Work::Task.new(cells: cells, seed: 1), Lab::Find::Task.new(cells: cells, seed: 1, for_s: 1.0, judging: {})]

      assert_operator all.connections, :>=, 1_200
      assert_operator two.connections, :<, all.connections
    end

    private

    def ended(&)
      Made.new(task: Lab::Work::Task.new(cells: [], seed: 1), engine: engine).call(&)
    end
  end
end
