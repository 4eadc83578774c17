# frozen_string_literal: true

require "test_helper"

class FindAnswerTest < Minitest::Test
  def test_names_the_version_that_did_it
    assert_equal ["dalli 3.0.3 made get slower: +3.9 % [3.4, 4.4] compared with 3.0.2."], of(MadeSteps.steps)
    assert_match(/made get faster: -2\.0 %/, found(effect: -0.02, interval: [-0.03, -0.01]))
  end

  def test_a_commit_has_its_subject
    assert_match(/\Adalli abc123 \(Use a pool\) made/, found(to: "abc123", subject: "Use a pool"))
  end

  def test_another_metric_is_named
    assert_match(/made get \(cpu\) slower/, found(metric: "cpu"))
  end

  def test_any_of_those_skipped_may_have_done_it
    assert_match(/compared with 3\.0\.2; or one of the 2 between them that could not be measured \(a, b\)\.\z/,
                 found(skipped: %w[a b]))
  end

  def test_nothing_changed_is_an_answer_too
    assert_equal ["No change of more than 1.0 % among 10 versions of dalli in get."], of(MadeSteps.steps(found: []))
  end

  def test_undecided_is_said_and_why
    assert_equal ["Undecided: 12 pairs were too few"], of(MadeSteps.steps(found: [], undecided: "12 pairs were too few"))
  end

  def test_each_of_several_scenarios_has_its_answer
    get, set, mixed = %w[get set mixed].map { |label| sought(label) }
    open = set.with(undecided: "the time is over")
    found = MadeSteps.steps(scenarios: [get, open], undecided: "the time is over")

    assert_equal [of(MadeSteps.steps).first, "Undecided in set: the time is over"], of(found)
    assert_equal ["Undecided in set: the time is over", "No change of more than 1.0 % among 10 versions of dalli in get."],
                 of(found.with(found: []))
    steps = MadeSteps.steps.steps + [MadeSteps.step(9, 0.001, scenario: "client/mixed", label: "mixed")]
    assert_equal [of(MadeSteps.steps).first, "No change of more than 1.0 % among 10 versions of dalli in mixed."],
                 of(MadeSteps.steps(scenarios: [get, mixed], steps: steps))
  end

  private

  def sought(label) = Cachemark::Stats::Steps::Scenario.new(scenario: "client/#{label}", label: label)
  def found(**change) = of(MadeSteps.steps(found: [MadeSteps.change(**change)])).first
  def of(steps) = Cachemark::Report::Find::Answer.sentences(steps)
end
