# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::OwnExceptionTest < Minitest::Test
    def test_an_interrupt_must_come_out_as_it_was_raised
      assert_nil said(MadeTrial.raised("k1", role: "subject", injected: true))
      assert_equal ["NON-STRICT", "the interrupt came out as Dalli::NetworkError"],
                   said(MadeTrial.raised("k1", role: "subject", error: "Dalli::NetworkError"))
    end

    def test_a_call_that_was_quicker_says_nothing
      assert_nil said(MadeTrial.read("k1", MadeTrial.own("k1"), role: "subject"))
      assert_nil said(MadeTrial.raised("k2"))
    end

    def test_a_call_that_went_on_has_swallowed_the_interrupt
      assert_equal ["FAIL", "the interrupt came after 30 ms, and the call swallowed it"], said(interrupted(ended_ns: 31_000_000))
      assert_nil said(interrupted(ended_ns: 29_000_000))
    end

    private

    def interrupted(ended_ns:)
      call = MadeTrial.read("k1", MadeTrial.own("k1"), role: "subject").with(ended_ns: ended_ns)
      call.with(step: call.step.merge("interrupt" => { "by" => "raise_in", "after_ms" => 30 }))
    end

    def said(*calls) = Fault::Invariants::OwnException.call(MadeTrial.trial(*calls))
  end
end
