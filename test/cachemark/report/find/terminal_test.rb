# frozen_string_literal: true

require "test_helper"

class FindTerminalTest < Minitest::Test
  def test_the_answer_comes_first_the_record_last
    lines = text(MadeSteps.steps, record: "a.jsonl").lines

    assert_equal "dalli 3.0.3 made get slower: +3.9 % [3.4, 4.4] compared with 3.0.2.\n", lines.first
    assert_equal "Record: a.jsonl\n", lines.last
  end

  def test_a_chart_per_scenario
    steps = MadeSteps.steps
    more = steps.steps.map { |step| step.with(scenario: "client/set", label: "set") }

    assert_equal ["get: wall relative to 3.0.0", "set: wall relative to 3.0.0"],
                 text(steps.with(steps: steps.steps + more)).lines(chomp: true).grep(/relative to 3/)
  end

  def test_each_reason_to_skip_is_told_once
    skipped = [MadeSteps.skip, MadeSteps.skip(position: 6, name: "3.0.6")]

    assert_includes text(MadeSteps.steps(skipped: skipped)), "\nSkipped 3.0.4, 3.0.6: cannot be built: no compiler\n"
  end

  def test_fits_every_width
    [80, 120].each do |width|
      assert_operator text(MadeSteps.steps, width: width).lines(chomp: true).map(&:size).max, :<=, width
    end
  end

  def test_says_where_it_was_measured
    assert_match(/^memcached 1\.6\.18, placement one-core$/, text(MadeSteps.steps))
  end

  def test_a_search_that_measured_nothing_is_still_a_text
    assert_match(/\AUndecided: nothing could be built$/,
                 text(MadeSteps.steps(effects: {}, found: [], undecided: "nothing could be built")))
  end

  def test_colour_is_a_wish
    refute_match(/\e/, text(MadeSteps.steps))
    assert_match(/\e\[31m> 3\.0\.2/, text(MadeSteps.steps, color: true))
  end

  private

  def text(steps, **page) = Cachemark::Report::Find::Terminal.new(steps, **page).to_s
end
