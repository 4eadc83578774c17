# frozen_string_literal: true

require "test_helper"

class VerdictsTest < Minitest::Test
  Verdicts = Cachemark::Report::Verdicts

  def test_a_section_per_contender
    verdicts = [MadeVerdicts.slower, MadeVerdicts.faster, MadeVerdicts.slower(contender: "b")]

    assert_equal [["dalli@3.2.8 against dalli@2.7.11", 2], ["b against dalli@2.7.11", 1]],
                 Verdicts.sections(verdicts).map { |section| [section.heading, section.rows.size] }
    assert_equal ["a against itself"], Verdicts.sections([MadeVerdicts.slower(contender: "a", baseline: "a")]).map(&:heading)
  end

  def test_the_reason_is_the_first_footnote
    verdict = MadeVerdicts.invalid(footnotes: ["ttl 604800"])

    assert_equal ["invalid: wrong value for key k1", "ttl 604800"], Verdicts.footnotes([verdict]).sentences
  end

  def test_what_holds_for_all_of_three_is_said_once
    verdicts = %w[a b c].map { |scenario| MadeVerdicts.verdict(scenario: scenario, reason: "fewer than 12 pairs") }

    assert_equal ["same: fewer than 12 pairs"], Verdicts.footnotes(verdicts).common
  end
end
