# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::PossibleValuesTest < Minitest::Test
    NEW = { "bytes" => ["new"].pack("m0"), "encoding" => "UTF-8" }.freeze

    def test_a_key_holds_its_start_value
      assert_empty problems(MadeTrial.read("k1", MadeTrial.own("k1")))
      assert_equal [:missed], problems(MadeTrial.read("k1", nil))
      assert_equal [:others], problems(MadeTrial.read("k1", MadeTrial.own("k2")))
      assert_equal [:wrong], problems(MadeTrial.read("k1", NEW))
    end

    def test_a_key_holds_the_written_value_and_the_older_one_is_stale
      set = write("k1", NEW)

      assert_empty problems(set, MadeTrial.read("k1", NEW))
      assert_equal [:stale], problems(set, MadeTrial.read("k1", MadeTrial.own("k1")))
    end

    def test_a_write_that_failed_may_have_been_applied_or_have_removed_the_value
      failed = write("k1", NEW, type: "raised")
      refused = write("k1", NEW, value: false)

      [MadeTrial.own("k1"), NEW, nil].each do |value|
        assert_empty problems(failed, MadeTrial.read("k1", value))
        assert_empty problems(refused, MadeTrial.read("k1", value))
      end
      assert_equal [:others], problems(failed, MadeTrial.read("k1", MadeTrial.own("k2")))
    end

    def test_nil_is_a_failed_write_only_where_the_client_documents_it
      silent = [write("k1", NEW, value: nil), MadeTrial.read("k1", MadeTrial.own("k1"))]

      assert_equal [:stale], problems(*silent)
      assert_empty problems(*silent, bounds: Struct.new(:misses).new("its documentation"))
    end

    def test_a_counter_holds_its_count_as_text
      step = { "op" => "incr", "key" => "odd", "by" => 1, "initial" => 5 }
      made = Fault::Trial::Call.new(step: step, type: "ok", value: 5)

      assert_empty problems(made, MadeTrial.read("odd", MadeTrial.bytes("5")))
      assert_equal [:missed], problems(made, MadeTrial.read("odd", nil))
      assert_equal [:stale], problems(made, made.with(value: 6), MadeTrial.read("odd", MadeTrial.bytes("5")))
      [nil, MadeTrial.bytes("5")].each { |held| assert_empty problems(made.with(type: "raised"), MadeTrial.read("odd", held)) }
      assert_empty problems(made.with(value: nil), MadeTrial.read("odd", nil)), "it reports a miss"
    end

    def test_an_add_that_found_the_key_taken_changed_nothing
      assert_equal [:wrong], problems(write("k1", NEW, op: "add", value: false), MadeTrial.read("k1", NEW))
    end

    def test_a_raw_value_is_compared_by_its_bytes_and_another_by_its_type_too
      bytes = NEW.merge("encoding" => "ASCII-8BIT")

      assert_empty problems(write("k1", NEW), MadeTrial.read("k1", bytes))
      assert_equal [:changed], problems(write("k1", NEW, raw: false), MadeTrial.read("k1", bytes))
      assert_equal [:changed], problems(write("k1", 7, raw: false), MadeTrial.read("k1", MadeTrial.bytes("7")))
      assert_equal [:changed], problems(write("k1", false, raw: false), MadeTrial.read("k1", 0))
      assert_equal [:wrong], problems(write("k1", false, raw: false), MadeTrial.read("k1", true))
    end

    def test_an_empty_value_is_no_miss_and_a_stored_nil_is_one
      assert_equal [:missed], problems(write("k1", MadeTrial.bytes("")), MadeTrial.read("k1", nil))
      assert_empty problems(write("k1", nil, raw: false), MadeTrial.read("k1", nil))
    end

    def test_large_values_are_compared_by_size_and_checksum
      large = { "size" => 2_000_000, "crc32" => 5, "encoding" => "UTF-8" }

      assert_empty problems(write("k1", large), MadeTrial.read("k1", large.merge("encoding" => "ASCII-8BIT")))
      assert_equal [:wrong], problems(write("k1", large), MadeTrial.read("k1", large.merge("crc32" => 6)))
    end

    # Go iterates over a map in another order each time.
    def test_a_mapping_is_the_same_in_any_order
      pair = ->(name, value) { [MadeTrial.bytes(name), value] }
      inner = { "pairs" => [pair.call("x", 1), pair.call("y", { "list" => [1, 2] })] }
      turned = { "pairs" => inner["pairs"].reverse }
      wrote = write("k1", { "pairs" => [pair.call("a", inner), pair.call("b", 2)] }, raw: false)
      read = ->(value) { Fault::Trial::Call.new(step: { "op" => "get", "key" => "k1" }, type: "ok", value: value) }

      assert_empty problems(wrote, read.call({ "pairs" => [pair.call("b", 2), pair.call("a", turned)] }))
      assert_equal [:wrong], problems(wrote, read.call({ "pairs" => [pair.call("b", 2), pair.call("a", 3)] }))
      other = { "pairs" => [pair.call("x", 1), pair.call("y", { "list" => [2, 1] })] }

      ordered = problems(wrote, read.call({ "pairs" => [pair.call("a", other), pair.call("b", 2)] }))

      assert_equal [:wrong], ordered, "a list has an order"
    end

    def test_a_key_that_was_deleted_or_flushed_is_absent
      delete = Fault::Trial::Call.new(step: { "op" => "delete", "key" => "k1" }, type: "ok", value: true)
      flush = Fault::Trial::Call.new(step: { "server" => "flush" }, type: "ok")

      assert_empty problems(delete, MadeTrial.read("k1", nil))
      assert_equal [:stale], problems(delete, MadeTrial.read("k1", MadeTrial.own("k1")))
      assert_equal [:stale], problems(flush, MadeTrial.read("k2", MadeTrial.own("k2")))
    end

    def test_a_key_may_be_absent_after_a_flush_by_the_client
      flush = Fault::Trial::Call.new(step: { "op" => "flush", "delay" => "900" }, type: "ok")

      [nil, MadeTrial.own("k2")].each { |value| assert_empty problems(flush, MadeTrial.read("k2", value)) }
    end

    def test_a_key_of_the_faults_own_is_absent_until_it_is_written
      assert_empty problems(MadeTrial.read("odd", nil))
      assert_equal [:wrong], problems(MadeTrial.read("odd", NEW))
      assert_equal [:missed], problems(write("odd", NEW), MadeTrial.read("odd", nil))
    end

    def test_a_multi_get_misses_the_keys_that_it_does_not_return
      key = MadeTrial.bytes(MadeTrial::CANARY.keys["k2"])
      many = Fault::Trial::Call.new(step: { "op" => "get_multi", "keys" => %w[k1 k2 odd] }, type: "ok",
                             value: { "pairs" => [[key, MadeTrial.own("k2")]] })

      assert_equal [:missed], problems(many)
      assert_equal [["k1", nil]], readings(many).map { |_, name, value| [name, value] }
    end

    private

    def write(key, wrote, type: "ok", value: true, op: "set", raw: true)
      step = { "op" => op, "key" => key, "value" => "v", "raw" => raw }
      Fault::Trial::Call.new(step: step, type: type, value: value, wrote: wrote)
    end

    def readings(*calls, **facts) = Fault::PossibleValues.wrong_readings(MadeTrial.trial(*calls, **facts)) { |*reading| reading }

    def problems(...) = readings(...).map { |reading| reading[3] }
  end
end
