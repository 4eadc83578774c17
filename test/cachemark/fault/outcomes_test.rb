# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::OutcomesTest < Minitest::Test
    GOOD = MadeTrial.trial(MadeTrial.read("k2", MadeTrial.own("k2")))
    MISSED = MadeTrial.trial(MadeTrial.read("k2", nil))
    WRONG = MadeTrial.trial(MadeTrial.read("k2", MadeTrial.own("k1")))

    def test_a_single_wrong_trial_decides
      finding = judge([GOOD, MISSED, WRONG, WRONG])

      assert_equal ["CORRUPT", 4, 2], [finding.outcome, finding.n, finding.times]
      assert_same WRONG, finding.trial
      assert_match(/another key's value/, finding.reason)
    end

    def test_the_reason_says_how_often_a_server_without_an_answer_was_asked
      reasons = [nil, 50].map { |rate| judge([MISSED.with(unanswered_per_s: rate)]).reason }

      assert_equal "#{reasons.first} (unanswered requests a second: 50)", reasons.last
      assert_nil judge([GOOD.with(unanswered_per_s: 50)]).reason
    end

    def test_a_bad_outcome_of_a_busy_machine_wavers_if_another_trial_went_better
      failed, good = MadeTrial.trial(MadeTrial.raised("k2"), MadeTrial.raised("k3")), GOOD
      results = { [[failed, good], {}] => true, [[failed, failed], {}] => false, [[failed], { "NON-STRICT" => 1 }] => true,
                  [[failed], { "FAIL" => 5, "unprepared" => 1 }] => false, [[WRONG, good], {}] => false, [[good], {}] => false }

      results.each do |(trials, discarded), wavers|
        outcomes = outcomes(%w[own-value recovers])
        assert_equal wavers, outcomes.wavering?(outcomes.result(trials).with(discarded: discarded)), trials.size
      end
      refute outcomes(%w[recovers]).wavering?(Fault::Outcomes.untried("FAIL", "it could not write"))
    end

    def test_a_result_in_place_of_another_counts_its_trials_as_discarded
      earlier = judge([MISSED, GOOD]).with(discarded: { "NON-STRICT" => 2 })

      assert_equal({ "NON-STRICT" => 2, earlier.outcome => 1 }, judge([GOOD]).in_place_of(earlier).discarded)
      assert_equal({ "PASS" => 1 }, judge([GOOD]).in_place_of(judge([GOOD])).discarded)
    end

    def test_trials_without_a_violation_pass
      finding = judge([GOOD, GOOD])

      assert_equal ["PASS", nil, 2, 2], [finding.outcome, finding.reason, finding.n, finding.times]
    end

    def test_the_worst_of_several_invariants_counts
      trial = MadeTrial.trial(MadeTrial.raised("k2"), MadeTrial.read("k3", nil))

      assert_equal "FAIL", judge([trial], judges: %w[recovers own-value]).outcome
      assert_equal "NON-STRICT", judge([trial], judges: %w[recovers]).outcome
    end

    # A busy server is a fact, and a documented miss would be a failure elsewhere.
    def test_a_documented_failure_outranks_a_fact
      bounds = Catalog::Client::CheckSettings.new(misses: "errors are misses")
      slow = MadeTrial.read("k1", MadeTrial.own("k1"), role: "subject").with(ended_ns: 10**9)
      fact = MadeTrial.trial(slow, bounds: bounds)
      excused = MadeTrial.trial(slow, MadeTrial.read("k2", nil), bounds: bounds)
      judged = ->(*trials) { judge(trials, judges: %w[bounded own-value]).to_h.values_at(:outcome, :because, :times) }

      assert_equal ["INFO", nil, 1], judged.call(fact)
      assert_equal ["INFO", "documented", 2], judged.call(fact, excused)
      assert_equal ["CORRUPT", nil, 1], judged.call(excused, WRONG)
      assert_equal ["FAIL", nil, 1], judged.call(excused, MISSED)
      assert_same excused, judge([fact, excused], judges: %w[bounded own-value]).trial
    end

    def test_every_fault_includes_the_invariant_lives
      assert_equal "HANG", judge([GOOD.with(ending: "hung")], judges: ["own-value"]).outcome
    end

    def test_simultaneous_calls_are_never_doubted
      failed = MadeTrial.trial(MadeTrial.raised("k2"), MadeTrial.raised("k3"))
      doubtful = lambda do |**facts|
        Fault::Outcomes.new(MadeTrial.fault(judges: ["recovers"], **facts)).doubtful?(failed)
      end

      assert doubtful.call
      refute doubtful.call(steps: [{ "together" => { "by" => "threads", "lanes" => 2, "times" => 1 } }])
    end

    def test_what_a_server_holds_is_not_doubted
      step = { "op" => "incr", "key" => "c1", "role" => "subject" }
      twice = Fault::Trial::Call.new(step: step, type: "ok", value: 6, began_ns: 0, ended_ns: 900_000_000)
      trial = MadeTrial.trial(twice, state: { "c1" => "6" })

      refute Fault::Outcomes.new(MadeTrial.fault(judges: ["applied-once"])).doubtful?(trial)
    end

    def test_a_reply_that_dripped_for_longer_than_the_limit_is_not_doubted_and_a_timeout_is
      doubtful = lambda do |*calls|
        trial = MadeTrial.trial(*calls).with(bounds: Catalog::Client::CheckSettings.new(bound_ms: 50))
        Fault::Outcomes.new(MadeTrial.fault(judges: ["whole-deadline"])).doubtful?(trial)
      end

      refute doubtful.call(MadeTrial.read("k1", nil, role: "subject").with(ended_ns: 900_000_000))
      assert doubtful.call(MadeTrial.raised("k1", role: "subject").with(ended_ns: 900_000_000))
    end

    private

    def judge(trials, judges: ["own-value"]) = outcomes(judges).result(trials)

    def outcomes(judges) = Fault::Outcomes.new(MadeTrial.fault(judges: judges))
  end

  class Fault::InvariantsTest < Minitest::Test
    def test_every_invariant_holds_where_every_call_works
      state = { **Fault::Canary::NAMES.to_h { |name| [name, MadeTrial::CANARY.value(name)] }, "c1" => "4" }
      trial = MadeTrial.trial(MadeTrial.read("k1", nil, role: "subject").with(type: "ok", value: MadeTrial.own("k1")),
                              MadeTrial.read("k2", MadeTrial.own("k2")), state: state)
      noticed = Fault::Invariants::NAMES.keys.reject { |name| Fault::Invariants.named(name).call(trial).nil? }

      # It is for replies that name another request, which this one does not: any accepted reply violates it.
      assert_equal ["notices"], noticed
    end

    def test_every_fault_names_known_invariants_and_every_invariant_is_used
      named = Catalog.load.faults.values.flat_map(&:judges).uniq

      assert_equal Fault::Invariants::NAMES.keys.sort - ["lives"], named.sort - ["lives"]
    end

    def test_an_unknown_invariant_is_an_error
      assert_raises(KeyError) { Fault::Invariants.named("luck") }
    end
  end
end
