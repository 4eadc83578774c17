# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::GoesOnTest < Minitest::Test
    def test_calls_that_fail_are_held_against_a_client_as_anywhere
      bad = MadeTrial.raised("k3")

      assert_equal ["NON-STRICT", "1 of 2 calls after it failed: SomeError"], said(MadeTrial.read("k2", MadeTrial.own("k2")), bad)
      assert_equal ["FAIL", "2 of 2 calls after it failed: SomeError"], said(bad, bad)
    end

    def test_what_they_return_is_not_its_business
      misses = %w[k2 k3 k4].map { |name| MadeTrial.read(name, nil) }
      trial = MadeTrial.trial(*misses, state: { "k2" => "x", "k3" => "x", "k4" => "x" })

      assert_equal [nil, "FAIL"], [Fault::Invariants::GoesOn.call(trial), Fault::Invariants::Recovers.call(trial).first]
    end

    private

    def said(*calls) = Fault::Invariants::GoesOn.call(MadeTrial.trial(*calls))
  end
end
