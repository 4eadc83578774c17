# frozen_string_literal: true

require "test_helper"
require "rexml/document"

module Cachemark
  class Report::JUnitTest < Minitest::Test
    BAD = "<a href=\"x\">&'\u0000\u001b[31m\n]]> \xff".dup.force_encoding("UTF-8").freeze
    READ = "<a href=\"x\">&'??[31m\n]]> ?"

    def test_any_text_can_be_read_back
      suite = suite(test(state: "failure", type: "x", message: BAD, text: BAD), output: BAD)

      assert_equal READ, suite.elements["testcase/failure"].attributes["message"]
      assert_equal [READ, READ], [suite.elements["testcase/failure"], suite.elements["system-out"]].map(&:text)
    end

    def test_a_suite_counts_its_cases
      cases = [nil, *%w[failure] * 2, *%w[error] * 3, *%w[skipped] * 4].map { |state| test(state: state, inline: true) }
      suite = suite(*cases)

      assert_equal %w[10 2 3 4], %w[tests failures errors skipped].map { |name| suite.attributes[name] }
      assert_nil suite(test, skips: false).attributes["skipped"]
    end

    private

    def test(**members) = Report::JUnit::Case.new(group: "g", name: "n", **members)

    def suite(*cases, **members)
      suite = Report::JUnit::Suite.new(name: "s", cases: cases, **members)
      REXML::Document.new(Report::JUnit.new([suite]).to_s).root.elements["testsuite"]
    end
  end
end
