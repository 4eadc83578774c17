# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::UnaskedReplyTest < Minitest::Test
    def test_the_call_that_it_comes_with_is_judged_as_of_any_wrong_reply
      assert_equal "FAIL", said(MadeTrial.read("k1", MadeTrial.own("k7"), role: "subject")).first
      assert_equal "NON-STRICT", said(MadeTrial.read("k1", nil, role: "subject"), MadeTrial.read("k2", MadeTrial.own("k1"))).first
      assert_nil said(MadeTrial.raised("k1", role: "subject"))
    end

    def test_what_it_leaves_behind_is_told_and_is_the_servers_fault
      outcome, reason = said(MadeTrial.raised("k1", role: "subject"), MadeTrial.read("k2", MadeTrial.own("k1")))

      assert_equal "INFO", outcome
      assert_match(/\Athe server was wrong first: get of k2/, reason)
    end

    private

    def said(*calls) = Fault::Invariants::UnaskedReply.call(MadeTrial.trial(*calls))
  end
end
