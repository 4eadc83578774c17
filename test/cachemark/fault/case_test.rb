# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::CaseTest < Minitest::Test
    def test_a_fault_has_a_case_for_each_combination_of_its_variables
      fault = MadeTrial.fault(form: "interrupt/{way}-in-{call}", over: { "call" => %w[get set], "way" => %w[kill raise] })

      assert_equal %w[interrupt/kill-in-get interrupt/raise-in-get interrupt/kill-in-set interrupt/raise-in-set],
                   Fault::Case.all([fault]).map(&:id)
    end

    def test_one_without_variables_is_a_case_itself
      one = Fault::Case.all([MadeTrial.fault(over: {}, form: "share/threads")]).first

      assert_equal ["share/threads", "get", "interrupt"], [one.id, one.call, one.category]
    end

    def test_it_knows_what_must_come_while_the_librarys_own_code_runs_or_waits
      by = ->(way) { MadeTrial.one(steps: [{ "read" => "others" }, { "subject" => { "interrupt" => { "by" => way } } }]) }

      assert_equal [true, true, true, true], %w[line fiber greenlet greenlet_timeout].map { |way| by.call(way).inside? }
      assert_equal [false, false], [by.call("timeout"), MadeTrial.one].map(&:inside?)
    end

    def test_it_knows_what_is_done_with_what_and_how
      one = MadeTrial.one(proxy: { "at" => "request", "narrow" => true, "do" => [{ "hold" => true }] }, impatient: true)

      assert_equal ["request", true, true], [one.at, one.narrow?, one.impatient]
      assert_equal ["reply", false, false], [MadeTrial.one.at, MadeTrial.one.narrow?, MadeTrial.one.impatient]
    end

    def test_variables_are_filled_in_wherever_they_stand
      over = { "call" => ["set"], "loss" => ["reset"], "times" => [5] }
      one = MadeTrial.one("set", over: over, proxy: { "do" => [{ "close" => "{loss}" }] })

      assert_equal [{ "close" => "reset" }], one.moves(0)
      assert_equal({ "again" => { "times" => 5, "steps" => ["a reset in set"] } },
                   one.filled({ "again" => { "times" => "{times}", "steps" => ["a {loss} in {call}"] } }))
    end

    def test_the_mode_of_those_who_share_the_client_is_known
      by = ->(way) { MadeTrial.one(over: { "way" => [way] }, steps: [{ "together" => { "by" => "{way}" } }]).shared_in }

      assert_nil MadeTrial.one.shared_in
      assert_equal %w[threads gevent], %w[threads greenlets].map(&by)
    end

    def test_it_knows_where_a_right_clients_call_may_fail
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

    def test_what_it_waits_is_known_before
      steps = [{ "again" => { "times" => 2, "steps" => [{ "wait_ms" => 40 }] } }, { "wait_ms" => 10 }]
      facts = { repeats: 10, steps: steps, proxy: { "do" => [{ "wait_ms" => 60 }] } }

      assert_equal [1_500, 0], [{}, { repeats: "lines" }].map { |more| MadeTrial.one(**facts, **more).waits_ms }
      assert_equal([0, 1_000], [{}, { impatient: true }].map { |more| MadeTrial.one(repeats: 10, **more).waits_ms })
    end

    def test_a_move_can_have_the_trials_number
      one = MadeTrial.one(proxy: { "do" => [{ "pass" => "number" }, { "close" => "end" }] })

      assert_equal [{ "pass" => 5 }, { "close" => "end" }], one.moves(4)
      assert_empty MadeTrial.one.moves(0)
    end
  end
end
