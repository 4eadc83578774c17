# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Check::RemarkTest < Minitest::Test
    def test_a_fault_says_what_most_of_its_cases_say
      remarks = remarks(["a/x-1", "a/x", "INFO", "took 1 ms"], ["a/x-2", "a/x", "INFO", "raised"],
                        ["a/x-3", "a/x", "INFO", "took 2 ms"], ["a/y", "a/y", "INFO", "raised"])

      assert_equal [["a/x", "3 cases: took 1 ms, and 1 other reason"], ["a/y", "raised"]], remarks.first.rows
    end

    def test_the_worse_outcome_comes_first_and_each_contender_for_itself
      remarks = remarks(["a/x", "a/x", "INFO", "r"], ["a/y", "a/y", "NON-STRICT", "r"], ["a/z", "a/z", "INFO", "r", "socket"])

      assert_equal [%w[NON-STRICT dalli], %w[INFO dalli], %w[INFO socket]], remarks.map { |one| [one.outcome, one.contender] }
    end

    def test_its_peers_are_those_of_all_its_cases
      line = MadeCheck.line("dalli", "placement/others", "INFO", peers: %w[socket])

      assert_equal %w[socket], Report::Check::Remark.all([Stats::Check::Outcome.of(line)]).first.peers
    end

    def test_it_is_repeated_by_exactly_its_cases_as_long_as_a_command_holds_them
      few = remarks(["a/x-1", "a/x", "INFO", "r"], ["a/x-3", "a/x", "INFO", "r"], ["a/y", "a/y", "INFO", "r"]).first
      many = remarks(*(1..80).map { |at| ["a/x-#{at}", "a/x", "INFO", "r"] }, ["a/y", "a/y", "INFO", "r"]).first

      assert_equal ["{a/x-1,a/x-3,a/y}", "{a/x,a/y}*", "a/y"],
                   [few.pattern, many.pattern, remarks(["a/y", "a/y", "INFO", "r"]).first.pattern]
    end

    def test_its_command_is_no_longer_than_can_be_read
      sizes = (1..80).map do |size|
        one = remarks(*(1..size).map { |at| ["a/x-#{at}", "a/x", "INFO", "r"] }).first
        Report::Check.replay(MadeCheck.of(run: { "seed" => 2**31 }), one, one.pattern).size
      end

      assert_includes 390..400, sizes.max
    end

    private

    def remarks(*cases)
      Report::Check::Remark.all(cases.map do |id, fault, outcome, reason, contender = "dalli"|
        Stats::Check::Outcome.of(MadeCheck.line(contender, id, outcome, fault: fault, reason: reason))
      end)
    end
  end
end
