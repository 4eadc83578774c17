# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Check::OutcomeTest < Minitest::Test
    def test_the_headline_is_a_line_that_a_terminal_can_show
      assert_equal 'NameError: no \x00 here\x1B[2J', headline("NameError: no \0 here\e[2J\n  at x\n")
      assert_equal "grüße", headline("grüße")
      assert_equal "", headline(nil)
    end

    def test_what_the_client_does_not_offer_was_not_tried
      assert_equal [true, false], %w[PASS UNSUPPORTED].map { |outcome| found(outcome: outcome).tried? }
    end

    private

    def headline(reason) = found(reason: reason).headline

    def found(**facts)
      Stats::Check::Outcome.new(case: "a/b", fault: "a/b", contender: "x", mode: "sync", outcome: "FAIL", reason: nil,
                                n: 1, **facts)
    end
  end
end
