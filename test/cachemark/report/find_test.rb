# frozen_string_literal: true

require "test_helper"

class FindReportTest < Minitest::Test
  extend Golden

  Made = MadeSteps
  SET = { scenario: "client/set", label: "set" }.freeze

  TEXTS = {
    "a change" => -> { text(Made.steps) },
    "markdown folds the skipped versions and the origin" => -> { text(Made.steps, "markdown") },
    "a page" => -> { MadeSites.text(text(Made.steps, "html")) },
    "a page without skipped versions" => -> { MadeSites.text(text(Made.steps(skipped: []), "html")) },
    "a chart per scenario" => -> { text(Made.steps(steps: Made.steps.steps.flat_map { |step| [step, step.with(**SET)] })) },
    "each reason to skip once" => -> { text(Made.steps(skipped: [Made.skip, Made.skip(position: 6, name: "3.0.6")])) }
  }.freeze
  golden "find", TEXTS

  def test_the_command_of_the_whole_search_works_in_any_folder
    cells = [{ "type" => "cell", "contender" => "dalli@git:1f", "notation" => "dalli@git:1f,repo=/r,protocol=meta" }]
    argv = %w[find --git a..b --record x.jsonl --with ring=2 dalli,protocol=meta]
    steps = Made.steps(run: Made::RUN.merge("argv" => argv, "options" => { "servers" => 2 }))
    html = text(steps, "html", record: Cachemark::Record.from_lines(cells)).gsub(%r{</?span>}, "")

    assert_includes html, "cachemark find dalli,repo=/r,protocol=meta git:a..b --with ring=2<"
    assert_includes html, "cachemark compare 3.0.2 3.0.3 --scenario client/get --metric wall --with ring=2<"
  end

  def test_each_scenario_says_why_it_has_no_answer
    sought = Cachemark::Stats::Steps::Scenario.new(scenario: "client/get", label: "get")
    scenarios = JSON.parse(text(Made.steps(scenarios: [sought, sought.with(undecided: "the time is over")]), "json"))["scenarios"]

    assert_equal [nil, "the time is over"], scenarios.map { |one| one["undecided"] }
  end

  private

  def text(steps, format = "terminal", **more) = Cachemark::Report::Find.text(steps, format, **more)
end

# The sentences of the answer.
class FindAnswerTest < Minitest::Test
  extend Golden

  Made = MadeSteps
  GET, OPEN, MIXED = [["get"], ["set", "the time is over"], ["mixed"]].map do |label, why|
    Cachemark::Stats::Steps::Scenario.new(scenario: "client/#{label}", label: label, undecided: why)
  end
  MEASURED = [*Made.steps.steps, Made.step(9, 0.001, scenario: "client/mixed", label: "mixed")].freeze

  TEXTS = {
    "the version that did it" => -> { of },
    "a version that is faster" => -> { found(effect: -0.02, interval: [-0.03, -0.01]) },
    "a commit has its subject" => -> { found(to: "abc123", subject: "Use a pool") },
    "another metric is named" => -> { found(metric: "cpu") },
    "any of those that were skipped may have done it" => -> { found(skipped: %w[a b]) },
    "nothing changed" => -> { of(found: []) },
    "undecided, and why" => -> { of(found: [], undecided: "12 pairs were too few") },
    "one of two scenarios is undecided" => -> { of(scenarios: [GET, OPEN], undecided: "the time is over") },
    "undecided in one scenario, and nothing in the other" => lambda do
      of(found: [], scenarios: [GET, OPEN], undecided: "the time is over")
    end,
    "nothing changed in one of two scenarios" => -> { of(scenarios: [GET, MIXED], steps: MEASURED) },
    "a search without an answer says how far it has closed in" => -> { spans([]) },
    "closed in, by another metric" => -> { spans([], metric: "cpu") },
    "there is more, and how to find it" => lambda do
      spans(["apart"], ["apart", { from: "3.0.3", to: "3.0.5", effect: -0.03, interval: [-0.04, -0.02] }])
    end,
    "a retest of few pairs has no interval" => -> { spans(["retest", { interval: nil, pairs: 6 }]) },
    "a retest whose interval has 0" => -> { spans(["retest", { interval: [-0.003, 0.04], pairs: 6 }]) },
    "a retest that is certain" => -> { spans(["retest", { interval: [0.003, 0.04], pairs: 6 }]) },
    # A change that has no name is a change, so the answer has it in place of no change.
    "no step alone did it" => -> { of(found: [], scenarios: [GET], changed_spans: [Made.changed_span("spread")]) },
    "undecided, and closed in" => -> { of(found: [], undecided: "the time is over", changed_spans: [Made.changed_span]) }
  }.freeze
  golden "find-answers", TEXTS

  private

  def found(**change) = of(found: [Made.change(**change)])
  def of(**members) = Cachemark::Report::Find::Answer.new(Made.steps(**members)).to_a

  # The answer about changed spans alone: the kind of each, and its members.
  def spans(*spans, **more)
    spans = spans.map { |kind = "undecided", members = {}| Made.changed_span(kind, **members, **more) }
    of(found: [], changed_spans: spans)
  end
end
