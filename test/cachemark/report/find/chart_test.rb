# frozen_string_literal: true

require "test_helper"

class FindChartTest < Minitest::Test
  def test_a_line_per_version_in_the_order_of_the_range
    assert_equal ["get: wall relative to 3.0.0", "3.0.0", "... 1 not measured", "3.0.2",
                  "> 3.0.2 -> 3.0.3: +3.9 % [3.4, 4.4]", "3.0.3", "3.0.4  skipped", "3.0.5", "... 3 not measured", "3.0.9"],
                 chart(MadeSteps.steps).map { |line| line.strip.sub(/  [-+0].*/, "") }
  end

  def test_a_version_has_figures_and_a_picture
    line = chart(MadeSteps.steps).grep(/3\.0\.5/).first

    assert_match(/\A  3\.0\.5  \+4\.3 % \[3\.9, 4\.7\]  +\| +-+o-+\z/, line)
  end

  def test_the_label_has_the_mode_already
    steps = MadeSteps.steps
    modal = steps.with(steps: steps.steps.map { |step| step.with(mode: "threads-4", label: "get (threads-4)") })

    assert_equal "get (threads-4): wall relative to 3.0.0", chart(modal).first
  end

  def test_long_subjects_leave_room_for_the_picture
    steps = MadeSteps.steps
    long = steps.with(steps: steps.steps.map { |step| step.with(subject: "a long story " * 20) })

    assert_operator chart(long).map(&:size).max, :<=, 80
    assert_match(/…  \+4\.3 % .*-o-/, chart(long).grep(/3\.0\.5/).first)
  end

  def test_a_change_of_another_scenario_stands_in_its_own_chart
    refute_match(/>/, chart(MadeSteps.steps(found: [MadeSteps.change(scenario: "client/set")])).join)
  end

  private

  def chart(steps) = Cachemark::Report::Find::Chart.new(steps.steps, steps, Cachemark::Report::Page.new).to_s.lines(chomp: true)
end
