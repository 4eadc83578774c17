# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::Values::OwnValueTest < Minitest::Test
    def test_a_keys_own_value_is_right_whichever_was_written
      assert_nil said(MadeTrial.read("k2", MadeTrial.own("k2")), MadeTrial.read("k1", MadeTrial.own("k1", again: true)))
    end

    def test_another_keys_value_is_corrupt
      assert_equal ["CORRUPT", /get of k2 returned another key's value/], said_like(MadeTrial.read("k2", MadeTrial.own("k1")))
    end

    def test_another_calls_reply_is_corrupt
      assert_equal ["CORRUPT", /a value of no key: "true"/], said_like(MadeTrial.read("k2", true))
      assert_equal ["CORRUPT", /a broken value/],
                   said_like(MadeTrial.read("k2", MadeTrial.bytes(MadeTrial::CANARY.value("k2")[0..-5])))
    end

    def test_a_miss_of_an_existing_key_is_a_failure
      assert_equal ["FAIL", /get of k2 returned a miss/], said_like(MadeTrial.read("k2", nil))
    end

    def test_a_quiet_call_returns_nothing
      quiet = Fault::Trial::Call.new(step: { "op" => "incr", "key" => "c1", "role" => "quiet" }, type: "ok", value: nil)

      assert_nil said(quiet)
      assert_equal "FAIL", said(quiet.with(step: quiet.step.merge("role" => "probe"))).first
    end

    def test_a_key_that_a_multi_get_omits_is_missed_too
      multi = MadeTrial.read("k1", { "pairs" => [[MadeTrial.bytes("cm-aa00-k1"), MadeTrial.own("k1")]] }, role: "subject")
      multi = multi.with(step: { "op" => "get_multi", "keys" => %w[k1 k2 absent] })

      assert_equal ["FAIL", "get_multi of k2 returned a miss, and the key exists"], said(multi)
    end

    def test_a_multi_get_returns_no_key_that_was_not_asked_for
      multi = MadeTrial.read("k1", { "pairs" => [[MadeTrial.bytes("cm-aa00-k2"), MadeTrial.own("k2")]] })
      multi = multi.with(step: { "op" => "get_multi", "keys" => %w[absent] })

      assert_equal ["CORRUPT", "get_multi returned the value of k2, which was not asked for"], said(multi)
    end

    def test_a_caller_that_gives_up_gets_no_values
      multi = MadeTrial.read("k1", { "pairs" => [] })

      assert_nil said(multi.with(step: { "op" => "get_multi", "keys" => %w[k1 k2], "block" => "break" }))
      assert_equal "FAIL", said(multi.with(step: { "op" => "get_multi", "keys" => %w[k1 k2], "block" => "all" })).first
    end

    def test_a_documented_miss_is_only_reported
      bounds = Catalog::Client::CheckSettings.new(misses: "errors are misses", source: "https://example.org")
      trial = MadeTrial.trial(MadeTrial.read("k2", nil), bounds: bounds)

      assert_equal ["INFO", "get of k2 returned a miss, and the key exists: errors are misses", "documented"],
                   MadeTrial.judged(Fault::Invariants::Values::OwnValue, trial)
    end

    def test_the_worst_of_several_is_reported
      assert_equal "CORRUPT", said(MadeTrial.read("k2", nil), MadeTrial.read("k3", MadeTrial.own("k4"))).first
    end

    def test_a_key_that_was_being_deleted_may_be_gone
      delete = MadeTrial.raised("k1", role: "subject", op: "delete")

      assert_nil said(delete, MadeTrial.read("k1", nil))
      assert_equal "FAIL", said(delete, MadeTrial.read("k2", nil)).first
    end

    def test_a_miss_of_an_absent_key_is_right
      gone = MadeTrial.trial(MadeTrial.read("k2", nil), state: { "k2" => nil, "k3" => "x" })

      assert_nil MadeTrial.judged(Fault::Invariants::Values::OwnValue, gone)
      assert_equal "FAIL", MadeTrial.judged(Fault::Invariants::Values::OwnValue, gone.with(state: { "k2" => "x" })).first
    end

    def test_a_number_that_the_counter_never_had_is_corrupt
      counted = ->(value, op) { MadeTrial.read("c1", value, role: "subject").with(step: { "op" => op, "key" => "c1" }) }

      assert_equal [nil] * 3, [5, 6, MadeTrial.bytes("5 ")].map { |value| said(counted.call(value, "incr")) }
      assert_equal ["CORRUPT", "incr returned 99, which the counter never was"], said(counted.call(99, "incr"))
      assert_equal ["CORRUPT", "decr returned 1, which the counter never was"], said(counted.call(1, "decr"))
      thrice = MadeTrial.trial(counted.call(7, "incr"), state: { "c1" => "7" })
      assert_nil Fault::Invariants::Values::OwnValue.call(thrice)
      assert_equal "CORRUPT", Fault::Invariants::Values::OwnValue.call(thrice.with(state: { "c1" => "6" })).outcome
    end

    def test_no_documentation_of_failures_excuses_a_wrong_number
      incr = MadeTrial.read("c1", 0, role: "subject").with(step: { "op" => "incr", "key" => "c1" })
      trial = MadeTrial.trial(incr, bounds: Catalog::Client::CheckSettings.new(misses: "it returns 0"))

      assert_equal ["CORRUPT", "incr returned 0, which the counter never was"],
                   MadeTrial.judged(Fault::Invariants::Values::OwnValue, trial)
    end

    def test_anything_but_a_number_is_another_calls_reply
      counted = ->(value) { MadeTrial.read("c1", value, role: "subject").with(step: { "op" => "incr", "key" => "c1" }) }

      assert_equal ["CORRUPT", "incr returned true, which is not a number"], said(counted.call(true))
      assert_equal ["CORRUPT", 'incr returned "STORED", which is not a number'], said(counted.call(MadeTrial.bytes("STORED")))
    end

    def test_a_part_of_a_number_is_corrupt_where_it_counts_by_more
      twelve = ->(value) { MadeTrial.read("c1", value, role: "subject").with(step: { "op" => "incr", "key" => "c1", "by" => 8 }) }

      assert_equal [nil, "CORRUPT"], [12, 1].map { |value| said(twelve.call(value))&.first }
    end

    def test_a_counter_that_is_reported_as_absent_is_a_miss
      incr = MadeTrial.read("c1", nil, role: "subject").with(step: { "op" => "incr", "key" => "c1" })
      trial = MadeTrial.trial(incr, state: { "c1" => "5" })
      said = ["FAIL", "incr of c1 returned a miss, and the key exists"]

      assert_equal said, MadeTrial.judged(Fault::Invariants::Values::OwnValue, trial)
      assert_equal said, MadeTrial.judged(Fault::Invariants::Values::OwnValue, trial.with(calls: [incr.with(value: false)]))
      assert_nil MadeTrial.judged(Fault::Invariants::Values::OwnValue, trial.with(state: { "c1" => nil }))
    end

    def test_documentation_of_failures_excuses_nothing_without_a_fault
      bounds = Catalog::Client::CheckSettings.new(misses: "errors are misses")
      trial = MadeTrial.trial(MadeTrial.read("k2", nil), bounds: bounds)

      assert_equal %w[INFO documented], MadeTrial.judged(Fault::Invariants::Values::OwnValue, trial).values_at(0, 2)
      assert_equal "FAIL", MadeTrial.judged(Fault::Invariants::Values::OwnValue, trial.with(harmed: false)).first
    end

    def test_a_value_that_was_overwritten_before_the_call_is_stale
      set = MadeTrial.read("k2", true).with(step: { "op" => "set", "key" => "k2", "role" => "probe" }, ended_ns: 10)
      old = MadeTrial.read("k2", MadeTrial.own("k2")).with(began_ns: 20)

      assert_equal ["FAIL", "get of k2 returned the value from before a set that was reported as done"], said(set, old)
      assert_nil said(set, old.with(began_ns: 5))
      assert_nil said(set, old.with(value: MadeTrial.own("k2", again: true)))
      assert_nil said(set.with(value: false), old)
      assert_nil said(set.with(step: { "op" => "set", "key" => "k3" }), old)
    end

    private

    def said(*calls) = MadeTrial.judged(Fault::Invariants::Values::OwnValue, MadeTrial.trial(*calls))

    # [outcome, the pattern that the reason matched, or the reason]
    def said_like(*calls)
      outcome, reason = said(*calls)
      patterns = [/get of k2 returned another key's value/, /a value of no key: "true"/, /a broken value/,
                  /get of k2 returned a miss/]
      [outcome, patterns.find { |pattern| pattern.match?(reason) } || reason]
    end
  end

  class Fault::Invariants::Values::InStepTest < Minitest::Test
    def test_a_call_that_was_refused_in_part_may_miss_keys_and_later_calls_may_not
      assert_nil said(MadeTrial.read("k1", nil, role: "subject"))
      assert_equal "FAIL", said(MadeTrial.read("k1", nil, role: "subject"), MadeTrial.read("k2", nil)).first
    end

    def test_another_keys_value_is_corrupt_in_each_call
      assert_equal "CORRUPT", said(MadeTrial.read("k1", MadeTrial.own("k2"), role: "subject")).first
      assert_equal "CORRUPT", said(MadeTrial.raised("k1", role: "subject"), MadeTrial.read("k2", MadeTrial.own("k3"))).first
    end

    private

    def said(*calls) = MadeTrial.judged(Fault::Invariants::Values::InStep, MadeTrial.trial(*calls))
  end

  class Fault::Invariants::Values::StrictValueTest < Minitest::Test
    def test_the_answered_call_must_reject_a_wrong_reply
      outcome, reason = said(MadeTrial.read("k1", MadeTrial.own("k7"), role: "subject"))

      assert_equal "FAIL", outcome
      assert_match(/\Athe server was wrong first: get of k1 returned another key's value/, reason)
      assert_nil said(MadeTrial.raised("k1", role: "subject"))
    end

    def test_a_wrong_reply_taken_for_a_miss_harms_nobody
      assert_equal "NON-STRICT", said(MadeTrial.read("k1", nil, role: "subject")).first
      excused = Catalog::Client::CheckSettings.new(misses: "it says so")
      assert_equal %w[INFO documented], said(MadeTrial.read("k1", nil, role: "subject"), bounds: excused).values_at(0, 2)
    end

    def test_the_rest_of_a_wrong_reply_must_not_answer_another_call
      outcome, reason = said(MadeTrial.raised("k1", role: "subject"), MadeTrial.read("k2", MadeTrial.own("k1")))

      assert_equal "FAIL", outcome
      assert_match(/\Athe server was wrong first: get of k2/, reason)
      assert_equal "NON-STRICT", said(MadeTrial.raised("k1", role: "subject"), MadeTrial.read("k2", nil)).first
    end

    def test_the_worse_of_both_is_reported
      assert_equal "FAIL", said(MadeTrial.read("k1", nil, role: "subject"), MadeTrial.read("k2", MadeTrial.own("k1"))).first
    end

    private

    def said(*calls, **facts) = MadeTrial.judged(Fault::Invariants::Values::StrictValue, MadeTrial.trial(*calls, **facts))
  end

  class Fault::Invariants::Values::UnaskedReplyTest < Minitest::Test
    def test_the_call_with_an_unasked_reply_is_judged_as_with_any_wrong_reply
      assert_equal "FAIL", said(MadeTrial.read("k1", MadeTrial.own("k7"), role: "subject")).first
      assert_equal "NON-STRICT", said(MadeTrial.read("k1", nil, role: "subject"), MadeTrial.read("k2", MadeTrial.own("k1"))).first
      assert_nil said(MadeTrial.raised("k1", role: "subject"))
    end

    def test_the_rest_of_an_unasked_reply_is_the_servers_error
      outcome, reason = said(MadeTrial.raised("k1", role: "subject"), MadeTrial.read("k2", MadeTrial.own("k1")))

      assert_equal "INFO", outcome
      assert_match(/\Athe server was wrong first: get of k2/, reason)
    end

    def test_the_servers_error_needs_no_documentation
      bounds = Catalog::Client::CheckSettings.new(misses: "errors are misses")
      trial = MadeTrial.trial(MadeTrial.raised("k1", role: "subject"), MadeTrial.read("k2", nil), bounds: bounds)

      assert_equal ["INFO", nil], Fault::Invariants::Values::UnaskedReply.call(trial).to_h.values_at(:outcome, :because)
    end

    private

    def said(*calls) = MadeTrial.judged(Fault::Invariants::Values::UnaskedReply, MadeTrial.trial(*calls))
  end

  class Fault::Invariants::Values::NoticesTest < Minitest::Test
    def test_an_error_or_a_miss_is_right
      assert_nil said(MadeTrial.raised("k1", role: "subject"))
      assert_nil said(MadeTrial.read("k1", nil, role: "subject"))
      assert_nil MadeTrial.judged(Fault::Invariants::Values::Notices, MadeTrial.trial(MadeTrial.read("k2", "its value")))
    end

    def test_an_accepted_reply_is_reported
      assert_equal ["NON-STRICT", "get accepted a reply that names another request"],
                   said(MadeTrial.read("k1", MadeTrial::CANARY.value("k1"), role: "subject"))
      assert_equal "NON-STRICT", said(MadeTrial.read("k1", nil, role: "subject").with(value: true)).first
    end

    private

    def said(call) = MadeTrial.judged(Fault::Invariants::Values::Notices, MadeTrial.trial(call))
  end

  class Fault::Invariants::Values::RoundTripTest < Minitest::Test
    Misses = Struct.new(:misses)

    def test_the_written_value_is_read
      assert_nil said(write(5), MadeTrial.read("k1", 5))
    end

    def test_a_miss_of_a_written_value_is_a_failure
      assert_equal ["FAIL", "get of k1 returned a miss of a value that was reported as written"],
                   said(write(5), MadeTrial.read("k1", nil))
    end

    def test_a_documented_miss_of_a_written_value_is_only_reported
      said = said(write(5), MadeTrial.read("k1", nil), bounds: Misses.new("its README says so"))

      assert_equal ["INFO", "get of k1 returned a miss of a value that was reported as written: its README says so",
                    "documented"], said
    end

    def test_another_type_is_a_failure_and_other_bytes_are_corrupt
      assert_equal ["FAIL", "get of k1 returned the value as another type: \"5\" in ASCII-8BIT"],
                   said(write(5), MadeTrial.read("k1", MadeTrial.bytes("5")))
      assert_equal ["CORRUPT", "get of k1 returned a value that nobody wrote: 6"], said(write(5), MadeTrial.read("k1", 6))
    end

    def test_a_peers_value_is_reported_with_its_writer
      set = write(5).then { |call| call.with(step: call.step.merge("author" => "pylibmc")) }

      assert_equal ["CORRUPT", "get of k1, which pylibmc wrote, returned a value that nobody wrote: 6"],
                   said(set, MadeTrial.read("k1", 6))
    end

    def test_the_stored_bytes_of_another_client_are_no_wrong_value
      set = write(5).then { |call| call.with(step: call.step.merge("author" => "pylibmc")) }
      read = MadeTrial.read("k1", MadeTrial.bytes("I5"))
      left = { "pylibmc" => { "k1" => "I5" } }

      assert_equal ["INFO", "get of k1, which pylibmc wrote, returned the bytes as they were stored: " \
                            "the clients have no format in common: \"I5\" in ASCII-8BIT"], said(set, read, left: left)

      read = MadeTrial.read("k1", MadeTrial.bytes("5"))

      assert_equal "FAIL", said(write(5), read, left: { "pylibmc" => { "k1" => "5" } }).first
    end

    def test_another_decoding_of_a_peers_bytes_is_no_wrong_value_unless_it_is_another_keys
      set = write(5).then { |call| call.with(step: call.step.merge("author" => "pylibmc")) }
      misread, other = MadeTrial.read("k1", MadeTrial.bytes("5I")), MadeTrial.read("k1", MadeTrial.own("k2"))
      outcomes = [misread, other].map { |read| said(set, read, left: { "pylibmc" => { "k1" => "I5" } }).first }

      assert_equal %w[INFO CORRUPT], outcomes
      assert_equal "CORRUPT", said(set, misread).first
    end

    def test_another_keys_value_is_reported_as_such
      outcome, reason = said(MadeTrial.read("k3", MadeTrial.own("k2")))

      assert_equal "CORRUPT", outcome
      assert_match(/\Aget of k3 returned another key's value: "cm-/, reason)
    end

    def test_the_worst_reading_is_reported
      assert_equal "CORRUPT", said(write(5), MadeTrial.read("k1", nil), MadeTrial.read("k2", 6)).first
    end

    private

    def write(wrote)
      step = { "op" => "set", "key" => "k1", "value" => "v", "raw" => false }
      Fault::Trial::Call.new(step: step, type: "ok", value: true, wrote: wrote)
    end

    def said(*calls, **facts) = MadeTrial.judged(Fault::Invariants::Values::RoundTrip, MadeTrial.trial(*calls, **facts))
  end

  class Fault::Invariants::Values::FreshTest < Minitest::Test
    FLUSH = Fault::Trial::Call.new(step: { "server" => "flush" }, type: "ok")

    def test_a_miss_is_allowed_where_servers_come_and_go
      assert_nil said(MadeTrial.read("k1", nil), MadeTrial.read("k2", MadeTrial.own("k2")))
    end

    def test_an_older_value_is_a_failure
      stale = MadeTrial.read("k1", MadeTrial.own("k1"))

      assert_equal ["FAIL", /older value of the key/], matched(/older value of the key/, FLUSH, stale)
    end

    def test_another_keys_value_is_corrupt
      assert_equal ["CORRUPT", /another key's value/], matched(/another key's value/, MadeTrial.read("k1", MadeTrial.own("k2")))
    end

    private

    def said(*calls) = MadeTrial.judged(Fault::Invariants::Values::Fresh, MadeTrial.trial(*calls))

    # [outcome, the pattern where the reason matches it]
    def matched(pattern, *calls)
      outcome, reason = said(*calls)
      [outcome, reason.match?(pattern) ? pattern : reason]
    end
  end

  class Fault::Invariants::Values::AsStoredTest < Minitest::Test
    def test_the_stored_bytes_are_right_and_so_is_a_miss
      assert_nil said(read("k1", MadeTrial.bytes("\x04\b[\x00")))
      assert_nil said(read("k2", nil))
    end

    def test_a_value_that_was_decoded_is_a_failure
      assert_equal ["FAIL", "get of k1 returned a decoded value, and not the bytes that are stored"],
                   said(read("k1", { "list" => [] }))
      assert_equal ["FAIL", "get of k1 returned other bytes than are stored"], said(read("k1", MadeTrial.bytes("unpacked")))
    end

    def test_each_value_of_several_keys_counts
      call = read("k1", { "pairs" => [[MadeTrial.bytes("cm-aa00-k1"), true]] })

      assert_equal "FAIL", said(call.with(step: call.step.except("key").merge("op" => "get_multi", "keys" => %w[k1 k2]))).first
    end

    def test_a_read_that_failed_is_a_failure
      call = MadeTrial.raised("k1", error: "ArgumentError", message: "unknown keyword: :raw")

      assert_equal ["FAIL", "get failed: ArgumentError: unknown keyword: :raw"],
                   said(call.with(step: call.step.merge("bytes" => true)))
    end

    def test_other_reads_may_decode
      assert_nil said(MadeTrial.read("k1", { "list" => [] }))
    end

    private

    def read(name, value)
      call = MadeTrial.read(name, value)
      call.with(step: call.step.merge("bytes" => true))
    end

    def said(call)
      MadeTrial.judged(Fault::Invariants::Values::AsStored, MadeTrial.trial(call, state: { "k1" => "\x04\b[\x00".b }))
    end
  end
end
