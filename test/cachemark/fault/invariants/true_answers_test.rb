# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::TrueAnswersTest < Minitest::Test
    OLD, NEW = [false, true].map { |again| MadeTrial::CANARY.value("k2", again: again) }
    MISSES = Catalog::Client::Examination.new(misses: "it documents that")

    def test_what_is_told_as_stored_is_on_the_server
      assert_nil said(told("set", true), held: NEW)
      assert_nil said(told("set", true), held: "compressed")
      assert_equal ["FAIL", "set of k2 was told as done, and the server holds nothing"], said(told("set", true), held: nil)
      assert_equal ["FAIL", "add of k2 was told as done, and the server holds the old value"], said(told("add", true), held: OLD)
    end

    def test_what_a_counter_held_is_an_old_value_too
      assert_equal "FAIL", said(told("set", true, "c1"), counter: "4").first
    end

    def test_what_is_told_as_not_stored_may_be_either_and_nothing_says_nothing
      [false, nil].product(%w[set add]) { |value, op| assert_nil said(told(op, value), held: OLD) }
      assert_nil said(MadeTrial.raised("k2", op: "set"), held: OLD)
    end

    def test_of_a_key_that_several_calls_write_nothing_is_said
      assert_nil said(told("set", true), told("set", true), held: OLD)
      assert_nil said(told("set", true), told("delete", true), held: OLD)
    end

    def test_what_is_told_as_deleted_is_gone
      assert_nil said(told("delete", true), held: nil)
      assert_equal ["FAIL", "delete of k2 was told as done, and the server holds it"], said(told("delete", true), held: OLD)
    end

    def test_what_is_told_as_not_deleted_is_not_what_the_server_has_deleted
      words = "delete of k2 was told as not done, and the server has deleted it"

      assert_nil said(told("delete", false), held: OLD)
      assert_nil said(told("delete", nil), held: nil)
      assert_equal ["FAIL", words], said(told("delete", false), held: nil)
      assert_equal ["INFO", "#{words}: it documents that"], said(told("delete", false), held: nil, bounds: MISSES)
    end

    def test_a_delete_of_what_was_never_there_is_told_as_done_always_or_never
      no, yes, silent = [false, true, nil].map { |value| told("delete", value, "absent") }
      lie = ["FAIL", "delete of absent was told as done, and it was never there"]

      [[no, no], [yes, yes], [yes], [yes, silent], [yes, no]].each { |calls| assert_nil said(*calls) }
      assert_nil said(MadeTrial.raised("absent", op: "delete"), yes)
      assert_equal [lie, lie], [said(no, yes), said(silent, yes)]
      assert_nil said(no, told("add", true, "absent"), told("delete", true, "absent"))
    end

    def test_the_last_number_is_the_counters
      assert_nil said(told("incr", 5, "c1"), told("incr", 6, "c1"), counter: "6")
      assert_nil said(told("incr", nil, "c1"), counter: "6")
      assert_nil said(told("incr", MadeTrial.told("6"), "c1"), counter: "6")
      assert_equal "CORRUPT", said(told("incr", MadeTrial.told("5"), "c1"), counter: "6").first
      assert_equal ["CORRUPT", "incr of c1 returned 5, and the counter holds 6"],
                   said(MadeTrial.raised("c1", op: "incr"), told("incr", 5, "c1"), counter: "6")
      assert_equal ["CORRUPT", "decr of c1 returned 3, and the counter holds nothing"], said(told("decr", 3, "c1"), counter: nil)
    end

    def test_the_worst_is_told
      assert_equal "CORRUPT", said(told("set", true), told("incr", 5, "c1"), told("delete", true, "k3"), held: OLD).first
    end

    def test_calls_that_do_not_write_have_other_rules
      assert_nil said(MadeTrial.read("k2", MadeTrial.own("k3")), held: OLD)
    end

    private

    def told(op, value, key = "k2")
      step = { "op" => op, "key" => key, "role" => "tried", "raw" => true }
      Fault::Call.new(step: step, type: "ok", value: value, began_ns: 0, ended_ns: 1)
    end

    def said(*calls, held: nil, counter: nil, **facts)
      state = { "k2" => held, "c1" => counter, "k3" => "there", "absent" => nil }
      Fault::Invariants::TrueAnswers.call(MadeTrial.trial(*calls, state: state, **facts))
    end
  end
end
