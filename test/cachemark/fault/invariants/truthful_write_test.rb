# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::TruthfulWriteTest < Minitest::Test
    OLD, NEW = [false, true].map { |again| MadeTrial::CANARY.value("k1", again: again) }

    def test_what_is_told_as_stored_is_on_the_server
      assert_nil said(written("set"), NEW)
      assert_equal "FAIL", said(written("set"), OLD).first
      assert_equal ["FAIL", "add was told as done, and the server holds nothing"], said(written("add"), nil)
    end

    def test_what_is_told_as_deleted_is_gone
      assert_nil said(written("delete"), nil)
      assert_equal "FAIL", said(written("delete"), OLD).first
    end

    def test_a_delete_must_not_say_that_there_was_nothing
      deny = written("delete", value: false)

      assert_equal ["FAIL", "delete was told as not there, and the server holds it"], said(deny, OLD)
      assert_equal ["NON-STRICT", "delete was told as not there, and the server has deleted it"], said(deny, nil)
      excused = MadeTrial.trial(deny, state: { "k1" => OLD }, bounds: Catalog::Client::Examination.new(misses: "it says False"))
      assert_equal "INFO", Fault::Invariants::TruthfulWrite.call(excused).first
    end

    def test_what_is_told_as_failed_may_be_either
      assert_nil said(MadeTrial.raised("k1", role: "subject", op: "set"), NEW)
      assert_nil said(written("set", value: false), OLD)
      assert_nil said(written("set", value: nil), OLD)
    end

    def test_a_value_of_the_faults_own_is_known_by_what_was_told_of_it
      assert_nil said(written("set").with(wrote: MadeTrial.told("own")), "own")
      assert_equal "FAIL", said(written("set").with(wrote: MadeTrial.told("own")), "ow").first
    end

    def test_one_that_is_too_large_to_be_told_may_be_compressed_there
      large = written("set").with(wrote: { "size" => 900_000, "crc32" => 7, "encoding" => "ASCII-8BIT" })

      assert_nil said(large, "its bytes, in some form")
      assert_equal %w[FAIL FAIL], [OLD, nil].map { |held| said(large, held).first }
    end

    private

    def written(op, value: true)
      step = { "op" => op, "key" => "k1", "role" => "subject", "raw" => true }
      Fault::Call.new(step: step, type: "ok", value: value, began_ns: 0, ended_ns: 1)
    end

    def said(call, held) = Fault::Invariants::TruthfulWrite.call(MadeTrial.trial(call, state: { "k1" => held }))
  end
end
