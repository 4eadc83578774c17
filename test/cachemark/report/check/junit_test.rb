# frozen_string_literal: true

require "test_helper"
require "rexml/document"

module Cachemark
  class Report::Check::JUnitTest < Minitest::Test
    FOUND = { "dalli" => { "interrupt/kill-in-get" => "CORRUPT", "interrupt/kill-in-set" => "FAIL", "key/a" => "UNSUPPORTED",
                           "key/b" => "PASS" } }.freeze

    def test_what_is_bad_fails_and_what_is_unsupported_is_skipped
      suite = suites(MadeCheck.of(FOUND)).first

      assert_equal ["cachemark check dalli", "4", "2", "1"], %w[name tests failures skipped].map { |name| suite.attributes[name] }
      assert_equal [["failure"], ["failure"], ["skipped"], []],
                   suite.get_elements("testcase").map { |one| one.elements.map(&:name) }
      assert_match(/--case interrupt\/kill-in-get --seed 7/, suite.elements["testcase/failure"].text)
    end

    def test_what_a_baseline_knows_is_skipped
      suite = suites(MadeCheck.of(FOUND, run: MadeCheck.knowing({ "interrupt/kill-in-set" => "FAIL" }))).first

      assert_equal %w[1 2], %w[failures skipped].map { |name| suite.attributes[name] }
      assert_match(/; known before\z/, suite.elements["testcase[2]/skipped"].attributes["message"])
    end

    def test_what_is_worse_than_that_fails_and_says_so
      suite = suites(MadeCheck.of(FOUND, run: MadeCheck.knowing({ "interrupt/kill-in-get" => "HANG" }))).first

      assert_equal "2", suite.attributes["failures"]
      assert_match(/\ACORRUPT: .*; was HANG\z/, suite.elements["testcase/failure"].attributes["message"])
    end

    def test_a_misjudged_control_is_an_error
      suites = suites(MadeCheck.of(FOUND, controls: [["socket (control)", "socket", "FAIL"]]))

      assert_match(/must pass in interrupt\/kill/, suites.last.elements["testcase/error"].attributes["message"])
    end

    def test_what_could_not_be_examined_is_an_error
      absent = MadeCheck.line("pylibmc", "key/a", "UNSUPPORTED", absent: true)
      lost = { "type" => "failure", "contender" => "dalli", "reason" => "key/b: the driver died" }
      suite = suites(MadeCheck.of(lines: [absent, lost], ended: "interrupted")).last

      assert_equal ["dalli: key/b: the driver died", "pylibmc was put to no case", "the check was interrupted"],
                   suite.get_elements("testcase/error").map { |one| one.attributes["message"] }
      assert_equal "3", suite.attributes["errors"]
    end

    def test_a_check_that_was_killed_is_an_error_and_no_control_of_it
      suites = suites(MadeCheck.of(ended: nil, controls: []))

      assert_equal ["the check did not come to its end"],
                   suites.flat_map { |one| one.get_elements("testcase/error") }.map { |one| one.attributes["message"] }
    end

    private

    def suites(check) = REXML::Document.new(Report::Check::JUnit.new(check).to_s).root.get_elements("testsuite")
  end
end
