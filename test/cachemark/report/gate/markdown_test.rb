# frozen_string_literal: true

require "test_helper"

class GateMarkdownTest < Minitest::Test
  def test_the_decision_is_the_title
    { 0 => "no regression", 1 => "regression", 3 => "undecided" }.each do |code, title|
      assert_match(/\A## Cachemark gate: #{title}\n\n\*\*regression: get costs more/, text(MadeDecision.of(code: code)))
    end
  end

  def test_the_table_says_what_each_verdict_means
    assert_includes text, "| get | **regression** | **slower** | +4.1 %"
    assert_includes text, "| mixed | passed | same |"
    assert_equal [9], text.lines.grep(/\A\|/).map { |row| row.count("|") }.uniq
  end

  def test_what_could_have_passed_is_said
    assert_match(/^- a slowdown under 0\.8 % in mixed would pass$/, text)
  end

  def test_many_sentences_unfold
    many = MadeVerdicts.comparison(verdicts: (1..9).map { |at| MadeVerdicts.same(label: "s#{at}") })
    text = text(MadeDecision.of(code: 0, results: %w[passed] * 9, comparison: many))

    assert_match(%r{<summary>Why, and what could have passed unseen</summary>\n\n- a slowdown under 0\.8 % in s1 }, text)
  end

  private

  def text(decision = MadeDecision.of) = Cachemark::Report::Gate::Markdown.new(decision).to_s
end
