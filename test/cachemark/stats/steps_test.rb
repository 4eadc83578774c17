# frozen_string_literal: true

require "test_helper"

class StepsTest < Minitest::Test
  def test_a_series_per_scenario_mode_and_metric_in_the_order_of_the_range
    steps = [MadeSteps.step(3, 0.1), MadeSteps.step(0, 0.0), MadeSteps.step(1, 0.0, metric: "cpu")]
    series = MadeSteps.steps.with(steps: steps).series

    assert_equal [%w[client/get sync wall], %w[client/get sync cpu]], series.keys
    assert_equal [0, 3], series.values.first.map(&:position)
  end

  def test_the_margin_is_the_commands
    assert_in_delta 0.01, MadeSteps.steps.margin
    assert_in_delta 0.03, MadeSteps.steps(run: { "options" => { "margin" => 0.03 } }).margin
  end

  def test_a_run_without_facts_has_empty_ones
    steps = MadeSteps.steps(run: {})

    assert_equal [nil, {}, {}, 0.01], [steps.command, steps.machine, steps.placement, steps.margin]
  end
end
