# frozen_string_literal: true

require "test_helper"

class FindBracketsTest < Minitest::Test
  def test_says_how_far_a_search_without_an_answer_has_closed_in
    assert_equal ["The change in get, +2.1 %, lies between 3.0.5 and 3.0.9."], of(MadeSteps.bracket)
    assert_match(/in get \(cpu\), /, of(MadeSteps.bracket(metric: "cpu")).first)
  end

  def test_says_that_there_is_more_and_how_to_find_it
    assert_equal ["There is more in get: 3.0.5 -> 3.0.9 +2.1 %, 3.0.3 -> 3.0.5 -3.0 %; --all searches for every change."],
                 of(MadeSteps.bracket("beside"), MadeSteps.bracket("beside", from: "3.0.3", to: "3.0.5", effect: -0.03))
  end

  def test_says_what_no_step_did_alone
    assert_equal ["get changed by +2.1 % between 3.0.5 and 3.0.9, though no step between them was found that did it alone " \
                  "(each within 1.0 %, or not the same twice)."], of(MadeSteps.bracket("spread"))
  end

  def test_nothing_open_is_nothing_said
    assert_empty of
  end

  # A change that has no name is a change.
  def test_the_answer_has_it_in_place_of_no_change
    scenario = Cachemark::Stats::Steps::Scenario.new(scenario: "client/get", label: "get")
    steps = MadeSteps.steps(found: [], scenarios: [scenario], brackets: [MadeSteps.bracket("spread")])
    open = MadeSteps.steps(found: [], undecided: "the time is over", brackets: [MadeSteps.bracket])

    assert_equal of(MadeSteps.bracket("spread")), Cachemark::Report::Find::Answer.sentences(steps)
    assert_equal ["Undecided: the time is over", *of(MadeSteps.bracket)], Cachemark::Report::Find::Answer.sentences(open)
  end

  def test_terminal_and_markdown_say_it_too
    steps = MadeSteps.steps(brackets: [MadeSteps.bracket("beside")])

    assert_includes Cachemark::Report::Find::Terminal.new(steps, width: 200).to_s, of(MadeSteps.bracket("beside")).first
    assert_match(/\*\*There is more in get/, Cachemark::Report::Find::Markdown.new(steps).to_s)
  end

  private

  def of(*brackets) = Cachemark::Report::Find::Brackets.sentences(MadeSteps.steps(brackets: brackets))
end
