# frozen_string_literal: true

require "test_helper"

class GateCaseTest < Minitest::Test
  def test_a_message_says_what_was_measured_and_why_that_is_not_enough
    messages = Cachemark::Report::Gate::Case.of(MadeDecision.of).map(&:message)

    assert_match(/\Aslower, and again with fresh processes: \+4\.1 % \[3\.6, 4\.7\] \(17\.23/, messages[0])
    assert_match(/\A-2\.3 % .* against dalli@2\.7\.11\z/, messages[1])
    assert_match(/\Aundecided: .*; the interval is wider than the margin\z/, messages[3])
    assert_equal "invalid: wrong value for key k1", messages[4]
  end

  def test_without_figures_the_reason_stands_alone
    verdict = MadeVerdicts.verdict(verdict: "unresolved", reason: "3 of the 12 pairs that are needed")
    decision = MadeDecision.of(code: 3, results: ["undecided"], comparison: MadeVerdicts.comparison(verdicts: [verdict]))

    assert_equal ["undecided: 3 of the 12 pairs that are needed"],
                 Cachemark::Report::Gate::Case.of(decision).map(&:message)
  end
end
