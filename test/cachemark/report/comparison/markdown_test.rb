# frozen_string_literal: true

require "test_helper"

class ComparisonMarkdownTest < Minitest::Test
  def test_summary_then_a_table_per_contender
    assert_match(/\A## Cachemark\n\n\*\*dalli@3\.2\.8 is 4\.1 % slower.*\*\*\n\n### dalli@3\.2\.8 against/, text)
    assert_includes text, "| get | **slower** | +4.1 % \\[3.6, 4.7\\] | 0.6 % | 17.23 -\\> 17.94 us | 24 | |\n"
  end

  def test_every_line_of_a_table_has_the_same_cells
    assert_equal [8], text.lines.grep(/\A\|/).map { |row| row.count("|") }.uniq
  end

  def test_reasons_are_footnotes
    assert_match(/^\| multiget \| \*\*invalid\*\* .*\| 3 \|$/, text)
    assert_match(/^3\. invalid: wrong value for key k1$/, text)
  end

  def test_details_are_there_to_unfold
    assert_equal [2, 2], [text.scan("<details><summary>").size, text.scan("</details>").size]
    assert_match(/^- a slowdown under 0\.8 % in mixed would pass$/, text)
    assert_match(/^- nothing is known of multiget: wrong value for key k1$/, text)
    assert_match(/^- memcached 1\.6\.18, placement one-core$/, text)
  end

  def test_what_was_slower_or_faster_was_seen
    refute_match(/in (get|set) would pass/, text)
  end

  def test_markup_in_reasons_is_text
    verdicts = [MadeVerdicts.invalid(reason: "got <b>|x|\nand more")]

    assert_includes text(MadeVerdicts.comparison(verdicts: verdicts)), "1. invalid: got \\<b\\>\\|x\\| and more"
  end

  private

  def text(comparison = MadeVerdicts.comparison) = Cachemark::Report::Comparison::Markdown.new(comparison).to_s
end
