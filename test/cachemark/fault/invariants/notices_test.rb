# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::NoticesTest < Minitest::Test
    def test_an_error_or_a_miss_is_right
      assert_nil said(MadeTrial.raised("k1", role: "subject"))
      assert_nil said(MadeTrial.read("k1", nil, role: "subject"))
      assert_nil Fault::Invariants::Notices.call(MadeTrial.trial(MadeTrial.read("k2", "its value")))
    end

    def test_a_reply_that_was_taken_is_told
      assert_equal ["NON-STRICT", "get took a reply that says that it answers something else"],
                   said(MadeTrial.read("k1", MadeTrial::CANARY.value("k1"), role: "subject"))
      assert_equal "NON-STRICT", said(MadeTrial.read("k1", nil, role: "subject").with(value: true)).first
    end

    private

    def said(call) = Fault::Invariants::Notices.call(MadeTrial.trial(call))
  end
end
