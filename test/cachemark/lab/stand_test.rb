# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::StandTest < Minitest::Test
    include ALab

    TIMEOUT = { "subject" => { "interrupt" => { "by" => "timeout", "after_ms" => 20 } } }.freeze
    LATE = { relay: { "do" => [{ "wait_ms" => 60 }, { "pass" => "rest" }] }, judges: %w[own-value recovers],
             steps: [TIMEOUT, { "read" => "others" }, { "wait_ms" => 60 }, { "read" => "others" }] }.freeze

    def test_the_reference_survives_a_late_reply
      finding = stand("socket").call(MadeTrial.one("get", **LATE))

      assert_equal ["PASS", 1], [finding.outcome, finding.n]
    end

    def test_a_client_that_keeps_its_connection_is_caught_with_the_history_to_show_for_it
      finding = stand("control", options: { "flaw" => "keeps-connection" }).call(MadeTrial.one("get", **LATE, repeats: 2))

      assert_equal "CORRUPT", finding.outcome
      assert_equal 2, finding.n
      assert_equal ["get", "k1", true],
                   [*finding.trial.subject.step.values_at("op", "key"), finding.trial.subject.error["injected"]]
      assert(finding.trial.octets.any? { |_, _, side, bytes| side == "server" && bytes.include?("VALUE") })
    end

    def test_the_fault_strikes_the_call_of_the_case
      finding = stand("socket").call(MadeTrial.one("set", **LATE))

      assert_equal ["set", "raised"], [finding.trial.subject.step["op"], finding.trial.subject.type]
    end

    def test_what_the_server_holds_in_the_end_is_known
      trial = stand("socket").call(MadeTrial.one("set", steps: [{ "subject" => {} }])).trial

      assert_equal [trial.canary.value("k1", again: true), trial.canary.value("k2"), "700", nil],
                   trial.state.values_at("k1", "k2", "c1", "absent")
    end

    def test_the_lab_acts_between_the_calls
      finding = stand("socket").call(MadeTrial.one("get", judges: ["recovers"], steps: [
        { "relay" => "down" }, { "read" => "subject" }, { "relay" => "up" }, { "read" => "others" }
      ]))

      assert_equal "NON-STRICT", finding.outcome
      assert_match(/\A1 of 7 calls after it failed: Errno::/, finding.reason)
    end

    def test_what_a_driver_lacks_is_unsupported
      step = { "subject" => { "interrupt" => { "by" => "magic", "after_ms" => 5 } } }
      finding = stand("socket").call(MadeTrial.one("get", steps: [step]))

      assert_equal ["UNSUPPORTED", "not offered by this driver: an interrupt by magic", 0],
                   finding.to_h.values_at(:outcome, :reason, :n)
    end

    def test_a_call_that_hangs_is_a_hang_and_the_next_case_goes_on
      examined = stand("null", made: { act: [{ end: "done" }, { end: "hung" }] })
      assert_equal "HANG", examined.call(MadeTrial.one("get")).outcome
    end

    def test_a_driver_that_dies_is_no_finding
      assert_raises(Driver::Crash) { stand("null", made: { enter: "exit" }).call(MadeTrial.one("get")) }
      assert_raises(Driver::Crash) { stand("null", made: { act: "exit" }).call(MadeTrial.one("get")) }
    end

    def test_the_same_seed_makes_the_same_keys
      trials = Array.new(2) { stand("socket").call(MadeTrial.one("get", steps: [{ "subject" => {} }])).trial }

      assert_equal(*trials.map { |trial| trial.canary.keys })
    end

    def teardown = @stands&.each(&:stop)

    private

    def stand(name, options: {}, made: nil)
      contender = MadeCells.contender(name).with(options: options)
      rig = rig([contender], made: made ? { name => made } : {})
      Lab::Stand.new(rig, contender, 7).tap { |one| (@stands ||= []) << one }
    end
  end
end
