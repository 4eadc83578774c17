# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::ResumesTest < Minitest::Test
    def test_one_call_may_find_out_that_the_connection_is_gone
      fine, lost = MadeTrial.read("k2", MadeTrial.own("k2")), MadeTrial.raised("k1", role: "subject", error: "EOFError")

      assert_nil said(fine, fine)
      assert_equal ["NON-STRICT", "1 of 2 calls after it failed: EOFError"], said(lost, fine)
      assert_equal ["FAIL", "2 of 3 calls after it failed: EOFError"], said(lost, MadeTrial.raised("k2"), fine)
    end

    def test_calls_that_are_only_tried_may_fail
      assert_nil said(MadeTrial.raised("k1", role: "tried"))
    end

    private

    def said(*calls) = Fault::Invariants::Resumes.call(MadeTrial.trial(*calls))
  end
end
