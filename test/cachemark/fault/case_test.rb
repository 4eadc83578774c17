# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::CaseTest < Minitest::Test
    def test_a_fault_has_a_case_for_each_combination_of_its_variables
      fault = MadeTrial.fault(form: "interrupt/{way}-in-{call}", over: { "call" => %w[get set], "way" => %w[kill raise] })

      assert_equal %w[interrupt/kill-in-get interrupt/raise-in-get interrupt/kill-in-set interrupt/raise-in-set],
                   Fault::Case.all([fault]).map(&:id)
    end

    def test_a_fault_without_variables_is_one_case
      one = Fault::Case.all([MadeTrial.fault(over: {}, form: "share/threads")]).first

      assert_equal ["share/threads", "get", "interrupt"], [one.id, one.call, one.category]
    end

    def test_interrupts_inside_the_librarys_code_are_known
      by = ->(way) { MadeTrial.one(steps: [{ "read" => "others" }, { "subject" => { "interrupt" => { "by" => way } } }]) }

      assert_equal [true, true, true, true], %w[line fiber greenlet greenlet_timeout].map { |way| by.call(way).inside? }
      assert_equal [false, false], [by.call("timeout"), MadeTrial.one].map(&:inside?)
    end

    def test_moves_and_their_settings_come_from_the_fault
      one = MadeTrial.one(proxy: { "at" => "request", "narrow" => true, "do" => [{ "hold" => true }] }, impatient: true)

      assert_equal ["request", true, true], [one.at, one.narrow?, one.impatient]
      assert_equal ["reply", false, false], [MadeTrial.one.at, MadeTrial.one.narrow?, MadeTrial.one.impatient]
    end

    def test_variables_are_replaced_everywhere
      over = { "call" => ["set"], "loss" => ["reset"], "times" => [5] }
      one = MadeTrial.one("set", over: over, proxy: { "do" => [{ "close" => "{loss}" }] })

      assert_equal [{ "close" => "reset" }], one.moves(0)
      assert_equal({ "again" => { "times" => 5, "steps" => ["a reset in set"] } },
                   one.filled({ "again" => { "times" => "{times}", "steps" => ["a {loss} in {call}"] } }))
    end

    def test_the_mode_in_which_workers_share_the_client_is_known
      by = ->(way) { MadeTrial.one(over: { "way" => [way] }, steps: [{ "together" => { "by" => "{way}" } }]).shared_in }

      quiet = { "calls" => [{ "meanwhile" => { "by" => "threads", "steps" => [] } }] }

      assert_nil MadeTrial.one.shared_in
      assert_equal "threads", MadeTrial.one(steps: [{ "quiet" => quiet }]).shared_in
      assert_equal [nil, nil], %w[fork fork-child-first].map(&by)
      assert_equal %w[threads gevent threads], %w[threads greenlets contexts].map(&by)
    end

    def test_harm_is_anything_for_which_a_correct_clients_call_may_fail
      waiting = { proxy: { "do" => [{ "wait_ms" => 60 }, { "pass" => "rest" }] } }
      harmless = [{}, waiting, { steps: [{ "proxy" => "arm" }, { "server" => "flush" }, { "subject" => { "key" => "k1" } }] }]
      harming = [{ **waiting, impatient: true }, { impatient: 1 }, { proxy: { "do" => [{ "close" => "end" }] } },
                 { steps: [{ "again" => { "times" => 2, "steps" => [{ "proxy" => "down" }] } }] },
                 { steps: [{ "server" => { "stop" => 1 } }], over: {} },
                 { steps: [{ "proxy" => "{loss}" }], over: { "loss" => ["end"] } },
                 { steps: [{ "subject" => { "interrupt" => { "by" => "timeout" } } }] }]

      assert_equal([false] * 3, harmless.map { |facts| MadeTrial.one(**facts).harms? })
      assert_equal([true] * 7, harming.map { |facts| MadeTrial.one(**facts).harms? })
    end

    def test_the_waiting_time_is_known_before
      steps = [{ "again" => { "times" => 2, "steps" => [{ "wait_ms" => 40 }] } }, { "wait_ms" => 10 }]
      facts = { repeats: 10, steps: steps, proxy: { "do" => [{ "wait_ms" => 60 }] } }

      assert_equal [1_500, 0], [{}, { repeats: "lines" }].map { |more| MadeTrial.one(**facts, **more).waits_ms }
      assert_equal([0, 1_000], [{}, { impatient: true }].map { |more| MadeTrial.one(repeats: 10, **more).waits_ms })
      assert_equal 2_000, MadeTrial.one(repeats: 2, steps: [{ "spread" => "write" }, { "spread" => "read" }]).waits_ms
    end

    def test_a_move_can_use_the_trials_number
      one = MadeTrial.one(proxy: { "do" => [{ "pass" => "number" }, { "close" => "end" }] })

      assert_equal [{ "pass" => 5 }, { "close" => "end" }], one.moves(4)
      assert_empty MadeTrial.one.moves(0)
    end

    def test_how_long_a_reply_takes_that_arrives_whole
      late = [{ "wait_ms" => 150 }, { "pass" => "body" }, { "wait_ms" => 50 }, { "pass" => "rest" }]

      assert_in_delta 0.2, MadeTrial.one(proxy: { "do" => late }).late_s
      cut = { "do" => [{ "wait_ms" => 150 }, { "close" => "end" }] }

      assert_equal [0.0, 0.0], [cut, nil].map { |proxy| MadeTrial.one(proxy: proxy).late_s }
    end
  end

  class Fault::IneffectiveTest < Minitest::Test
    def test_moves_that_were_never_made_prove_nothing
      spoilt, plain = MadeTrial.trial(call, bytes: "END\r\n"), MadeTrial.trial(call)

      assert_equal Fault::Case::UNSENT, reason([plain], proxy: { "do" => [{ "close" => "end" }] })
      assert_nil reason([plain, spoilt], proxy: { "do" => [{ "close" => "end" }] })
      assert_nil reason([plain])
    end

    def test_an_interrupt_that_never_came_proves_nothing
      interrupted = call.with(step: { **call.step, "interrupt" => { "by" => "timeout" } })

      assert_equal Fault::Case::UNTOUCHED, reason([MadeTrial.trial(interrupted)])
      assert_nil reason([MadeTrial.trial(interrupted), MadeTrial.trial(interrupted.with(swallowed: true))])
      assert_nil reason([MadeTrial.trial(interrupted.with(type: "raised", error: {}))])
      assert_nil reason([MadeTrial.trial(interrupted.with(type: nil))])
    end

    def test_so_do_a_hundred_of_which_a_busy_machine_brought_two_in_time
      late = call.with(step: { **call.step, "interrupt" => { "by" => "timeout" } })
      struck = late.with(type: "raised", error: {})
      reasons = [2, 3].map { |count| reason([MadeTrial.trial(*[late] * (100 - count), *[struck] * count)]) }

      assert_equal [Fault::Case::UNTOUCHED, nil], reasons
    end

    def test_signals_end_no_call
      signalled = call.with(step: { **call.step, "interrupt" => { "by" => "signals" } })

      assert_nil reason([MadeTrial.trial(signalled)])
    end

    def test_one_effective_trial_of_several_is_enough
      untouched = MadeTrial.trial(call.with(step: { **call.step, "interrupt" => { "by" => "timeout" } }), bytes: "END\r\n")
      unsent = MadeTrial.trial(call.with(step: { **call.step, "interrupt" => { "by" => "timeout" } }, swallowed: true))

      assert_equal Fault::Case::UNTOUCHED, reason([untouched, unsent], proxy: { "do" => [{ "close" => "end" }] })
      assert_nil reason([untouched, unsent])
    end

    private

    def call = MadeTrial.read("k1", MadeTrial.own("k1"), role: "subject")

    def reason(trials, **parts)
      fault = MadeTrial.fault(**parts)
      Fault::Case.new(id: "a/b", fault: fault, variant: {}).ineffective(trials)
    end
  end
end
