# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::JudgeTest < Minitest::Test
    GOOD = MadeTrial.trial(MadeTrial.read("k2", MadeTrial.own("k2")))
    MISSED = MadeTrial.trial(MadeTrial.read("k2", nil))
    WRONG = MadeTrial.trial(MadeTrial.read("k2", MadeTrial.own("k1")))

    def test_a_single_wrong_trial_decides
      finding = judge([GOOD, MISSED, WRONG, WRONG])

      assert_equal ["CORRUPT", 4, 2], [finding.outcome, finding.n, finding.times]
      assert_same WRONG, finding.trial
      assert_match(/another key's value/, finding.reason)
    end

    def test_without_a_wrong_one_it_passes
      finding = judge([GOOD, GOOD])

      assert_equal ["PASS", nil, 2, 2], [finding.outcome, finding.reason, finding.n, finding.times]
    end

    def test_the_worst_of_several_invariants_counts
      trial = MadeTrial.trial(MadeTrial.raised("k2"), MadeTrial.read("k3", nil))

      assert_equal "FAIL", judge([trial], judges: %w[recovers own-value]).outcome
      assert_equal "NON-STRICT", judge([trial], judges: %w[recovers]).outcome
    end

    def test_every_fault_asks_whether_the_process_lives
      assert_equal "HANG", judge([GOOD.with(ending: "hung")], judges: ["own-value"]).outcome
    end

    def test_of_calls_at_the_same_time_nothing_is_doubted
      failed = MadeTrial.trial(MadeTrial.raised("k2"), MadeTrial.raised("k3"))
      doubtful = lambda do |**facts|
        Fault::Judge.new(MadeTrial.fault(judges: ["recovers"], **facts)).doubtful?(failed)
      end

      assert doubtful.call
      refute doubtful.call(steps: [{ "together" => { "by" => "threads", "lanes" => 2, "times" => 1 } }])
    end

    private

    def judge(trials, judges: ["own-value"]) = Fault::Judge.new(MadeTrial.fault(judges: judges)).finding(trials)
  end
end
