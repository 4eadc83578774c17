# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::BoundedTest < Minitest::Test
    BOUNDS = Catalog::Client::Examination.new(bound_ms: 50, source: "https://example.org")

    def test_a_call_that_takes_much_longer_than_is_documented_fails
      assert_nil said(subject(140), beside(1))
      assert_equal ["FAIL", "get took 400 ms, and its documentation and settings allow 50 ms"], said(subject(400), beside(1))
    end

    def test_so_does_one_before_it_that_may_fail
      tried = subject(400).with(step: { "op" => "get", "key" => "k2", "role" => "tried" })

      assert_equal "FAIL", said(tried, subject(1), beside(1)).first
    end

    def test_a_machine_on_which_every_call_is_slow_is_no_fault
      assert_nil said(subject(400), beside(30))
      assert_equal "FAIL", said(subject(400), MadeTrial.raised("k2")).first
    end

    def test_one_call_that_a_busy_machine_held_up_excuses_nothing
      assert_equal "FAIL", said(subject(400), beside(1), beside(90), beside(1)).first
    end

    def test_of_a_client_that_documents_no_bound_it_is_told_how_long_it_waited
      [nil, Catalog::Client::Examination.new].each do |bounds|
        assert_equal ["INFO", "get took 200 ms, and no bound is documented"], said(subject(200), beside(2), bounds: bounds)
        assert_nil said(subject(90), beside(2), bounds: bounds)
        assert_nil said(subject(200), beside(30), bounds: bounds)
      end
    end

    def test_a_call_that_never_came_back_is_somebody_elses_finding
      assert_nil said(MadeTrial.read("k1", nil, role: "subject").with(ended_ns: nil))
    end

    private

    def subject(millis) = MadeTrial.read("k1", nil, role: "subject").with(ended_ns: millis * 1_000_000)

    def beside(millis) = MadeTrial.read("k2", nil).with(ended_ns: millis * 1_000_000)

    def said(*calls, bounds: BOUNDS) = Fault::Invariants::Bounded.call(MadeTrial.trial(*calls, bounds: bounds))
  end
end
