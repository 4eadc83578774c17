# frozen_string_literal: true

require "test_helper"
require "json_schemer"

class SelftestTerminalTest < Minitest::Test
  def test_the_answer_comes_first
    assert_equal "Selftest passed: every known case was judged correctly.\n", text.lines.first
    assert_equal "Selftest FAILED: 1 misjudged.\n", text(MadeSelftest.of(wrong: { "twin" => "slower" })).lines.first
    two = MadeSelftest.of(wrong: { "twin" => "slower" }, stopped: [], passed: [%w[slow client/get]])
    assert_equal "Selftest FAILED: 2 misjudged.\n", text(two).lines.first
  end

  def test_an_undecided_control_is_no_failure
    more = "measure longer, or on a quieter machine.\n"
    cut = { whole: false, outcome: "interrupted" }
    { MadeSelftest.of(wrong: { "slow" => nil }, stopped: []) => "2 of 4 could not be judged; #{more}",
      MadeSelftest.of(wrong: { "slow" => nil }, **cut) => "it was interrupted, 1 of 4 could not be judged; #{more}",
      MadeSelftest.of(**cut) => "it was interrupted; #{more}",
      MadeSelftest.of(controls: [], outcome: nil) => "nothing was judged.\n" }.each do |selftest, reason|
      assert_equal "Selftest not decided: #{reason}", text(selftest, width: 120).lines.first
    end
  end

  def test_every_control_says_what_it_shows_and_what_came
    assert_match(%r{^ok    twin is same \(margin 5 %\)\n      twin, client/get: same \+0\.1 % \[-0\.4, 0\.6\]$}, text)
    assert_match(%r{^ok    deceived is invalid\n      deceived, client/get: invalid: wrong reply: get of k1$}, text)
    assert_match(%r{^ok    the gate stops what is slower, and nothing else\n      stopped: slow in client/get$}, text)
  end

  def test_a_wrong_control_names_the_expected_verdict
    wrong = text(MadeSelftest.of(wrong: { "twin" => "slower", "slow" => nil }, stopped: [], passed: [%w[slow client/get]]))

    assert_match(/^WRONG twin is same \(margin 5 %\)\n      twin, client.get: slower, not same/, wrong)
    assert_match(%r{^\?     slow is slower\n      slow, client/get: no verdict, not slower$}, wrong)
    assert_match(%r{^WRONG the gate stops .*\n      stopped: nothing; should: slow in client/get$}, wrong)
  end

  def test_says_where_it_was_measured_and_how_to_see_it_again
    page = text(record: Cachemark::Record.from_lines([], path: "a.jsonl"), next_steps: ["cachemark show a.jsonl --format json"])

    assert_match(/^Note: the machine was busy$/, page)
    assert_match(/^memcached 1\.6\.18, placement one-core$/, page)
    assert_equal ["Record: a.jsonl\n", "Next: cachemark show a.jsonl --format json\n"], page.lines.last(2)
  end

  def test_fits_every_width
    long = MadeSelftest.of(wrong: { "slow" => "unresolved" }, stopped: [["slow", "client/get"]] * 9)

    [80, 100].each { |width| assert_operator text(long, width: width).lines.map { |line| line.chomp.size }.max, :<=, width }
  end

  def test_colour_is_a_wish
    refute_match(/\e/, text)
    assert_match(/\e\[31mWRONG/, text(MadeSelftest.of(wrong: { "twin" => "slower" }), color: true))
  end

  private

  def text(selftest = MadeSelftest.of, **page) = Cachemark::Report::Selftest.text(selftest, "terminal", **page)
end

class SelftestPageTest < Minitest::Test
  def html(**made) = Cachemark::Report::Selftest.text(MadeSelftest.of(**made), "html")

  def test_it_says_what_was_known_and_what_was_made_of_it
    assert_includes html, "The gate should stop slow in client/get, and stopped slow in client/get."
    assert_includes html, "<h1>Cachemark selftest: passed</h1>"
    assert_includes html(wrong: { "twin" => "slower" }), %(<span class="verdict wrong">WRONG</span>)
  end
end

class SelftestJSONTest < Minitest::Test
  SCHEMA = JSONSchemer.schema(Pathname("#{Cachemark::ROOT}/schema/selftest.json"))

  def test_follows_its_schema
    [MadeSelftest.of, MadeSelftest.of(wrong: { "twin" => "slower", "slow" => nil }, stopped: []),
     MadeSelftest.of(controls: [], outcome: nil), MadeSelftest.of(whole: false, outcome: "interrupted")].each do |selftest|
      assert_empty(SCHEMA.validate(document(selftest)).map { |error| error["error"] })
    end
  end

  def test_begins_with_what_it_is
    assert_equal %w[cachemark/selftest/1 selftest], document.values_at("schema", "command")
    assert_equal [true, [true, true, true], true],
                 [document["passed"], document["controls"].map { |one| one["right"] }, document["gate"]["right"]]
  end

  def test_a_control_has_what_was_expected_and_what_came
    mistaken = document(MadeSelftest.of(wrong: { "slow" => "unresolved" }))

    assert_equal ["slow", "client/get", "slower", "unresolved", 0.05, [0.041, 0.06], false],
                 mistaken["controls"][1].values_at("contender", "scenario", "expected", "verdict", "effect", "interval", "right")
    refute mistaken["passed"]
  end

  def test_an_unresolved_control_is_not_wrong
    { "unresolved" => %w[undecided undecided], "same" => %w[wrong failed],
      "slower" => %w[right passed] }.each do |verdict, states|
      json = document(MadeSelftest.of(wrong: { "slow" => verdict }))

      assert_equal states, [json["controls"][1]["state"], json["state"]]
    end
    assert_equal [false, "undecided"], document(MadeSelftest.of(whole: false)).values_at("passed", "state")
  end

  def test_a_control_without_a_verdict_is_not_right
    assert_equal [nil, nil, false],
                 document(MadeSelftest.of(wrong: { "slow" => nil }))["controls"][1].values_at("verdict", "effect", "right")
  end

  def test_reports_a_gate_that_stopped_too_much
    gate = document(MadeSelftest.of(stopped: [%w[slow client/get], %w[twin client/get]]))["gate"]

    assert_equal [[%w[slow client/get]], [%w[slow client/get], %w[twin client/get]], false],
                 gate.values_at("expected", "found", "right")
  end

  private

  def document(selftest = MadeSelftest.of) = JSON.parse(Cachemark::Report::Selftest.text(selftest, "json"))
end
