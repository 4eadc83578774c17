# frozen_string_literal: true

require "test_helper"

require "rexml/document"

class GateJunitTest < Minitest::Test
  def test_counts_what_became_of_each_verdict
    suite = suite(MadeDecision.of)

    assert_equal %w[5 1 1 1 2026-11-21T10:00:00],
                 %w[tests failures errors skipped timestamp].map { |name| suite.attributes[name] }
  end

  def test_a_case_per_cell_and_metric
    cases = suite(MadeDecision.of).get_elements("testcase")

    assert_equal "dalli@3.2.8: get (wall)", cases.first.attributes["name"]
    assert_equal [["failure"], [], [], ["skipped"], ["error"]], cases.map { |one| one.elements.map(&:name) }
    assert_match(/\Aslower, and again.*\+4\.1 % \[3\.6, 4\.7\]/, cases.first.elements["failure"].attributes["message"])
    assert_equal "invalid: wrong value for key k1", cases.last.elements["error"].attributes["message"]
  end

  def test_says_the_sentences
    assert_includes suite(MadeDecision.of).elements["system-out"].text, "a slowdown under 0.8 % in mixed would pass"
  end

  def test_is_well_formed_whatever_a_reason_holds
    verdict = MadeVerdicts.invalid(reason: "<a href=\"x\">&'\u0000\u001b[31m\n]]> \xff".dup.force_encoding("UTF-8"))
    comparison = MadeVerdicts.comparison(verdicts: [verdict])
    decision = MadeDecision.of(results: ["invalid"], comparison: comparison)
    message = suite(decision).elements["testcase/error"].attributes["message"]

    assert_equal "invalid: <a href=\"x\">&'??[31m\n]]> ?", message
  end

  private

  def suite(decision) = REXML::Document.new(Cachemark::Report::Gate::JUnit.new(decision).to_s).root.elements["testsuite"]
end
