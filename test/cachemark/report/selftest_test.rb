# frozen_string_literal: true

require "test_helper"

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
