# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::RecoversTest < Minitest::Test
    def test_one_failed_call_is_forgiven_and_more_are_not
      fine, bad = MadeTrial.read("k2", MadeTrial.own("k2")), MadeTrial.raised("k3")

      assert_nil said(fine, fine)
      assert_equal ["NON-STRICT", "1 of 2 calls after it failed: SomeError"], said(bad, fine)
      assert_equal ["FAIL", "2 of 3 calls after it failed: SomeError"], said(bad, bad, fine)
    end

    def test_the_call_that_the_fault_struck_may_fail
      assert_nil said(MadeTrial.raised("k1", role: "subject"))
    end

    def test_a_documented_pause_is_told_and_not_held_against_the_client
      bounds = Catalog::Client::Examination.new(down: "it waits for 30 s", source: "https://example.org")
      trial = MadeTrial.trial(MadeTrial.raised("k2"), MadeTrial.raised("k3"), bounds: bounds)

      assert_equal ["INFO", "2 of 2 calls after it failed: SomeError: it waits for 30 s"], Fault::Invariants::Recovers.call(trial)
      assert_equal "FAIL", Fault::Invariants::Recovers.call(trial.with(harmed: false)).first
    end

    def test_who_tells_failures_as_misses_fails_where_the_keys_are_there_to_the_end
      probes = %w[k2 k3 k4].map { |name| MadeTrial.read(name, nil) }
      bounds = Catalog::Client::Examination.new(misses: "errors are misses", source: "https://example.org")
      said = lambda do |state, **facts|
        held = { "k2" => "x", "k3" => "x", "k4" => "x", **state }
        Fault::Invariants::Recovers.call(MadeTrial.trial(*probes, state: held, **facts))
      end

      assert_equal ["FAIL", "3 of 3 calls after it failed: a miss"], said.call({}, bounds: bounds)
      assert_equal ["FAIL", "2 of 3 calls after it failed: a miss"], said.call({ "k2" => nil }, bounds: bounds)
      assert_nil said.call({ "k4" => nil }, bounds: bounds)
      assert_equal ["FAIL", "3 of 3 calls after it failed: a miss"], said.call({})
    end

    # Which of the keys are on the server that was away is chance: those of another one do not hide its misses.
    def test_misses_to_the_end_are_told_of_each_server
      probes = [["k2", nil], ["k4", nil], ["k3", MadeTrial.own("k3")], ["k5", MadeTrial.own("k5")]]
      trial = MadeTrial.trial(*probes.map { |name, value| MadeTrial.read(name, value) },
                              state: %w[k2 k3 k4 k5].to_h { |name| [name, "x"] })

      assert_nil Fault::Invariants::Recovers.call(trial)
      assert_equal ["FAIL", "2 of 4 calls after it failed: a miss"],
                   Fault::Invariants::Recovers.call(trial.with(homes: { "k2" => 1, "k3" => 0, "k4" => 1, "k5" => 0 }))
      assert_nil Fault::Invariants::Recovers.call(trial.with(homes: { "k2" => 1, "k3" => 1, "k4" => 0, "k5" => 1 }))
    end

    private

    def said(*calls) = Fault::Invariants::Recovers.call(MadeTrial.trial(*calls))
  end
end
