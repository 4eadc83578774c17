# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::SucceedsTest < Minitest::Test
    def test_what_a_client_may_bear_must_not_fail
      trial = MadeTrial.trial(MadeTrial.raised("k1", role: "subject"))

      assert_equal ["FAIL", "get failed: SomeError: no"], Fault::Invariants::Succeeds.call(trial)
    end

    def test_a_call_that_works_succeeds
      assert_nil Fault::Invariants::Succeeds.call(MadeTrial.trial(MadeTrial.read("k1", nil, role: "subject")))
      assert_nil Fault::Invariants::Succeeds.call(MadeTrial.trial(MadeTrial.raised("k2")))
    end
  end
end
