# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::StandTest < Minitest::Test
    include ALab

    TIMEOUT = { "subject" => { "interrupt" => { "by" => "timeout", "after_ms" => 20 } } }.freeze
    LATE = { proxy: { "do" => [{ "wait_ms" => 60 }, { "pass" => "rest" }] }, judges: %w[own-value recovers],
             steps: [TIMEOUT, { "read" => "others" }, { "wait_ms" => 60 }, { "read" => "others" }] }.freeze

    def test_the_reference_survives_a_late_reply
      finding = stand("socket").call(MadeTrial.one("get", **LATE))

      assert_equal ["PASS", 1], [finding.outcome, finding.n]
    end

    def test_a_client_that_keeps_its_connection_is_caught_with_the_history_to_show_for_it
      finding = stand("control", options: { "mutant" => "keeps-connection" }).call(MadeTrial.one("get", **LATE, repeats: 2))

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

      assert_equal [trial.canary.value("k1", again: true), trial.canary.value("k2"), "4", nil],
                   trial.state.values_at("k1", "k2", "c1", "absent")
    end

    def test_where_keys_are_is_known_of_several_servers_only
      steps = [{ "read" => "all" }]
      one, two = [1, 2].map { |servers| stand("socket").call(MadeTrial.one("get", steps: steps, servers: servers)).trial }

      assert_empty one.homes
      assert_equal two.state.compact.keys.sort, two.homes.compact.keys.sort
      assert_equal [0, 1], two.homes.values.compact.uniq.sort
    end

    def test_the_lab_acts_between_the_calls
      finding = stand("socket").call(MadeTrial.one("get", judges: ["recovers"], steps: [
        { "proxy" => "down" }, { "read" => "subject" }, { "proxy" => "up" }, { "read" => "others" }
      ]))

      assert_equal "NON-STRICT", finding.outcome
      assert_match(/\A1 of 7 calls after the fault failed: Errno::/, finding.reason)
    end

    def test_what_a_driver_lacks_is_unsupported
      step = { "subject" => { "interrupt" => { "by" => "magic", "after_ms" => 5 } } }
      finding = stand("socket").call(MadeTrial.one("get", steps: [step]))

      assert_equal ["UNSUPPORTED", "not offered by this driver: an interrupt by magic", 0],
                   finding.to_h.values_at(:outcome, :reason, :n)
    end

    def test_a_mode_that_its_language_has_not_is_unsupported
      finding = stand("socket").call(MadeTrial.one("get", mode: "gevent-1"))

      assert_equal ["UNSUPPORTED", "Ruby has no mode gevent: it has sync, threads, processes and fibers"],
                   [finding.outcome, finding.reason]
    end

    def test_a_case_of_another_mode_has_a_driver_of_its_own_that_was_loaded_for_it
      examined = stand("null", made: { act: [{ end: "done" }] })
      examined.call(MadeTrial.one("get", mode: "fibers-1"))
      examined.call(MadeTrial.one("get"))

      assert_equal [["sync", []], ["fibers-1", []]], examined.instance_variable_get(:@seats).keys
    end

    def test_native_code_is_not_interrupted_in_the_middle_but_from_outside_it_is
      examined = stand("memcached", made: { act: [{ end: "done" }] })
      by = ->(way) { MadeTrial.one("get", steps: [{ "subject" => { "interrupt" => { "by" => way, "after_ms" => 5 } } }]) }

      assert_equal ["UNSUPPORTED", "its work is done by libmemcached in C, in the middle of which nothing can be raised"],
                   examined.call(by.call("line")).then { |finding| [finding.outcome, finding.reason] }
      assert_equal "PASS", examined.call(by.call("timeout")).outcome
    end

    def test_a_call_that_hangs_is_a_hang_and_the_next_case_goes_on
      examined = stand("null", made: { act: [{ end: "done" }, { end: "hung" }] * 3 })
      assert_equal "HANG", examined.call(MadeTrial.one("get")).outcome
    end

    def test_a_driver_that_dies_is_no_finding
      assert_raises(Driver::Crash) { stand("null", made: { enter: "exit" }).call(MadeTrial.one("get")) }
      assert_raises(Driver::Crash) { stand("null", made: { act: "exit" }).call(MadeTrial.one("get")) }
    end

    def test_a_case_about_others_takes_another_contender
      writes = { "peers" => [{ "peer" => [{ "try" => { "op" => "set", "key" => "k1", "value" => "new-k1" } }] },
                             { "try" => { "op" => "get", "key" => "k1" } }] }
      one = MadeTrial.one("get", peers: "any", judges: ["fresh"], steps: [writes])
      alone = stand("socket").call(one)
      finding = stand("socket", peers: [MadeCells.contender("socket")]).call(one)

      assert_equal ["UNSUPPORTED", "it takes another contender on the command line"], [alone.outcome, alone.reason]
      assert_equal "PASS", finding.outcome
      assert_equal MadeTrial.told(finding.trial.canary.value("k1", again: true)), finding.trial.calls.last.value
    end

    def test_serialised_values_are_read_by_clients_of_one_language
      one = MadeTrial.one("get", peers: "same-language", steps: [{ "peers" => [{ "read" => "all" }] }])
      alone = stand("socket", peers: [MadeCells.contender("python/socket")])

      assert_equal "it takes another contender of its language on the command line", alone.call(one).reason
    end

    def test_what_the_clients_documentation_says_against_it_stands_beside_what_came_of_it
      step = { "together" => { "by" => "threads", "lanes" => 2, "times" => 1 } }
      examined = stand("memcached", made: { act: [{ end: "done" }, { end: "hung" }] * 3 })

      assert_equal ["INFO", "no answer between calls (its README: each thread requires its own Memcached instance)"],
                   examined.call(MadeTrial.one("get", steps: [step])).to_h.values_at(:outcome, :reason)
    end

    def test_a_hang_says_where_no_timeout_is_known
      reasons = [true, false].map do |how|
        stand("null", made: { act: [{ end: "done" }, { end: "hung" }] * 3 }).call(MadeTrial.one("get", impatient: how)).reason
      end

      assert_equal ["no answer between calls (it has no timeout that is known here)", "no answer between calls"], reasons
    end

    def test_what_an_impatient_client_could_not_write_in_time_is_written_again
      error = { class: "Late", message: "no", injected: false, at: [] }
      late = { end: "done", events: [{ step: 0, type: "invoke", at_ns: 1 }, { step: 0, type: "raised", at_ns: 2, error: error }] }

      assert_equal "PASS", stand("null", made: { act: [late, { end: "done" }] }).call(MadeTrial.one("get")).outcome
      assert_equal ["FAIL", "it could not write before anything went wrong: Late: no"],
                   stand("null", made: { act: [late] }).call(MadeTrial.one("get")).to_h.values_at(:outcome, :reason)
    end

    def test_what_the_interrupt_did_not_reach_is_tried_again_and_told_of
      error = { class: "Timeout", message: "no", injected: true, at: [] }
      over, struck = [{ type: "ok" }, { type: "raised", error: error }].map do |end_of_it|
        [{ end: "done" }, { end: "done", events: [{ step: 0, type: "invoke", at_ns: 1 }, { step: 0, at_ns: 2, **end_of_it }] }]
      end
      one = MadeTrial.one("get", steps: [TIMEOUT], repeats: 2)

      assert_equal [["PASS", 2, { "unmet" => 1 }], ["UNSUPPORTED", 2, nil], ["PASS", 1, { "unmet" => 6 }]],
                   [[struck, over, struck], [over], [struck, *[over] * 6]].map { |acts|
                     stand("null", made: { act: acts.flatten(1) }).call(one).to_h.values_at(:outcome, :n, :anew)
                   }
    end

    def test_a_client_that_nobody_can_make_is_no_success
      refused = { type: "not_entered", end: "raised Refused: no" }

      assert_equal ["FAIL", "no client could be made before anything went wrong (raised Refused: no)"],
                   stand("null", made: { enter: [refused] }).call(MadeTrial.one("get")).to_h.values_at(:outcome, :reason)
    end

    def test_a_case_can_go_through_every_byte_of_a_reply
      cut = { "do" => [{ "pass" => "number" }, { "close" => "end" }] }
      finding = stand("socket").call(MadeTrial.one("set", repeats: "bytes", proxy: cut))

      assert_equal ["PASS", "STORED\r\n".bytesize - 1], [finding.outcome, finding.n]
    end

    def test_a_fault_that_the_protocol_has_no_place_for_is_unsupported
      finding = stand("socket").call(MadeTrial.one("get", proxy: { "do" => [{ "forge" => "opaque" }] }))

      assert_equal ["UNSUPPORTED", "its reply has no opaque"], [finding.outcome, finding.reason]
    end

    def test_an_impatient_client_waits_for_as_long_as_its_catalogue_says
      late = { proxy: { "do" => [{ "wait_ms" => 300 }, { "pass" => "rest" }] }, steps: [{ "subject" => {} }],
               judges: ["succeeds"] }
      outcomes = [false, true].map { |how| stand("socket").call(MadeTrial.one("get", impatient: how, **late)).outcome }

      assert_equal %w[PASS FAIL], outcomes
    end

    def test_the_same_seed_makes_the_same_keys
      trials = Array.new(2) { stand("socket").call(MadeTrial.one("get", steps: [{ "subject" => {} }])).trial }

      assert_equal(*trials.map { |trial| trial.canary.keys })
    end

    def teardown = @stands&.each(&:stop)

    private

    def stand(name, options: {}, made: nil, peers: [])
      contender = MadeCells.contender(name).with(options: options)
      engine = engine([contender, *peers].uniq(&:id), made: made ? { name => made } : {})
      Lab::Stand.new(engine, contender, 7, peers: peers).tap { |one| (@stands ||= []) << one }
    end
  end
end
