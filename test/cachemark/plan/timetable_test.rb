# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::TimetableTest < Minitest::Test
    # client/get has three calls.
    def test_whole_iterations_of_a_scenario
      timetable = Plan::Timetable.of(MadeCells.cell(scenario: "client/get"), (1..6).to_a)

      assert_equal [2, 0, [1, 2, 3, 4, 5, 6]], [timetable.iterations, timetable.spare, timetable.due]
    end

    def test_a_part_of_one_is_exact_too
      assert_equal Rational(4, 3), Plan::Timetable.of(MadeCells.cell(scenario: "client/get"), (1..4).to_a).iterations
    end

    def test_nobody_knows_how_far_each_of_several_workers_comes
      cell = MadeCells.cell(scenario: "client/get").with(mode: "threads-4")

      assert_equal 3, Plan::Timetable.of(cell, (1..12).to_a).spare
      assert_equal 0, Plan::Timetable.of(cell.with(scenario: one_call), (1..12).to_a).spare
    end

    def test_how_a_driver_hears_of_it
      timetable = Plan::Timetable.new(due: [1, 2_500_000_000], iterations: 1)

      assert_equal [1, 2_500_000_000], timetable.to_wire.unpack1("m0").unpack("Q<*")
      assert_in_delta 2.5, timetable.span_s
    end

    private

    def one_call = MadeCells.made_scenario([{ "op" => "get", "key" => "k1" }])
  end
end
