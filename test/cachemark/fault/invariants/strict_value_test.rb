# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::StrictValueTest < Minitest::Test
    def test_the_call_that_a_wrong_reply_answers_must_see_that_it_is_wrong
      outcome, reason = said(MadeTrial.read("k1", MadeTrial.own("k7"), role: "subject"))

      assert_equal "FAIL", outcome
      assert_match(/\Aget of k1 returned another key's value/, reason)
      assert_nil said(MadeTrial.raised("k1", role: "subject"))
    end

    def test_what_it_leaves_behind_is_told_and_is_the_servers_fault
      outcome, reason = said(MadeTrial.raised("k1", role: "subject"), MadeTrial.read("k2", MadeTrial.own("k1")))

      assert_equal "INFO", outcome
      assert_match(/\Athe server was wrong first: get of k2/, reason)
    end

    private

    def said(*calls) = Fault::Invariants::StrictValue.call(MadeTrial.trial(*calls))
  end
end
