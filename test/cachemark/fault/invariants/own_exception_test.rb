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
      went_on = MadeTrial.read("k1", MadeTrial.own("k1"), role: "subject", swallowed: true)

      assert_equal ["FAIL", "the interrupt was raised in it, and swallowed"], said(went_on)
    end

    private

    def said(*calls) = Fault::Invariants::OwnException.call(MadeTrial.trial(*calls))
  end
end
