# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Check::FaultRunnerTest < Minitest::Test
    include ALab

    TIMEOUT = { "subject" => { "interrupt" => { "by" => "timeout", "after_ms" => 20 } } }.freeze
    LATE = { proxy: { "do" => [{ "wait_ms" => 60 }, { "pass" => "rest" }] }, judges: %w[own-value recovers],
             steps: [TIMEOUT, { "read" => "others" }, { "wait_ms" => 60 }, { "read" => "others" }] }.freeze

    def test_the_fault_strikes_the_call_of_the_case_and_the_reference_survives_it
      result = runner("socket").call(MadeTrial.one("set", **LATE))

      assert_equal ["PASS", 1, "set", "raised"],
                   [result.outcome, result.n, result.trial.subject.step["op"], result.trial.subject.type]
      assert_match(/\A\w+ \d/, @workplaces.first.engine.writer.record.processes.first["runtime"])
    end

    def test_a_client_that_keeps_its_connection_is_caught_with_its_history
      result = runner("control", options: { "mutant" => "keeps-connection" }).call(MadeTrial.one("get", **LATE, repeats: 2))

      assert_equal "CORRUPT", result.outcome
      assert_equal 2, result.n
      assert_equal ["get", "k1", true],
                   [*result.trial.subject.step.values_at("op", "key"), result.trial.subject.error["injected"]]
      assert(result.trial.octets.any? { |_, _, side, bytes| side == "server" && bytes.include?("VALUE") })
    end

    def test_a_sweep_ends_at_the_first_unsafe_line_if_one_bad_trial_is_enough
      sweep = Fault::Case.all([Catalog.load.faults.fetch("interrupt/sweep")]).find { |one| one.call == "get" }
      all, first = [{}, { once_bad: true }].map do |effort|
        runner("control", options: { "mutant" => "drops-after-waits-only" }, effort: effort).call(sweep)
      end

      assert_operator all.unsafe.size, :>, 2
      assert_equal all.unsafe.first(1), first.unsafe
      assert_operator first.points, :<, all.points
    end

    def test_the_final_state_of_the_server_is_known
      trial = runner("socket").call(MadeTrial.one("set", steps: [{ "subject" => {} }])).trial

      assert_equal [trial.canary.value("k1", again: true), trial.canary.value("k2"), "4", nil],
                   trial.state.values_at("k1", "k2", "c1", "absent")
    end

    def test_the_servers_of_keys_are_known_where_there_are_several
      steps = [{ "read" => "all" }]
      one, two = [1, 2].map { |servers| runner("socket").call(MadeTrial.one("get", steps: steps, servers: servers)).trial }

      assert_empty one.homes
      assert_equal two.state.compact.keys.sort, two.homes.compact.keys.sort
      assert_equal [0, 1], two.homes.values.compact.uniq.sort
    end

    def test_the_lab_acts_between_the_calls
      result = runner("socket").call(MadeTrial.one("get", judges: ["recovers"], steps: [
        { "proxy" => "down" }, { "read" => "subject" }, { "proxy" => "up" }, { "read" => "others" }
      ]))

      assert_equal "NON-STRICT", result.outcome
      assert_match(/\A\w+ of k\d.* raised Errno::.* \(1 of 7 calls after the fault failed\)\z/, result.reason)
    end

    DONE, HUNG = { end: "done" }.freeze, { end: "hung" }.freeze
    KILLED = { end: "killed by signal 9" }.freeze
    HANGS = { act: [DONE, HUNG] * 3 }.freeze
    LINE, TIMED, MAGIC = %w[line timeout magic].map do |way|
      [{ "subject" => { "interrupt" => { "by" => way, "after_ms" => 5 } } }]
    end
    CROWD = [{ "together" => { "by" => "threads", "lanes" => 2, "times" => 1 } }].freeze
    PEERS = [{ "peers" => [{ "read" => "all" }] }].freeze
    # The call was over before the interrupt came, or could not write.
    OVER = { end: "done", events: [{ step: 0, type: "invoke", at_ns: 1 }, { step: 0, at_ns: 2, type: "ok" }] }.freeze
    LATELY = { class: "Late", message: "no", injected: false, at: [] }.freeze
    UNPREPARED = { end: "done", events: [{ step: 0, type: "invoke", at_ns: 1 },
                                         { step: 0, type: "raised", at_ns: 2, error: LATELY }] }.freeze
    OUT = "out of reach"

    # [contender, the answers of a made driver, the case, how it is run] => outcome, reason, because and number of trials.
    RESULTS = {
      ["socket", nil, { steps: MAGIC }] => ["UNSUPPORTED", "not offered by this driver: an interrupt by magic", nil, 0],
      ["socket", nil, { mode: "gevent-1" }] =>
        ["UNSUPPORTED", "Ruby has only the modes sync, threads, processes and fibers", nil],
      # Native code is interrupted only from outside.
      ["memcached", { act: [DONE] }, { steps: LINE }] =>
        ["UNSUPPORTED", "its work is done by libmemcached in C, in the middle of which nothing can be raised", OUT],
      ["memcached", { act: [DONE] }, { steps: TIMED }] => ["PASS", nil, nil],
      ["null", { act: [DONE] }, { prefix: "cm" }] => ["UNSUPPORTED", "it has no option for a text before its keys", OUT],
      ["null", { act: [DONE, OVER] }, { steps: [TIMEOUT] }] => ["UNSUPPORTED", Fault::Case::UNTOUCHED, OUT],
      ["socket", nil, { proxy: { "do" => [{ "forge" => "opaque" }] } }] => ["UNSUPPORTED", "its reply has no opaque", OUT],
      # A hang mentions that no timeout is known.
      ["null", HANGS, { impatient: true }] =>
        ["HANG", "no answer between calls within 4.0 s (no timeout of this client is known)", nil],
      ["null", HANGS, { impatient: false }] => ["HANG", "no answer between calls within 4.0 s", nil],
      # Every outcome of a documented unsafe use notes the warning: chance decides whether such a case passes.
      ["memcached", HANGS, { steps: CROWD }] =>
        ["INFO", "no answer between calls within 4.0 s (its README: each thread requires its own Memcached instance)", "warned"],
      ["memcached", { act: [DONE] * 6 }, { steps: CROWD }] => ["PASS", nil, "warned"],
      ["memcached", { act: [DONE, { end: "killed by signal 11" }] * 3 }, { steps: CROWD }] => ["CRASH", String, "warned"],
      ["null", { act: [DONE] }, { steps: CROWD }] => ["PASS", nil, nil],
      # A case about others needs another contender, and serialized values one of the same language.
      ["socket", nil, { peers: "any", steps: PEERS }] =>
        ["UNSUPPORTED", "this case needs another contender on the command line", nil],
      ["socket", nil, { peers: "same-language", steps: PEERS }, { peers: [MadeCells.contender("python/socket")] }] =>
        ["UNSUPPORTED", "this case needs another contender of its language on the command line", nil],
      # A preparation that timed out is repeated, and a pass on fewer trials than asked proves nothing.
      ["null", { act: [UNPREPARED, DONE] }, {}] => ["PASS", nil, nil],
      ["null", { act: [UNPREPARED] }, {}] => ["FAIL", "it could not write before the fault: Late: no", nil],
      ["null", { act: [DONE, DONE, KILLED] }, { repeats: 3 }] =>
        ["UNSUPPORTED", "only 1 of 3 trials were possible: it could not write before the fault: " \
                        "its process was killed by signal 9", nil, 1],
      ["null", { act: [DONE, KILLED] }, { repeats: 3 }] => ["CRASH", String, nil, 1],
      ["null", { enter: [{ type: "not_entered", end: "raised Refused: no" }] }, {}] =>
        ["FAIL", "the client could not be created before the fault (raised Refused: no)", nil]
    }.freeze

    def test_results
      RESULTS.each do |(name, made, one, how), wanted|
        result = runner(name, made: made, **how.to_h).call(MadeTrial.one("get", **one))

        wanted.zip(result.to_h.values_at(:outcome, :reason, :because, :n)) do |said, own|
          assert_operator said, :===, own, [name, one]
        end
      end
    end

    def test_a_case_of_another_mode_has_its_own_driver
      examined = runner("null", made: { act: [{ end: "done" }] })
      examined.call(MadeTrial.one("get", mode: "fibers-1"))
      examined.call(MadeTrial.one("get"))

      assert_equal %w[sync fibers-1], @workplaces.first.engine.writer.record.processes.map { |process| process["mode"] }
    end

    def test_a_client_whose_given_timeout_is_shorter_than_the_reply_takes_is_out_of_reach
      proxy = { "do" => [{ "wait_ms" => 150 }, { "pass" => "rest" }] }
      outcomes = %w[0.1 0.3].map do |seconds|
        given = { "timeout" => seconds }
        runner("dalli", options: given, given: given, facts: { "version" => "4.3.10" }, made: {})
          .call(MadeTrial.one(proxy: proxy, repeats: 1))
      end

      assert_match(/timeout, as given, is shorter than the reply takes/, outcomes.first.reason)
      refute_match(/as given/, outcomes.last.reason.to_s)
    end

    def test_a_driver_that_dies_is_no_result
      assert_raises(Driver::Crash) { runner("null", made: { enter: "exit" }).call(MadeTrial.one("get")) }
      assert_raises(Driver::Crash) { runner("null", made: { act: "exit" }).call(MadeTrial.one("get")) }
    end

    def test_a_case_about_others_has_their_values
      writes = { "peers" => [{ "peer" => [{ "try" => { "op" => "set", "key" => "k1", "value" => "new-k1" } }] },
                             { "try" => { "op" => "get", "key" => "k1" } }] }
      one = MadeTrial.one("get", peers: "any", judges: ["fresh"], steps: [writes])
      result = runner("socket", peers: [MadeCells.contender("socket")]).call(one)

      assert_equal "PASS", result.outcome
      assert_equal MadeTrial.bytes(result.trial.canary.value("k1", again: true)), result.trial.calls.last.value
    end

    def test_a_documented_unsafe_use_has_three_times_the_trials
      numbers = %w[memcached null].map do |name|
        runner(name, made: { act: [DONE] * 7 }).call(MadeTrial.one("get", steps: CROWD, repeats: 2)).n
      end

      assert_equal [6, 2], numbers
    end

    def test_a_trial_that_the_interrupt_missed_is_repeated_and_counted
      error = { class: "Timeout", message: "no", injected: true, at: [] }
      over, struck = [{ type: "ok" }, { type: "raised", error: error }].map do |end_of_it|
        [{ end: "done" }, { end: "done", events: [{ step: 0, type: "invoke", at_ns: 1 }, { step: 0, at_ns: 2, **end_of_it }] }]
      end
      one = MadeTrial.one("get", steps: [TIMEOUT], repeats: 2)

      assert_equal [["PASS", 2, { "unmet" => 1 }], ["UNSUPPORTED", 2, nil], ["PASS", 1, { "unmet" => 6 }]],
                   [[struck, over, struck], [over], [struck, *[over] * 6]].map { |acts|
                     runner("null", made: { act: acts.flatten(1) }).call(one).to_h.values_at(:outcome, :n, :discarded)
                   }
    end

    def test_a_case_can_go_through_every_byte_of_a_reply
      cut = { "do" => [{ "pass" => "number" }, { "close" => "end" }] }
      result = runner("socket").call(MadeTrial.one("set", repeats: "bytes", proxy: cut))

      assert_equal ["PASS", "STORED\r\n".bytesize - 1], [result.outcome, result.n]
    end

    def test_an_impatient_client_has_the_timeout_of_its_catalogue_entry
      late = { proxy: { "do" => [{ "wait_ms" => 300 }, { "pass" => "rest" }] }, steps: [{ "subject" => {} }],
               judges: ["succeeds"] }
      outcomes = [false, true].map { |how| runner("socket").call(MadeTrial.one("get", impatient: how, **late)).outcome }

      assert_equal %w[PASS FAIL], outcomes
    end

    def test_the_same_seed_makes_the_same_keys
      trials = Array.new(2) { runner("socket").call(MadeTrial.one("get", steps: [{ "subject" => {} }])).trial }

      assert_equal(*trials.map { |trial| trial.canary.keys })
    end

    def test_a_client_is_set_up_for_several_servers
      outcomes = { "pymemcache" => "server/one-of-two", "memcache-client@1.5.0" => "server/failback" }.map do |notation, id|
        contender = DrivenClient.contender(notation)
        engine = engine([], others: { contender.id => DrivenClient.environment(contender) })
        one = Fault::Case.all([MadeCells::CATALOG.faults.fetch(id).with(repeats: 2)]).first
        Lab::Check::FaultRunner.new(workplace(engine), contender, 7).call(one).then { |result| [result.outcome, result.reason] }
      end

      assert_equal [["PASS", nil]] * 2, outcomes
    end

    def teardown = @workplaces&.each(&:stop)

    private

    def runner(name, options: {}, made: nil, given: {}, facts: {}, **more)
      contender = MadeCells.contender(name).with(options: options, given: given, facts: facts)
      engine = engine([contender, *more[:peers]].uniq(&:id), made: made ? { name => made } : {})
      Lab::Check::FaultRunner.new(workplace(engine), contender, 7, **more)
    end

    def workplace(engine) = Lab::Check::Workplace.new(engine).tap { |workplace| (@workplaces ||= []) << workplace }
  end
end
