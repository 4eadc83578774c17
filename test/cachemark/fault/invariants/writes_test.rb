# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::Writes::AppliedOnceTest < Minitest::Test
    def test_a_successful_change_was_made_once
      assert_nil said("incr", value: 5, state: { "c1" => "5" })
      assert_equal ["FAIL", "incr was applied 2 times, and reported as done"], said("incr", value: 6, state: { "c1" => "6" })
      assert_equal ["FAIL", "incr was applied 0 times, and reported as done"], said("incr", value: 5, state: { "c1" => "4" })
      assert_equal ["FAIL", "decr was applied 2 times, and reported as done"], said("decr", value: 2, state: { "c1" => "2" })
    end

    def test_a_change_that_raised_may_have_been_made_but_not_twice
      %w[4 5].each { |held| assert_nil said("incr", type: "raised", state: { "c1" => held }) }
      assert_equal ["FAIL", "incr was applied 2 times, and raised an error"], said("incr", type: "raised", state: { "c1" => "6" })
    end

    def test_a_change_reported_as_a_miss_may_have_been_made_but_not_twice
      assert_nil said("incr", value: nil, state: { "c1" => "5" })
      assert_equal ["FAIL", "incr was applied 2 times, and reported as a miss"], said("incr", value: nil, state: { "c1" => "6" })
    end

    def test_a_counter_that_is_gone_is_a_failure
      assert_equal ["FAIL", "the counter is gone"], said("incr", value: 5, state: { "c1" => nil })
    end

    def test_an_add_must_not_deny_what_it_stored
      denied = ["FAIL", "add was reported as not stored, and the server has stored it"]
      excused = { bounds: Catalog::Client::CheckSettings.new(misses: "documented") }

      assert_equal denied, said("add", value: false, state: { "absent" => "new" })
      assert_equal ["INFO", "#{denied.last}: documented", "documented"],
                   said("add", value: false, state: { "absent" => "new" }, **excused)
      assert_nil said("add", value: true, state: { "absent" => "new" })
      assert_nil said("add", type: "raised", state: { "absent" => "new" })
      assert_nil said("add", value: false, state: { "absent" => nil })
    end

    def test_each_call_of_a_quiet_block_is_applied_once
      assert_nil quiet({ "c1" => "5", "k1" => "new" })
      assert_equal ["FAIL", "1 quiet incr were applied 2 times"], quiet({ "c1" => "6", "k1" => "new" })
      assert_equal ["FAIL", "1 quiet incr were applied 0 times"], quiet({ "c1" => "4", "k1" => "new" })
      assert_equal ["FAIL", "a quiet set of k1 never reached the server"], quiet({ "c1" => "5", "k1" => "old" })
      assert_equal ["FAIL", "the counter is gone"], quiet({ "c1" => nil })
    end

    def test_a_call_of_a_quiet_block_that_failed_may_be_lost_but_not_applied_twice
      [{ type: "raised" }, { harmed: true }].each do |how|
        assert_nil quiet({ "c1" => "4", "k1" => "old" }, **how)
        assert_equal ["FAIL", "1 quiet incr were applied 2 times"], quiet({ "c1" => "6", "k1" => "new" }, **how)
      end
    end

    def test_other_calls_are_not_counted
      assert_nil said("get", value: nil, state: { "c1" => "6" })
      assert_nil MadeTrial.judged(Fault::Invariants::Writes::AppliedOnce, MadeTrial.trial)
    end

    private

    def quiet(state, type: "ok", harmed: false)
      calls = [[{ "op" => "quiet", "role" => "subject" }, type], [{ "op" => "set", "key" => "k1", "role" => "quiet" }, "ok"],
               *%w[c1 k3].map { |key| [{ "op" => "incr", "key" => key, "role" => "quiet" }, "ok"] }]
      made = calls.map do |step, ended|
        Fault::Trial::Call.new(step: step, type: ended, wrote: (MadeTrial.bytes("new") if step["op"] == "set"))
      end
      MadeTrial.judged(Fault::Invariants::Writes::AppliedOnce, MadeTrial.trial(*made, state: state, harmed: harmed))
    end

    def said(operation, type: "ok", value: nil, **facts)
      call = Fault::Trial::Call.new(step: { "op" => operation, "key" => "c1", "role" => "subject" }, type: type, value: value)
      MadeTrial.judged(Fault::Invariants::Writes::AppliedOnce, MadeTrial.trial(call, **facts))
    end
  end

  class Fault::Invariants::Writes::TruthfulWriteTest < Minitest::Test
    OLD, NEW = [false, true].map { |again| MadeTrial::CANARY.value("k1", again: again) }

    def test_a_value_reported_as_stored_is_on_the_server
      assert_nil said(written("set"), NEW)
      assert_equal "FAIL", said(written("set"), OLD).first
      assert_equal ["FAIL", "add was reported as done, and the server holds nothing"], said(written("add"), nil)
    end

    def test_a_key_reported_as_deleted_is_gone
      assert_nil said(written("delete"), nil)
      assert_equal "FAIL", said(written("delete"), OLD).first
    end

    def test_a_delete_of_an_existing_key_must_not_report_a_miss
      deny = written("delete", value: false)

      assert_equal ["FAIL", "delete was reported as a miss, and the server holds the key"], said(deny, OLD)
      assert_equal ["NON-STRICT", "delete was reported as a miss, and the server has deleted the key"], said(deny, nil)
      excused = MadeTrial.trial(deny, state: { "k1" => OLD }, bounds: Catalog::Client::CheckSettings.new(misses: "it says False"))
      assert_equal %w[INFO documented], MadeTrial.judged(Fault::Invariants::Writes::TruthfulWrite, excused).values_at(0, 2)
    end

    def test_a_failed_write_may_be_either
      assert_nil said(MadeTrial.raised("k1", role: "subject", op: "set"), NEW)
      assert_nil said(written("set", value: false), OLD)
      assert_nil said(written("set", value: nil), OLD)
    end

    def test_a_value_of_the_fault_is_compared_with_the_reported_one
      assert_nil said(written("set").with(wrote: MadeTrial.bytes("own")), "own")
      assert_equal "FAIL", said(written("set").with(wrote: MadeTrial.bytes("own")), "ow").first
    end

    def test_a_large_value_may_be_compressed_on_the_server
      large = written("set").with(wrote: { "size" => 900_000, "crc32" => 7, "encoding" => "ASCII-8BIT" })

      assert_nil said(large, "its bytes, in some form")
      assert_equal %w[FAIL FAIL], [OLD, nil].map { |held| said(large, held).first }
    end

    def test_each_of_several_values_reported_as_stored_is_on_the_server
      new = %w[k1 k2].to_h { |name| [name, MadeTrial::CANARY.value(name, again: true)] }
      judge = ->(op, value, state) do
        step = { "op" => op, "keys" => %w[k1 k2], "role" => "subject", "raw" => true }
        call = Fault::Trial::Call.new(step: step, type: "ok", value: value, began_ns: 0, ended_ns: 1)
        MadeTrial.judged(Fault::Invariants::Writes::TruthfulWrite, MadeTrial.trial(call, state: state))
      end

      assert_nil judge.call("set_multi", true, new)
      assert_nil judge.call("set_multi", { "list" => [MadeTrial.bytes(MadeTrial::CANARY.keys["k2"])] }, { **new, "k2" => nil })
      assert_equal ["FAIL", "set_multi was reported as done, and the server holds nothing under k2"],
                   judge.call("set_multi", nil, { **new, "k2" => nil })
      assert_nil judge.call("delete_multi", 2, { "k1" => nil, "k2" => nil })
      assert_equal "FAIL", judge.call("delete_multi", true, { "k1" => nil, "k2" => new["k2"] }).first
    end

    private

    def written(op, value: true)
      step = { "op" => op, "key" => "k1", "role" => "subject", "raw" => true }
      Fault::Trial::Call.new(step: step, type: "ok", value: value, began_ns: 0, ended_ns: 1)
    end

    def said(call, held)
      MadeTrial.judged(Fault::Invariants::Writes::TruthfulWrite, MadeTrial.trial(call, state: { "k1" => held }))
    end
  end

  class Fault::Invariants::Writes::TrueAnswersTest < Minitest::Test
    OLD, NEW = [false, true].map { |again| MadeTrial::CANARY.value("k2", again: again) }
    MISSES = Catalog::Client::CheckSettings.new(misses: "it documents that")

    def test_a_value_reported_as_stored_is_on_the_server
      assert_nil said(reply("set", true), held: NEW)
      assert_nil said(reply("set", true), held: "compressed")
      assert_equal ["FAIL", "set of k2 was reported as done, and the server holds nothing"], said(reply("set", true), held: nil)
      assert_equal ["FAIL", "add of k2 was reported as done, and the server holds the old value"],
                   said(reply("add", true), held: OLD)
    end

    def test_the_start_value_of_a_counter_is_an_old_value_too
      assert_equal "FAIL", said(reply("set", true, "c1"), counter: "4").first
    end

    def test_a_failed_store_may_be_either
      [false, nil].product(%w[set add]) { |value, op| assert_nil said(reply(op, value), held: OLD) }
      assert_nil said(MadeTrial.raised("k2", op: "set"), held: OLD)
    end

    def test_a_key_with_several_writes_is_not_judged
      assert_nil said(reply("set", true), reply("set", true), held: OLD)
      assert_nil said(reply("set", true), reply("delete", true), held: OLD)
    end

    def test_a_key_reported_as_deleted_is_gone
      assert_nil said(reply("delete", true), held: nil)
      assert_equal ["FAIL", "delete of k2 was reported as done, and the server holds the key"],
                   said(reply("delete", true), held: OLD)
    end

    def test_a_key_reported_as_not_deleted_was_not_deleted
      words = "delete of k2 was reported as not done, and the server has deleted the key"

      assert_nil said(reply("delete", false), held: OLD)
      assert_nil said(reply("delete", nil), held: nil)
      assert_equal ["FAIL", words], said(reply("delete", false), held: nil)
      assert_equal ["INFO", "#{words}: it documents that", "documented"], said(reply("delete", false), held: nil, bounds: MISSES)
    end

    def test_deletes_of_an_absent_key_are_reported_alike
      no, yes, silent = [false, true, nil].map { |value| reply("delete", value, "absent") }
      wrong = ["FAIL", "delete of absent was reported as done, and the key never existed"]

      [[no, no], [yes, yes], [yes], [yes, silent], [yes, no]].each { |calls| assert_nil said(*calls) }
      assert_nil said(MadeTrial.raised("absent", op: "delete"), yes)
      assert_equal [wrong, wrong], [said(no, yes), said(silent, yes)]
      assert_nil said(no, reply("add", true, "absent"), reply("delete", true, "absent"))
    end

    def test_the_last_number_is_the_counters_value
      assert_nil said(reply("incr", 5, "c1"), reply("incr", 6, "c1"), counter: "6")
      assert_nil said(reply("incr", nil, "c1"), counter: "6")
      assert_nil said(reply("incr", MadeTrial.bytes("6"), "c1"), counter: "6")
      assert_equal "CORRUPT", said(reply("incr", MadeTrial.bytes("5"), "c1"), counter: "6").first
      assert_equal ["CORRUPT", "incr of c1 returned 5, and the counter holds 6"],
                   said(MadeTrial.raised("c1", op: "incr"), reply("incr", 5, "c1"), counter: "6")
      assert_equal ["CORRUPT", "decr of c1 returned 3, and the counter holds nothing"], said(reply("decr", 3, "c1"), counter: nil)
    end

    def test_the_worst_answer_is_reported
      assert_equal "CORRUPT", said(reply("set", true), reply("incr", 5, "c1"), reply("delete", true, "k3"), held: OLD).first
    end

    def test_reading_calls_are_not_judged
      assert_nil said(MadeTrial.read("k2", MadeTrial.own("k3")), held: OLD)
    end

    private

    def reply(op, value, key = "k2")
      step = { "op" => op, "key" => key, "role" => "tried", "raw" => true }
      Fault::Trial::Call.new(step: step, type: "ok", value: value, began_ns: 0, ended_ns: 1)
    end

    def said(*calls, held: nil, counter: nil, **facts)
      state = { "k2" => held, "c1" => counter, "k3" => "there", "absent" => nil }
      MadeTrial.judged(Fault::Invariants::Writes::TrueAnswers, MadeTrial.trial(*calls, state: state, **facts))
    end
  end

  class Fault::Invariants::Writes::KeptWritesTest < Minitest::Test
    OLD, NEW = [false, true].map { |again| MadeTrial::CANARY.value("k1", again: again) }

    def test_a_key_holds_the_value_that_was_set
      assert_nil said([set(NEW), set("other", lane: 1)], NEW)
      assert_nil said([set(NEW), set("other", lane: 1)], "other")
    end

    def test_a_lost_successful_set_is_a_failure
      words = "sets of k1 were reported as done, and the server holds none of their values"

      assert_equal ["FAIL", words], said([set(NEW), set(NEW, lane: 1)], OLD)
      assert_equal ["FAIL", words], said([set(NEW), set(NEW, lane: 1)], nil)
    end

    def test_a_set_with_an_unknown_result_may_have_come_last
      raised = MadeTrial.raised("k1", op: "set").with(wrote: MadeTrial.bytes("raised"))

      assert_nil said([set(NEW), raised], "raised")
      assert_nil said([set(NEW), set("unsaid", value: nil)], "unsaid")
      assert_equal "FAIL", said([set(NEW), set("refused", value: false)], "refused").first
    end

    def test_a_large_value_may_be_compressed_on_the_server
      large = set(NEW).with(wrote: { "size" => 900_000, "crc32" => 7, "encoding" => "ASCII-8BIT" })

      assert_nil said([large], "its bytes, in some form")
      assert_equal "FAIL", said([large], nil).first
    end

    def test_without_a_successful_set_nothing_is_promised
      assert_nil said([set(NEW, value: nil), set(NEW, value: false)], OLD)
      assert_nil said([MadeTrial.read("k1", MadeTrial.own("k1"))], nil)
    end

    def test_sets_are_compared_by_key
      found = said([set(NEW), set("two", key: "k2", lane: 1), set("three", key: "k3", lane: 2)], NEW, "k2" => "two", "k3" => OLD)

      assert_equal ["FAIL", "sets of k3 were reported as done, and the server holds none of their values"], found
    end

    def test_other_calls_promise_nothing
      assert_nil said([set(NEW, op: "add")], OLD)
    end

    private

    def set(wrote, value: true, lane: 0, key: "k1", op: "set")
      step = { "op" => op, "key" => key, "role" => "probe", "raw" => true }
      Fault::Trial::Call.new(step: step, type: "ok", lane: lane, value: value, wrote: MadeTrial.bytes(wrote),
                             began_ns: 0, ended_ns: 1)
    end

    def said(calls, held, others = {})
      MadeTrial.judged(Fault::Invariants::Writes::KeptWrites, MadeTrial.trial(*calls, state: { "k1" => held, **others }))
    end
  end

  class Fault::Invariants::Writes::IntactServerTest < Minitest::Test
    CANARY = MadeTrial::CANARY
    HELD = [*Fault::Canary::NAMES, Fault::Canary::COUNTER].to_h { |name| [name, CANARY.start(name)] }.freeze

    def test_a_server_on_which_only_the_named_key_changed_is_intact
      assert_nil said
      assert_nil said({ "k3" => nil }, call("delete", "k3"))
      assert_nil said({ "c1" => "5" }, call("incr", "c1"))
    end

    def test_an_injected_key_is_found
      assert_equal ["CORRUPT", "on the server: the key \"inj\" exists, which no call named"], said({ "injected" => "z" })
    end

    def test_another_key_that_changed_is_found
      assert_equal ["CORRUPT", "on the server: k2 holds nothing"], said({ "k2" => nil })
      assert_equal ["CORRUPT", "on the server: c1 holds \"9\""], said({ "c1" => "9" }, call("incr", "odd"))
    end

    def test_a_key_outside_of_the_prefix_is_found
      assert_equal ["CORRUPT", "on the server: outside of the client's prefix, cm:cm:k1 holds \"z\""],
                   said(strays: { "cm:cm:#{CANARY.keys["k1"]}" => "z" })
      assert_equal ["CORRUPT", "on the server: outside of the client's prefix, k2 holds nothing"],
                   said(strays: { CANARY.keys["k2"] => nil })
    end

    def test_an_injected_flush_is_found
      assert_equal ["CORRUPT", "on the server: flush_all was executed"], said(counters: { "cmd_flush" => 1 })
    end

    def test_a_flush_by_the_client_empties_the_server_and_changes_no_value
      assert_nil said({ "k2" => nil }, call("flush", nil), counters: { "cmd_flush" => 1 })
      assert_equal ["CORRUPT", "on the server: k2 holds \"z\""], said({ "k2" => "z" }, call("flush", nil))
    end

    private

    def call(op, key) = Fault::Trial::Call.new(step: { "op" => op, "key" => key, "role" => "subject" }, type: "ok", value: true)

    def said(changed = {}, *calls, **facts)
      trial = MadeTrial.trial(*calls, state: HELD.merge(changed), **facts)
      MadeTrial.judged(Fault::Invariants::Writes::IntactServer, trial)
    end
  end

  class Fault::Invariants::Writes::PlacementTest < Minitest::Test
    BEFORE = Fault::Trial::Placement.new(at: { "a" => 0, "b" => 0, "c" => 1, "d" => 1 })

    def test_the_share_of_moved_keys_is_reported_and_not_judged
      assert_equal ["INFO", "50 % of 4 keys moved to another server"],
                   said(BEFORE, Fault::Trial::Placement.new(at: { "a" => 0, "b" => 1, "c" => 1, "d" => 0 }))
    end

    def test_each_peer_is_named
      peers = [BEFORE.with(by: "dalli"), BEFORE.with(at: BEFORE.at.merge("a" => 1), by: "pylibmc")]

      assert_equal ["INFO", "100 % of 4 keys are on the server where dalli has them, " \
                            "75 % of 4 keys are on the server where pylibmc has them"],
                   said(BEFORE, *peers)
    end

    def test_one_look_shows_no_move
      assert_nil said(BEFORE)
      assert_nil said
    end

    private

    def said(*placed) = MadeTrial.judged(Fault::Invariants::Writes::Placement, MadeTrial.trial(placed: placed))
  end
end
