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

    def test_contenders_and_cases_stand_as_they_were_named
      reversed = { "b" => { "interrupt/kill-in-set" => "PASS", "interrupt/kill-in-get" => "PASS" },
                   "a" => { "interrupt/kill-in-get" => "PASS" } }
      check = MadeCheck.of(reversed, run: { "suite" => { "contenders" => %w[a b] } })

      assert_equal [%w[a interrupt/kill-in-get], %w[b interrupt/kill-in-get], %w[b interrupt/kill-in-set]],
                   check.cases.map { |one| [one.contender, one.case] }
    end

    def test_any_bad_outcome_ends_with_1_and_none_with_0
      %w[CORRUPT FAIL HANG CRASH].each { |outcome| assert_equal 1, code(outcome), outcome }
      %w[PASS NON-STRICT INFO UNSUPPORTED].each { |outcome| assert_equal 0, code(outcome), outcome }
    end

    def test_a_contender_that_was_put_to_no_case_is_no_success
      check = MadeCheck.of(lines: [MadeCheck.line("pylibmc", "key/a", "UNSUPPORTED", absent: true)])

      assert_equal [%w[pylibmc], 3], [check.untried, check.code]
    end

    def test_nothing_is_trusted_where_a_control_was_misjudged
      unseen = [["socket (control)", "socket", "PASS"], ["control,mutant=x (control)", "x", "PASS"]]
      accused = [["socket (control)", "socket", "FAIL"], MadeCheck::RIGHT.last]

      [unseen, accused, []].each do |controls|
        assert_equal [false, 3], MadeCheck.of(BAD, controls: controls).then { |check| [check.trusted?, check.code] }
      end
    end

    def test_of_what_came_to_no_end_no_control_is_doubted_that_had_no_turn
      ["interrupted", "stopped early", nil].each do |ended|
        unseen = [[], [["control,mutant=x (control)", "x", "PASS"]]].map { |own| MadeCheck.of(BAD, ended: ended, controls: own) }
        accused = MadeCheck.of(BAD, ended: ended, controls: [["socket (control)", "socket", "FAIL"]])

        assert_equal [false, false, true], [*unseen, accused].map(&:doubtful?), ended
        assert_equal %w[socket], accused.misjudged.map(&:control)
        assert_equal [[false, 3]] * 3, [*unseen, accused].map { |check| [check.trusted?, check.code] }
      end
    end

    def test_a_mutant_is_caught_by_one_of_the_cases_of_its_fault
      controls = [MadeCheck::RIGHT.first, *%w[PASS HANG].map { |outcome| ["control,mutant=x (control)", "x", outcome] }]

      assert_predicate MadeCheck.of(BAD, controls: controls), :trusted?
    end

    def test_what_was_cut_short_or_could_not_be_examined_says_nothing
      assert_equal 3, MadeCheck.of(ended: "interrupted").code
      assert_equal 3, MadeCheck.of(lines: [{ "type" => "failure", "contender" => "dalli", "reason" => "gone" }]).code
      assert_equal 0, MadeCheck.of.code
    end

    def test_what_a_baseline_knows_fails_no_more
      runs = %w[CORRUPT FAIL].map { |outcome| MadeCheck.knowing({ "interrupt/kill-in-get" => outcome }) }
      codes = runs.map { |run| MadeCheck.of(BAD, run: run).code }

      assert_equal [0, 1], codes
    end

    def test_what_is_worse_than_a_baseline_knows_fails_and_is_not_new
      outcomes = { "interrupt/kill-in-get" => "HANG", "interrupt/kill-in-set" => "FAIL", "key/a" => "FAIL" }
      known = { "interrupt/kill-in-get" => "FAIL", "interrupt/kill-in-set" => "FAIL" }
      check = MadeCheck.of({ "dalli" => outcomes }, run: MadeCheck.knowing(known))

      assert_equal [%w[key/a], [%w[interrupt/kill-in-get FAIL]]],
                   [check.new_bad.map(&:case), check.worse.map { |one, before| [one.case, before] }]
      assert_equal %w[key/a interrupt/kill-in-get], check.failing.map(&:case)
    end

    def test_a_fault_is_told_by_the_record
      check = MadeCheck.of(BAD)

      assert_equal "a worker is killed", check.fault(check.cases.first).title
      assert_nil check.with(faults: {}).fault(check.cases.first).title
    end

    def test_what_was_looked_at_again_is_no_other_case_and_releases_stand_apart
      check = Said::Check.of(MadeCheck.ranged)

      assert_equal check.cases.uniq { |one| [one.contender, one.case] }.size, check.cases.size
      worse = Said::Check.of(MadeCheck.ranged(retested: %w[CORRUPT HANG]))
      assert_equal %w[HANG], worse.cases.select { |one| one.contender == "dalli@1.2" }.map(&:outcome)
      assert_empty check.matrix
    end

    private

    def code(outcome) = MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => outcome } }).code
  end
end
