# frozen_string_literal: true

require "test_helper"

class ComparisonTerminalTest < Minitest::Test
  def test_the_sentence_comes_first
    assert_match(/\Adalli@3.2.8 is 4.1 % slower than dalli@2.7.11 in get, /, text)
  end

  def test_a_verdict_is_a_line_with_all_that_it_rests_on
    wide = text(width: 120)

    assert_match(/^dalli@3\.2\.8 against dalli@2\.7\.11$/, wide)
    assert_match(/^get +\+ slower +\+4\.1 % \[3\.6, 4\.7\] +0\.6 % +17\.23 -> 17\.94 us +24$/, wide)
    assert_match(/^set +- faster +-2\.3 % \[-3\.1, -1\.2\] +0\.9 % .* 1$/, wide)
    assert_match(/^mixed += same +0\.0 % \[-0\.4, 0\.5\]/, wide)
  end

  def test_fits_every_width
    [80, 100, 120].each do |width|
      assert_operator text(width: width).lines.map { |line| line.chomp.size }.max, :<=, width
    end
  end

  def test_a_narrow_terminal_keeps_what_matters
    assert_match(/^get +\+ slower +\+4\.1 % \[3\.6, 4\.7\] +0\.6 %/, text(width: 80))
  end

  def test_what_has_no_verdict_says_why
    assert_match(/^1  ttl 604800$/, text)
    assert_match(/^2  unresolved: the interval is wider than the margin$/, text)
    assert_match(/^3  invalid: wrong value for key k1$/, text)
    assert_match(/^multiget +! invalid +3$/, text)
  end

  def test_says_how_far_the_same_code_was_from_itself
    assert_match(/^The same code against itself: at most 0\.3 % apart \(get\)\.$/, text)
  end

  def test_says_where_it_was_measured
    assert_match(/^Debian GNU.*, AMD EPYC, 8GB RAM$/, text)
    assert_match(/^memcached 1\.6\.18, placement one-core$/, text)
    assert_match(/^Note: the machine was busy$/, text)
  end

  def test_ends_with_the_record_and_what_to_run_next
    assert_equal ["Record: a.jsonl\n", "Next: cachemark show a.jsonl\n"],
                 text(record: "a.jsonl", next_steps: ["cachemark show a.jsonl"]).lines.last(2)
  end

  def test_colour_is_a_wish
    refute_match(/\e/, text)
    assert_match(/\e\[31m\+ slower/, text(color: true))
    assert_match(/\e\[32m- faster/, text(color: true))
  end

  def test_several_contenders_have_a_part_each
    verdicts = [MadeVerdicts.slower, MadeVerdicts.slower(contender: "dalli@4.3.10")]

    assert_equal ["dalli@3.2.8 against dalli@2.7.11", "dalli@4.3.10 against dalli@2.7.11"],
                 text(MadeVerdicts.comparison(verdicts: verdicts)).lines(chomp: true).grep(/against dalli/)
  end

  def test_several_metrics_have_a_column
    verdicts = [MadeVerdicts.slower, MadeVerdicts.verdict(label: "get", metric: "allocations", effect: 0.0, interval: [0.0, 0.0],
                                                          costs: [14.0, 14.0], unit: "objects")]

    assert_match(/^get +allocations += same +0\.0 % +14 -> 14 objects/,
                 text(MadeVerdicts.comparison(verdicts: verdicts), width: 120))
  end

  def test_nothing_compared_is_still_a_text
    assert_match(/\ANothing was compared\.$/, text(MadeVerdicts.comparison(verdicts: [], noise: [])))
  end

  private

  def text(comparison = MadeVerdicts.comparison, **page) = Cachemark::Report::Comparison::Terminal.new(comparison, **page).to_s
end
