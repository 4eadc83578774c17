# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::Recovery::RecoversTest < Minitest::Test
    def test_one_failed_call_is_forgiven_and_several_are_not
      fine, bad = MadeTrial.read("k2", MadeTrial.own("k2")), MadeTrial.raised("k3")

      assert_nil said(fine, fine)
      assert_equal ["NON-STRICT", "get of k3 raised SomeError: no (1 of 2 calls after the fault failed)"], said(bad, fine)
      assert_equal ["FAIL", "get of k3 raised SomeError: no (2 of 3 calls after the fault failed)"], said(bad, bad, fine)
    end

    # An error that names another key is evidence of a reply to another request.
    def test_the_reason_keeps_the_message_in_one_short_line_with_the_names_of_the_keys
      key = MadeTrial::CANARY.keys["k1"]
      { "b'#{key}'" => "b'k1'", "down:\n\t a\e[1m" => "down: a [1m", "x" * 90 => "#{"x" * 79}…" }.each do |message, shown|
        assert_equal "get of k2 raised KeyError: #{shown} (1 of 1 calls after the fault failed)",
                     said(MadeTrial.raised("k2", error: "KeyError", message: message)).last
      end
      assert_match(/\Aget of k2 raised KeyError \(/, said(MadeTrial.raised("k2", error: "KeyError", message: "")).last)
    end

    def test_the_call_that_the_fault_struck_may_fail
      assert_nil said(MadeTrial.raised("k1", role: "subject"))
    end

    def test_a_documented_pause_is_reported_and_excused
      bounds = Catalog::Client::CheckSettings.new(down: "it waits for 30 s", source: "https://example.org")
      trial = MadeTrial.trial(MadeTrial.raised("k2"), MadeTrial.raised("k3"), bounds: bounds)

      assert_equal ["INFO", "get of k2 raised SomeError: no (2 of 2 calls after the fault failed): it waits for 30 s",
                    "documented"], judged(trial)
      assert_equal "FAIL", judged(trial.with(harmed: false)).first
    end

    def test_misses_of_existing_keys_to_the_end_are_failures
      probes = %w[k2 k3 k4].map { |name| MadeTrial.read(name, nil) }
      bounds = Catalog::Client::CheckSettings.new(misses: "errors are misses", source: "https://example.org")
      said = lambda do |state, **facts|
        held = { "k2" => "x", "k3" => "x", "k4" => "x", **state }
        judged(MadeTrial.trial(*probes, state: held, **facts))
      end

      assert_equal ["FAIL", "get of k2 missed (3 of 3 calls after the fault failed)"], said.call({}, bounds: bounds)
      assert_equal ["FAIL", "get of k3 missed (2 of 3 calls after the fault failed)"], said.call({ "k2" => nil }, bounds: bounds)
      assert_nil said.call({ "k4" => nil }, bounds: bounds)
      assert_equal ["FAIL", "get of k2 missed (3 of 3 calls after the fault failed)"], said.call({})
    end

    # Which of the keys are on the server that was away is chance: those of another one do not hide its misses.
    def test_misses_to_the_end_count_by_server
      probes = [["k2", nil], ["k4", nil], ["k3", MadeTrial.own("k3")], ["k5", MadeTrial.own("k5")]]
      trial = MadeTrial.trial(*probes.map { |name, value| MadeTrial.read(name, value) },
                              state: %w[k2 k3 k4 k5].to_h { |name| [name, "x"] })

      assert_nil judged(trial)
      assert_equal ["FAIL", "get of k2 missed (2 of 4 calls after the fault failed)"],
                   judged(trial.with(homes: { "k2" => 1, "k3" => 0, "k4" => 1, "k5" => 0 }))
      assert_nil judged(trial.with(homes: { "k2" => 1, "k3" => 1, "k4" => 0, "k5" => 1 }))
    end

    private

    def said(*calls) = judged(MadeTrial.trial(*calls))

    def judged(trial) = MadeTrial.judged(Fault::Invariants::Recovery::Recovers, trial)
  end

  class Fault::Invariants::Recovery::GoesOnTest < Minitest::Test
    def test_failed_calls_count
      bad = MadeTrial.raised("k3")

      assert_equal ["NON-STRICT", "get of k3 raised SomeError: no (1 of 2 calls after the fault failed)"],
                   said(MadeTrial.read("k2", MadeTrial.own("k2")), bad)
      assert_equal ["FAIL", "get of k3 raised SomeError: no (2 of 2 calls after the fault failed)"], said(bad, bad)
    end

    def test_misses_do_not_count
      misses = %w[k2 k3 k4].map { |name| MadeTrial.read(name, nil) }
      trial = MadeTrial.trial(*misses, state: { "k2" => "x", "k3" => "x", "k4" => "x" })

      assert_nil Fault::Invariants::Recovery::GoesOn.call(trial)
      assert_equal "FAIL", Fault::Invariants::Recovery::Recovers.call(trial).outcome
    end

    private

    def said(*calls) = MadeTrial.judged(Fault::Invariants::Recovery::GoesOn, MadeTrial.trial(*calls))
  end

  class Fault::Invariants::Recovery::ResumesTest < Minitest::Test
    def test_one_failed_call_after_a_lost_connection_is_forgiven
      fine, lost = MadeTrial.read("k2", MadeTrial.own("k2")), MadeTrial.raised("k1", role: "subject", error: "EOFError")

      assert_nil said(fine, fine)
      assert_equal ["NON-STRICT", "get of k1 raised EOFError: no (1 of 2 calls after the fault failed)"], said(lost, fine)
      assert_equal ["FAIL", "get of k1 raised EOFError: no (2 of 3 calls after the fault failed)"],
                   said(lost, MadeTrial.raised("k2"), fine)
    end

    def test_tried_calls_may_fail
      assert_nil said(MadeTrial.raised("k1", role: "tried"))
    end

    private

    def said(*calls) = MadeTrial.judged(Fault::Invariants::Recovery::Resumes, MadeTrial.trial(*calls))
  end

  class Fault::Invariants::Recovery::ReturnsTest < Minitest::Test
    def test_only_the_first_call_after_a_pause_may_fail
      bad = MadeTrial.raised("k3").with(began_ns: 0)

      assert_nil said(fine, fine)
      assert_equal ["NON-STRICT", "get of k3 raised SomeError: no (1 of 2 calls failed, 32 s after the fault was over)"],
                   said(bad, fine)
      assert_equal ["FAIL", "get of k3 raised SomeError: no (1 of 2 calls failed, 32 s after the fault was over)"],
                   said(fine, bad)
      assert_equal ["FAIL", "get of k3 raised SomeError: no (2 of 2 calls failed, 32 s after the fault was over)"], said(bad, bad)
    end

    def test_only_a_miss_of_an_existing_key_is_a_failure
      missed = MadeTrial.read("k3", nil)

      assert_equal ["FAIL", "get of k3 missed (1 of 2 calls failed, 32 s after the fault was over)"],
                   said(fine, missed, state: { "k3" => "x" })
      assert_nil said(fine, missed, state: { "k3" => nil })
    end

    def test_a_documented_pause_is_no_excuse_after_a_longer_one
      bounds = Catalog::Client::CheckSettings.new(down: "for 30 s", misses: "errors are misses", source: "https://example.org")
      bad = MadeTrial.raised("k3")

      assert_equal "FAIL", said(bad, bad, bounds: bounds).first
    end

    private

    def fine = MadeTrial.read("k2", MadeTrial.own("k2"))

    # 32 s after the last call that could fail.
    def said(*probes, **facts)
      tried = MadeTrial.raised("k1", role: "tried").with(began_ns: -33_000_000_000, ended_ns: -32_000_000_000)
      MadeTrial.judged(Fault::Invariants::Recovery::Returns, MadeTrial.trial(tried, *probes, **facts))
    end
  end
end
