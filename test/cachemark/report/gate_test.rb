# frozen_string_literal: true

require "test_helper"

# The decision of a gate in each format. GateAnswerTest has its sentences.
class GateReportTest < Minitest::Test
  extend Golden

  Made = MadeVerdicts
  SLOW = Made.slower(effect: 0.006, interval: [0.002, 0.009])
  SAME_CODE = SLOW.with(scenario: "client/set", label: "set", interval: [0.002, 0.02], identical: true)
  COUNT = Made.slower(metric: "allocations", unit: "objects")
  # Instructions have separate processes, the proxy counts in none, and times have pairs.
  COUNTED = [["wall", 24], ["instructions", 6], ["bytes", 0]].map { |metric, pairs| Made.slower(metric: metric, pairs: pairs) }
  HOSTILE = Made.invalid(label: "a,b::c", reason: "50 %\r\n::set-env name=x::y")
  MANY = (1..9).map { |at| Made.same(label: "s#{at}") }
  OWN = Cachemark::Stats::Explanation::OwnFiles.new(main: "/me/a,b/lib/a.rb")
  UNEXPLAINED = MadeExplanation.of(more: [MadeExplanation.unexplained("calls")])

  TEXTS = {
    "a regression" => -> { text },
    "a regression as markdown" => -> { text("markdown") },
    "a regression as a page" => -> { MadeSites.text(text("html")) },
    "a regression as messages of GitHub" => -> { text("github") },
    "a regression as JUnit" => -> { text("junit") },
    "no regression" => -> { text("markdown", code: 0) },
    "undecided" => -> { text("markdown", code: 4) },
    "many sentences unfold" => -> { judged(MANY, %w[passed] * 9, format: "markdown", code: 0) },
    "a slowdown that passes says why in its row" => -> { judged([SLOW, SAME_CODE], %w[passed passed], code: 0) },
    "a count has processes and no pairs" => -> { judged(COUNTED, %w[regression] * 3, format: "markdown") },
    "counts alone have no column of pairs" => -> { judged(COUNTED.drop(1), %w[regression] * 2, format: "markdown") },
    "a regression has the first lines of its explanation" => -> { explained(MadeExplanation.whole) },
    "the same as markdown" => -> { explained(MadeExplanation.whole, "markdown") },
    "the same as messages of GitHub" => -> { explained(MadeExplanation.whole, "github") },
    "the same as JUnit" => -> { explained(MadeExplanation.whole, "junit") },
    "a look that showed nothing says why" => -> { explained(UNEXPLAINED, "markdown") },
    "an own line that explains a regression has the message" => lambda do
      verdicts = [Made.slower, Made.slower(metric: "allocations", verdict: "unresolved")]
      explanations = { verdicts.first.comparison => MadeExplanation.whole.with(own: OWN) }
      judged(verdicts, %w[regression undecided], format: "github", explanations: explanations)
    end,
    "nothing can end a message or begin a command" => -> { judged([HOSTILE], ["invalid"], format: "github") },
    "an exact regression has no second set" => -> { judged([COUNT], %w[regression], format: "github") },
    "an exact regression as JUnit" => -> { judged([COUNT], %w[regression], format: "junit") },
    "without figures a message is the reason alone" => lambda do
      verdict = Made.verdict(verdict: "unresolved", reason: "3 of the 12 pairs that are needed")
      judged([verdict], ["undecided"], format: "github", code: 3)
    end
  }.freeze
  golden "gate", TEXTS

  def test_the_decision_has_its_colour
    { 1 => 31, 0 => 32, 4 => 33 }.each do |code, colour|
      assert_match(/\A\e\[#{colour}mGate/, Cachemark::Report::Gate.text(Made.decision(code: code), "terminal", color: true))
    end
  end

  def test_it_is_called_invalid_in_title_headline_and_data_except_by_cachemark_1_0
    words = [1, 2].map do |method|
      made = { code: 3, verdicts: [Made.invalid], results: %w[invalid], run: { **Made::RUN, "method" => method } }
      markdown = text("markdown", **made)
      [markdown[/\A## Cachemark gate: (\w+)$/, 1], markdown[/^\*\*Gate: (\w+): /, 1], document(**made)["decision"]]
    end

    assert_equal [%w[undecided] * 3, %w[invalid] * 3], words
  end

  # Of set only the time is missing; of get also strace.
  def test_a_cause_that_several_explanations_share_is_said_once
    looks = ->(names, reason) { names.map { |name| MadeExplanation.unexplained(name).merge("message" => reason, "try" => nil) } }
    late = looks.call(%w[calls allocations], "no time was left")
    get, set = [[*late, *looks.call(%w[traffic], "no strace")], late].map { |more| MadeExplanation.of(more: more) }

    assert_equal ["calls and allocations: not counted: no time was left.", "traffic of get: not counted: no strace."],
                 Cachemark::Report::Explanation.first_lines(get, set.with(label: "set"))
    assert_equal 1, Cachemark::Report::Explanation.first_lines(set, set.with(label: "set")).size
  end

  def test_an_interruption_comes_first
    comparison = MadeComparison.of(command: "gate", ending: { "outcome" => "interrupted" })
    lines = Cachemark::Report::Gate.headline(Cachemark::Stats::Gate.of(comparison), comparison)

    assert_equal "Interrupted: these are the results so far.", lines.first
    assert_match(/\AGate: /, lines.last)
  end

  def test_json_says_the_decision_and_what_became_of_each_verdict
    assert_equal [1, "regression", Cachemark::Report::Gate::Answer.of(Made.decision)],
                 document.values_at("code", "decision", "sentences")
    assert_equal %w[passed undecided], [0, 4].map { |code| document(code: code)["decision"] }
    assert_equal [0.0, 0.01], [0.0, nil].map { |given| document(threshold: given)["threshold"] }
    assert_equal Made::RESULTS, document["verdicts"].map { |verdict| verdict["result"] }
  end

  def test_json_has_everything_that_explains_a_regression
    made = MadeExplanation.whole
    said = document(explanations: { "v1" => made })["explanations"]

    assert_equal [%w[dalli@3.0.4 dalli@3.0.5 client/get]], said.map { |one| one.values_at("baseline", "contender", "scenario") }
    assert_equal made.looks.map(&:name), said.first["sections"].map { |section| section["name"] }
  end

  def test_json_says_what_the_second_set_said
    again = Made.slower(pairs: 12, effect: 0.03, interval: [0.02, 0.04])

    assert_equal [["dalli@3.2.8", "client/get", [0.02, 0.04], 12]],
                 document(repeats: [again])["repeats"].map { |one| one.values_at("contender", "scenario", "interval", "pairs") }
    assert_equal [], document(results: %w[passed] * 5)["repeats"]
  end

  private

  def document(**made) = JSON.parse(text("json", **made))

  def text(format = "terminal", verdicts: nil, run: Made::RUN, **members)
    comparison = Made.comparison(run: run, **{ verdicts: verdicts }.compact)
    Cachemark::Report::Gate.text(Made.decision(comparison: comparison, **members), format)
  end

  def judged(verdicts, results, format: "terminal", **members) = text(format, verdicts: verdicts, results: results, **members)

  def explained(explanation, format = "terminal")
    text(format, explanations: { Made.comparison.verdicts.first.comparison => explanation })
  end
end
