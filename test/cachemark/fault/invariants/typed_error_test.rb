# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::TypedErrorTest < Minitest::Test
    def test_a_refusal_in_the_clients_own_words_is_right
      assert_nil said("ArgumentError")
      assert_nil said("Memcached::ABadKeyWasProvidedOrCharactersOutOfRange")
      assert_nil Fault::Invariants::TypedError.call(MadeTrial.trial(MadeTrial.read("k1", nil)))
    end

    def test_failing_over_it_is_told
      assert_equal ["NON-STRICT", "set failed over it: NoMethodError: no"], said("NoMethodError")
      assert_equal ["NON-STRICT", "set failed over it: Encoding::CompatibilityError: no"], said("Encoding::CompatibilityError")
    end

    private

    def said(error)
      Fault::Invariants::TypedError.call(MadeTrial.trial(MadeTrial.raised("odd", op: "set", role: "tried", error: error)))
    end
  end
end
