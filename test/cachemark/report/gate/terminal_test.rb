# frozen_string_literal: true

require "test_helper"

class GateTerminalTest < Minitest::Test
  def test_the_decision_comes_first_then_why
    first, blank, *why = text.lines(chomp: true).first(8)

    assert_equal ["Gate: regression: get costs more, and again with fresh processes", ""], [first, blank]
    assert_includes why, "  a slowdown under 0.8 % in mixed would pass"
  end

  def test_each_verdict_says_what_it_means_to_the_decision
    assert_match(/^get +\+ slower +\+4\.1 % \[3\.6, 4\.7\] +0\.6 % +regression/, text)
    assert_match(/^set +- faster .* passed/, text)
    assert_match(/^multiget +! invalid +invalid +3$/, text)
  end

  def test_fits_every_width
    [80, 120].each { |width| assert_operator text(width: width).lines.map { |line| line.chomp.size }.max, :<=, width }
  end

  def test_the_decision_has_its_colour
    assert_match(/\A\e\[31mGate: regression/, text(color: true))
    assert_match(/\A\e\[32mGate/, text(MadeDecision.of(code: 0), color: true))
    assert_match(/\A\e\[33mGate/, text(MadeDecision.of(code: 3), color: true))
    refute_match(/\e/, text)
  end

  private

  def text(decision = MadeDecision.of, **page) = Cachemark::Report::Gate::Terminal.new(decision, **page).to_s
end
