# frozen_string_literal: true

require "test_helper"

class GateGithubTest < Minitest::Test
  def test_one_line_for_each_verdict_that_does_not_pass
    assert_equal %w[notice error warning error], text.lines.map { |line| line[/\A::(\w+)/, 1] }
    assert_equal "::error title=regression%3A dalli@3.2.8 get (wall)::slower, and again with fresh processes: " \
                 "+4.1 %25 [3.6, 4.7] (17.23 -> 17.94 us per call) against dalli@2.7.11\n", text.lines[1]
    assert_match(/\A::error title=invalid%3A dalli@3\.2\.8 multiget \(wall\)::invalid: wrong value for key k1$/, text.lines[3])
  end

  def test_the_decision_with_its_sentences_is_a_notice
    assert_match(/\A::notice title=Cachemark gate::regression: get costs more, and again with fresh processes%0A/, text)
    assert_includes text.lines.first, "%0Aa slowdown under 0.8 %25 in mixed would pass"
  end

  def test_nothing_can_end_a_message_or_begin_a_command
    verdict = MadeVerdicts.invalid(label: "a,b::c", reason: "50 %\r\n::set-env name=x::y")
    comparison = MadeVerdicts.comparison(verdicts: [verdict])
    lines = text(MadeDecision.of(results: ["invalid"], comparison: comparison)).lines

    assert_equal 2, lines.size
    assert_equal "::error title=invalid%3A dalli@3.2.8 a%2Cb%3A%3Ac (wall)::" \
                 "invalid: 50 %25%0D%0A::set-env name=x::y\n", lines.last
  end

  private

  def text(decision = MadeDecision.of) = Cachemark::Report::Gate::GitHub.new(decision).to_s
end
