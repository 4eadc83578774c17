# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::Calls::SucceedsTest < Minitest::Test
    def test_a_call_that_raises_fails
      trial = MadeTrial.trial(MadeTrial.raised("k1", role: "subject"))

      assert_equal ["FAIL", "get failed: SomeError: no"], MadeTrial.judged(Fault::Invariants::Calls::Succeeds, trial)
    end

    def test_a_call_that_works_succeeds
      assert_nil MadeTrial.judged(Fault::Invariants::Calls::Succeeds, MadeTrial.trial(MadeTrial.read("k1", nil, role: "subject")))
      assert_nil MadeTrial.judged(Fault::Invariants::Calls::Succeeds, MadeTrial.trial(MadeTrial.raised("k2")))
    end
  end

  class Fault::Invariants::Calls::BoundedTest < Minitest::Test
    BOUNDS = Catalog::Client::CheckSettings.new(bound_ms: 50, source: "https://example.org")

    def test_a_call_that_takes_much_longer_than_documented_fails
      assert_nil said(subject(140), probe(1))
      assert_equal ["FAIL", "get took 400 ms, and its documentation and settings allow 50 ms"], said(subject(400), probe(1))
    end

    def test_a_slow_tried_call_fails_too
      tried = subject(400).with(step: { "op" => "get", "key" => "k2", "role" => "tried" })

      assert_equal "FAIL", said(tried, subject(1), probe(1)).first
    end

    def test_a_machine_on_which_every_call_is_slow_is_excused
      assert_nil said(subject(400), probe(30))
      assert_equal "FAIL", said(subject(400), MadeTrial.raised("k2")).first
    end

    def test_one_slow_probe_excuses_nothing
      assert_equal "FAIL", said(subject(400), probe(1), probe(90), probe(1)).first
    end

    def test_without_a_documented_limit_the_waiting_time_is_reported
      [nil, Catalog::Client::CheckSettings.new].each do |bounds|
        assert_equal ["INFO", "get took 200 ms, and no limit is documented"], said(subject(200), probe(2), bounds: bounds)
        assert_nil said(subject(90), probe(2), bounds: bounds)
        assert_nil said(subject(200), probe(30), bounds: bounds)
      end
    end

    def test_a_call_that_never_returned_is_not_judged
      assert_nil said(MadeTrial.read("k1", nil, role: "subject").with(ended_ns: nil))
    end

    private

    def subject(millis) = MadeTrial.read("k1", nil, role: "subject").with(ended_ns: millis * 1_000_000)

    def probe(millis) = MadeTrial.read("k2", nil).with(ended_ns: millis * 1_000_000)

    def said(*calls, bounds: BOUNDS)
      MadeTrial.judged(Fault::Invariants::Calls::Bounded, MadeTrial.trial(*calls, bounds: bounds))
    end
  end

  class Fault::Invariants::Calls::WholeDeadlineTest < Minitest::Test
    def test_a_timeout_per_read_is_reported_and_excused
      assert_nil said(100)
      assert_equal ["INFO", "get took 900 ms, and its documentation and settings allow 50 ms: its timeout applies to each read"],
                   said(900)
      assert_equal ["INFO", "get took 900 ms, and no limit is documented"], said(900, bound_ms: nil)
    end

    private

    def said(millis, bound_ms: 50)
      subject = MadeTrial.read("k1", nil, role: "subject").with(ended_ns: millis * 1_000_000)
      bounds = Catalog::Client::CheckSettings.new(bound_ms: bound_ms, source: "https://example.org")
      MadeTrial.judged(Fault::Invariants::Calls::WholeDeadline, MadeTrial.trial(subject, bounds: bounds))
    end
  end

  class Fault::Invariants::Calls::OwnExceptionTest < Minitest::Test
    def test_an_interrupt_must_surface_unchanged
      assert_nil said(MadeTrial.raised("k1", role: "subject", injected: true))
      assert_equal ["NON-STRICT", "the interrupt surfaced as Dalli::NetworkError"],
                   said(MadeTrial.raised("k1", role: "subject", error: "Dalli::NetworkError"))
    end

    def test_a_call_that_was_faster_than_the_interrupt_passes
      assert_nil said(MadeTrial.read("k1", MadeTrial.own("k1"), role: "subject"))
      assert_nil said(MadeTrial.raised("k2"))
    end

    def test_a_call_that_returned_has_swallowed_the_interrupt
      went_on = MadeTrial.read("k1", MadeTrial.own("k1"), role: "subject", swallowed: true)

      assert_equal ["FAIL", "the interrupt was raised inside the call, and swallowed"], said(went_on)
    end

    private

    def said(*calls) = MadeTrial.judged(Fault::Invariants::Calls::OwnException, MadeTrial.trial(*calls))
  end

  class Fault::Invariants::Calls::TypedErrorTest < Minitest::Test
    def test_a_refusal_with_the_clients_own_error_is_right
      assert_nil said("ArgumentError")
      assert_nil said("Memcached::ABadKeyWasProvidedOrCharactersOutOfRange")
      assert_nil MadeTrial.judged(Fault::Invariants::Calls::TypedError, MadeTrial.trial(MadeTrial.read("k1", nil)))
    end

    def test_failing_over_the_argument_is_reported
      assert_equal ["NON-STRICT", "set failed over it: NoMethodError: no"], said("NoMethodError")
      assert_equal ["NON-STRICT", "set failed over it: Encoding::CompatibilityError: no"], said("Encoding::CompatibilityError")
    end

    private

    def said(error)
      call = MadeTrial.raised("odd", op: "set", role: "tried", error: error)
      MadeTrial.judged(Fault::Invariants::Calls::TypedError, MadeTrial.trial(call))
    end
  end
end
