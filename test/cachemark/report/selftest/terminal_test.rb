# frozen_string_literal: true

require "test_helper"

class SelftestTerminalTest < Minitest::Test
  def test_the_answer_comes_first
    assert_equal "Selftest passed: everything known was judged rightly.\n", text.lines.first
    assert_equal "Selftest FAILED: 1 misjudged.\n", text(MadeSelftest.of(wrong: { "twin" => "slower" })).lines.first
    two = MadeSelftest.of(wrong: { "twin" => "slower" }, stopped: [], passed: [%w[slow client/get]])
    assert_equal "Selftest FAILED: 2 misjudged.\n", text(two).lines.first
  end

  def test_what_was_not_decided_is_no_failure
    more = "measure longer, or on a quieter machine.\n"
    cut = { whole: false, outcome: "interrupted" }
    { MadeSelftest.of(wrong: { "slow" => nil }, stopped: []) => "2 of 4 could not be judged; #{more}",
      MadeSelftest.of(wrong: { "slow" => nil }, **cut) => "it was interrupted, 1 of 4 could not be judged; #{more}",
      MadeSelftest.of(**cut) => "it was interrupted; #{more}",
      MadeSelftest.of(controls: [], outcome: nil) => "nothing was judged.\n" }.each do |selftest, told|
      assert_equal "Selftest not decided: #{told}", text(selftest, width: 120).lines.first
    end
  end

  def test_every_control_says_what_it_shows_and_what_came
    assert_match(%r{^ok    twin is same \(margin 5 %\)\n      twin, client/get: same \+0\.1 % \[-0\.4, 0\.6\]$}, text)
    assert_match(%r{^ok    deceived is invalid\n      deceived, client/get: invalid: wrong reply: get of k1$}, text)
    assert_match(%r{^ok    the gate stops what is slower, and nothing else\n      stopped: slow in client/get$}, text)
  end

  def test_what_was_misjudged_says_what_would_have_been_right
    wrong = text(MadeSelftest.of(wrong: { "twin" => "slower", "slow" => nil }, stopped: [], passed: [%w[slow client/get]]))

    assert_match(/^WRONG twin is same \(margin 5 %\)\n      twin, client.get: slower, not same/, wrong)
    assert_match(%r{^\?     slow is slower\n      slow, client/get: no verdict, not slower$}, wrong)
    assert_match(%r{^WRONG the gate stops .*\n      stopped: nothing; should: slow in client/get$}, wrong)
  end

  def test_says_where_it_was_measured_and_how_to_see_it_again
    page = text(record: "a.jsonl", next_steps: ["cachemark show a.jsonl --format json"])

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

  def text(selftest = MadeSelftest.of, **page) = Cachemark::Report::Selftest::Terminal.new(selftest, **page).to_s
end
