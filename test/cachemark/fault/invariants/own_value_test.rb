# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::OwnValueTest < Minitest::Test
    def test_a_keys_own_value_is_right_whichever_was_written
      assert_nil said(MadeTrial.read("k2", MadeTrial.own("k2")), MadeTrial.read("k1", MadeTrial.own("k1", again: true)))
    end

    def test_another_keys_value_is_corrupt
      assert_equal ["CORRUPT", /get of k2 returned another key's value/], said_like(MadeTrial.read("k2", MadeTrial.own("k1")))
    end

    def test_an_answer_to_something_else_is_corrupt
      assert_equal ["CORRUPT", /no value of any key: "true"/], said_like(MadeTrial.read("k2", true))
      assert_equal ["CORRUPT", /a broken value/], said_like(MadeTrial.read("k2", MadeTrial.told(MadeTrial::CANARY.value("k2")[0..-5])))
    end

    def test_a_miss_of_a_key_that_is_there_is_a_failure_and_no_corruption
      assert_equal ["FAIL", /get of k2 returned a miss/], said_like(MadeTrial.read("k2", nil))
    end

    def test_a_key_that_a_multi_get_leaves_out_is_missed_too
      multi = MadeTrial.read("k1", { "pairs" => [[MadeTrial.told("cm-aa00-k1"), MadeTrial.own("k1")]] }, role: "subject")
      multi = multi.with(step: { "op" => "get_multi", "keys" => %w[k1 k2 absent] })

      assert_equal ["FAIL", "get_multi of k2 returned a miss, and the key is there"], said(multi)
    end

    def test_a_miss_that_is_documented_for_an_error_is_told_with_that
      bounds = Catalog::Client::Examination.new(misses: "errors are misses", source: "https://example.org")
      trial = MadeTrial.trial(MadeTrial.read("k2", nil), bounds: bounds)

      assert_equal ["INFO", "get of k2 returned a miss, and the key is there: errors are misses"], Fault::Invariants::OwnValue.call(trial)
    end

    def test_the_worst_of_several_is_told
      assert_equal "CORRUPT", said(MadeTrial.read("k2", nil), MadeTrial.read("k3", MadeTrial.own("k4"))).first
    end

    def test_a_key_that_was_being_deleted_may_be_gone
      delete = MadeTrial.raised("k1", role: "subject", op: "delete")

      assert_nil said(delete, MadeTrial.read("k1", nil))
      assert_equal "FAIL", said(delete, MadeTrial.read("k2", nil)).first
    end

    def test_a_miss_of_a_key_that_is_not_there_is_right
      gone = MadeTrial.trial(MadeTrial.read("k2", nil), state: { "k2" => nil, "k3" => "x" })

      assert_nil Fault::Invariants::OwnValue.call(gone)
      assert_equal "FAIL", Fault::Invariants::OwnValue.call(gone.with(state: { "k2" => "x" })).first
    end

    def test_a_number_that_the_counter_never_was_is_corrupt
      counted = ->(value, op) { MadeTrial.read("c1", value, role: "subject").with(step: { "op" => op, "key" => "c1" }) }

      assert_equal [nil] * 3, [5, 6, MadeTrial.told("5 ")].map { |value| said(counted.call(value, "incr")) }
      assert_equal ["CORRUPT", "incr returned 99, which the counter never was"], said(counted.call(99, "incr"))
      assert_equal ["CORRUPT", "decr returned 1, which the counter never was"], said(counted.call(1, "decr"))
      thrice = MadeTrial.trial(counted.call(7, "incr"), state: { "c1" => "7" })
      assert_equal [nil, "CORRUPT"], [thrice, thrice.with(state: { "c1" => "6" })].map { |one| Fault::Invariants::OwnValue.call(one)&.first }
      excused = MadeTrial.trial(counted.call(0, "incr"), bounds: Catalog::Client::Examination.new(misses: "it returns 0"))
      assert_equal ["INFO", "incr returned 0, which the counter never was: it returns 0"], Fault::Invariants::OwnValue.call(excused)
    end

    def test_what_is_no_number_is_another_calls_answer
      counted = ->(value) { MadeTrial.read("c1", value, role: "subject").with(step: { "op" => "incr", "key" => "c1" }) }

      assert_equal ["CORRUPT", "incr returned true, which is no number"], said(counted.call(true))
      assert_equal ["CORRUPT", 'incr returned "STORED", which is no number'], said(counted.call(MadeTrial.told("STORED")))
    end

    def test_a_part_of_a_number_is_corrupt_where_it_counts_by_more
      twelve = ->(value) { MadeTrial.read("c1", value, role: "subject").with(step: { "op" => "incr", "key" => "c1", "by" => 8 }) }

      assert_equal [nil, "CORRUPT"], [12, 1].map { |value| said(twelve.call(value))&.first }
    end

    def test_a_counter_that_is_told_as_not_there_is_a_miss
      incr = MadeTrial.read("c1", nil, role: "subject").with(step: { "op" => "incr", "key" => "c1" })
      trial = MadeTrial.trial(incr, state: { "c1" => "5" })
      said = ["FAIL", "incr of c1 returned a miss, and the key is there"]

      assert_equal said, Fault::Invariants::OwnValue.call(trial)
      assert_equal said, Fault::Invariants::OwnValue.call(trial.with(calls: [incr.with(value: false)]))
      assert_nil Fault::Invariants::OwnValue.call(trial.with(state: { "c1" => nil }))
    end

    def test_what_is_documented_of_failures_excuses_nothing_where_nothing_was_done
      bounds = Catalog::Client::Examination.new(misses: "errors are misses")
      trial = MadeTrial.trial(MadeTrial.read("k2", nil), bounds: bounds)

      assert_equal "INFO", Fault::Invariants::OwnValue.call(trial).first
      assert_equal "FAIL", Fault::Invariants::OwnValue.call(trial.with(harmed: false)).first
    end

    def test_what_was_overwritten_before_it_was_asked_for_is_an_old_value
      set = MadeTrial.read("k2", true).with(step: { "op" => "set", "key" => "k2", "role" => "probe" }, ended_ns: 10)
      old = MadeTrial.read("k2", MadeTrial.own("k2")).with(began_ns: 20)

      assert_equal ["FAIL", "get of k2 returned the value from before a set that was told as done"], said(set, old)
      assert_nil said(set, old.with(began_ns: 5))
      assert_nil said(set, old.with(value: MadeTrial.own("k2", again: true)))
      assert_nil said(set.with(value: false), old)
      assert_nil said(set.with(step: { "op" => "set", "key" => "k3" }), old)
    end

    private

    def said(*calls) = Fault::Invariants::OwnValue.call(MadeTrial.trial(*calls))

    # [outcome, the pattern that the reason matched, or the reason]
    def said_like(*calls)
      outcome, reason = said(*calls)
      patterns = [/get of k2 returned another key's value/, /no value of any key: "true"/, /a broken value/,
                  /get of k2 returned a miss/]
      [outcome, patterns.find { |pattern| pattern.match?(reason) } || reason]
    end
  end
end
