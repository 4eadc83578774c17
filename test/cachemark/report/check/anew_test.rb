# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Check::AnewTest < Minitest::Test
    def test_the_worst_comes_first_and_what_the_case_did_not_come_out_as_says_so
      assert_equal "1 trial that came out HANG and then did not, 5 trials that came out FAIL, " \
                   "2 trials in which the fault never came, 1 trial that could not be prepared",
                   told(["FAIL", { "unprepared" => 1, "FAIL" => 5, "unmet" => 2, "HANG" => 1 }])
      assert_nil told(["FAIL", {}])
      assert_equal "1 trial that came out HANG and then did not", told(["FAIL", { "FAIL" => 5, "HANG" => 1 }], worse: true)
      assert_nil told(["FAIL", { "FAIL" => 5 }], worse: true)
    end

    def test_of_several_cells_the_sum_is_told
      assert_equal "3 trials that came out FAIL and then did not", told(["PASS", { "FAIL" => 1 }], ["PASS", { "FAIL" => 2 }])
    end

    def test_of_a_check_those_are_told_that_looked_worse_than_they_were
      cells = cells(["FAIL", { "FAIL" => 5 }], ["PASS", { "FAIL" => 1, "unmet" => 3 }], ["INFO", { "HANG" => 1, "FAIL" => 1 }])

      assert_equal "made anew: 3 trials of 2 cases that came out HANG or FAIL and then did not (json and html say which)",
                   Report::Check::Anew.note(cells)
      assert_nil Report::Check::Anew.note(cells.first(1))
    end

    private

    def told(*facts, **only) = Report::Check::Anew.told(cells(*facts), **only)

    # Of [outcome, what was set aside] each.
    def cells(*facts)
      facts.map { |outcome, anew| Stats::Check::Outcome.of(MadeCheck.line("dalli", "a/b", outcome, anew: anew)) }
    end
  end
end
