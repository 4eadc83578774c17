# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::KeptWritesTest < Minitest::Test
    OLD, NEW = [false, true].map { |again| MadeTrial::CANARY.value("k1", again: again) }

    def test_a_key_that_was_set_holds_what_was_set
      assert_nil said([set(NEW), set("other", lane: 1)], NEW)
      assert_nil said([set(NEW), set("other", lane: 1)], "other")
    end

    def test_sets_that_were_told_as_done_are_not_lost
      words = "sets of k1 were told as done, and the server holds none of their values"

      assert_equal ["FAIL", words], said([set(NEW), set(NEW, lane: 1)], OLD)
      assert_equal ["FAIL", words], said([set(NEW), set(NEW, lane: 1)], nil)
    end

    def test_one_of_which_it_is_not_known_may_have_come_last
      raised = MadeTrial.raised("k1", op: "set").with(wrote: MadeTrial.told("raised"))

      assert_nil said([set(NEW), raised], "raised")
      assert_nil said([set(NEW), set("unsaid", value: nil)], "unsaid")
      assert_equal "FAIL", said([set(NEW), set("refused", value: false)], "refused").first
    end

    def test_one_that_is_too_large_to_be_told_may_be_compressed_there
      large = set(NEW).with(wrote: { "size" => 900_000, "crc32" => 7, "encoding" => "ASCII-8BIT" })

      assert_nil said([large], "its bytes, in some form")
      assert_equal "FAIL", said([large], nil).first
    end

    def test_where_none_was_told_as_done_nothing_is_promised
      assert_nil said([set(NEW, value: nil), set(NEW, value: false)], OLD)
      assert_nil said([MadeTrial.read("k1", MadeTrial.own("k1"))], nil)
    end

    def test_each_key_has_sets_of_its_own
      found = said([set(NEW), set("two", key: "k2", lane: 1), set("three", key: "k3", lane: 2)], NEW, "k2" => "two", "k3" => OLD)

      assert_equal ["FAIL", "sets of k3 were told as done, and the server holds none of their values"], found
    end

    def test_what_is_no_set_promises_nothing
      assert_nil said([set(NEW, op: "add")], OLD)
    end

    private

    def set(wrote, value: true, lane: 0, key: "k1", op: "set")
      step = { "op" => op, "key" => key, "role" => "probe", "raw" => true }
      Fault::Call.new(step: step, type: "ok", lane: lane, value: value, wrote: MadeTrial.told(wrote), began_ns: 0, ended_ns: 1)
    end

    def said(calls, held, others = {})
      Fault::Invariants::KeptWrites.call(MadeTrial.trial(*calls, state: { "k1" => held, **others }))
    end
  end
end
