# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Terminal::TextChartTest < Minitest::Test
    Part = Report::Part

    def test_a_line_per_version_in_the_order_of_the_range
      assert_equal ["get: wall relative to 3.0.0", "3.0.0", "... 1 not measured", "3.0.2",
                    "> 3.0.2 -> 3.0.3: +3.9 % [3.4, 4.4]", "3.0.3", "3.0.4  skipped", "3.0.5", "... 3 not measured", "3.0.9"],
                   chart(MadeSteps.steps).map { |line| line.strip.sub(/  [-+0].*/, "") }
    end

    def test_a_version_has_figures_and_a_picture
      assert_match(/\A  3\.0\.5  \+4\.3 % \[3\.9, 4\.7\]  +\| +-+o-+\z/, chart(MadeSteps.steps).grep(/3\.0\.5/).first)
    end

    def test_long_subjects_leave_room_for_the_picture
      steps = MadeSteps.steps
      long = steps.with(steps: steps.steps.map { |step| step.with(subject: "a long story " * 20) })

      assert_operator chart(long).map(&:size).max, :<=, 80
      assert_match(/…  \+4\.3 % .*-o-/, chart(long).grep(/3\.0\.5/).first)
    end

    def test_a_change_of_another_scenario_is_not_in_this_chart
      refute_match(/>/, chart(MadeSteps.steps(found: [MadeSteps.change(scenario: "client/set")])).join)
    end

    def test_low_is_left_and_high_is_right
      assert_equal ["o", "-------o-------"], pictures([0.0, [0.0, 0.0]], [0.05, [0.0, 0.1]], width: 15)
    end

    def test_draws_a_line_at_no_change
      assert_equal "|     ---o---", pictures([0.06, [0.04, 0.08]], width: 13).first
      assert_equal ["o           |", "            |"], pictures([-0.1, nil], [nil, nil], width: 13)
    end

    def test_draws_points_at_no_change_if_nothing_differs
      assert_equal ["o"], pictures([0.0, [0.0, 0.0]], width: 20)
    end

    private

    def chart(steps)
      Report::Find.text(steps, "terminal").lines(chomp: true).drop_while { |line| !line.start_with?("get") }.take_while { |line| line != "" }
    end

    # Of points [effect, interval], with an empty cell.
    def pictures(*points, width:)
      entries = points.map { |effect, interval| Part::Point.new(cells: [""], effect: effect, interval: interval) }
      chart = Report::Terminal::TextChart.new(Part::TextChart.new(title: "t", entries: entries), width + 4, Report::Terminal::Paint.new(false))
      chart.to_s.lines(chomp: true).drop(1).map { |line| line[4..] }
    end
  end
end
