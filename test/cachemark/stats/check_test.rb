# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::CheckTest < Minitest::Test
    BAD = { "dalli" => { "interrupt/kill-in-get" => "CORRUPT", "interrupt/kill-in-set" => "PASS" } }.freeze

    def test_the_controls_are_no_cases
      check = MadeCheck.of(BAD)

      assert_equal %w[dalli], check.contenders
      assert_equal [%w[socket passes], %w[x caught]], check.controls.map { |one| [one.control, one.expected] }
    end

    def test_any_bad_outcome_ends_with_1_and_none_with_0
      %w[CORRUPT FAIL HANG CRASH].each { |outcome| assert_equal 1, code(outcome), outcome }
      %w[PASS NON-STRICT INFO UNSUPPORTED].each { |outcome| assert_equal 0, code(outcome), outcome }
    end

    def test_nothing_is_trusted_where_a_control_was_misjudged
      unseen = [["socket (control)", "socket", "PASS"], ["control,flaw=x (control)", "x", "PASS"]]
      accused = [["socket (control)", "socket", "FAIL"], MadeCheck::RIGHT.last]

      [unseen, accused, []].each do |controls|
        assert_equal [false, 3], MadeCheck.of(BAD, controls: controls).then { |check| [check.trusted?, check.code] }
      end
    end

    def test_a_flaw_is_caught_by_one_of_the_cases_of_its_situation
      controls = [MadeCheck::RIGHT.first, ["control,flaw=x (control)", "x", "PASS"], ["control,flaw=x (control)", "x", "HANG"]]

      assert_predicate MadeCheck.of(BAD, controls: controls), :trusted?
    end

    def test_what_was_cut_short_or_could_not_be_examined_says_nothing
      assert_equal 3, MadeCheck.of(ended: "interrupted").code
      assert_equal 3, MadeCheck.of(failures: [{ "type" => "failure", "contender" => "dalli", "reason" => "gone" }]).code
      assert_equal 0, MadeCheck.of.code
    end

    private

    def code(outcome) = MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => outcome } }).code
  end
end
