# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::RoundTripTest < Minitest::Test
    Misses = Struct.new(:misses)

    def test_what_was_written_is_read
      assert_nil said(write(5), MadeTrial.read("k1", 5))
    end

    def test_a_miss_of_what_was_told_as_written_is_a_failure
      assert_equal ["FAIL", "get of k1 returned a miss of what was told as written"], said(write(5), MadeTrial.read("k1", nil))
    end

    def test_a_client_that_documents_its_misses_is_told_with_that
      said = said(write(5), MadeTrial.read("k1", nil), bounds: Misses.new("its README says so"))

      assert_equal ["INFO", "get of k1 returned a miss of what was told as written: its README says so"], said
    end

    def test_another_type_is_a_failure_and_other_bytes_are_corrupt
      assert_equal ["FAIL", "get of k1 returned the value as another type: \"5\" in ASCII-8BIT"],
                   said(write(5), MadeTrial.read("k1", MadeTrial.told("5")))
      assert_equal ["CORRUPT", "get of k1 returned what was not written: 6"], said(write(5), MadeTrial.read("k1", 6))
    end

    def test_a_peers_value_is_told_with_who_wrote_it
      set = write(5).then { |call| call.with(step: call.step.merge("author" => "pylibmc")) }

      assert_equal ["CORRUPT", "get of k1, which pylibmc wrote, returned what was not written: 6"],
                   said(set, MadeTrial.read("k1", 6))
    end

    def test_the_bytes_as_another_client_left_them_are_no_wrong_value
      set = write(5).then { |call| call.with(step: call.step.merge("author" => "pylibmc")) }
      read = MadeTrial.read("k1", MadeTrial.told("I5"))
      left = { "pylibmc" => { "k1" => "I5" } }

      assert_equal ["INFO", "get of k1, which pylibmc wrote, returned the bytes as they were stored: " \
                            "they have no format in common: \"I5\" in ASCII-8BIT"], said(set, read, left: left)
      assert_equal "FAIL", said(write(5), MadeTrial.read("k1", MadeTrial.told("5")), left: { "pylibmc" => { "k1" => "5" } }).first
    end

    def test_what_else_a_client_makes_of_another_ones_bytes_is_no_wrong_value_unless_it_is_another_keys
      set = write(5).then { |call| call.with(step: call.step.merge("author" => "pylibmc")) }
      misread, other = MadeTrial.read("k1", MadeTrial.told("5I")), MadeTrial.read("k1", MadeTrial.own("k2"))
      outcomes = [misread, other].map { |read| said(set, read, left: { "pylibmc" => { "k1" => "I5" } }).first }

      assert_equal %w[INFO CORRUPT], outcomes
      assert_equal "CORRUPT", said(set, misread).first
    end

    def test_another_keys_value_is_told_as_that
      outcome, reason = said(MadeTrial.read("k3", MadeTrial.own("k2")))

      assert_equal "CORRUPT", outcome
      assert_match(/\Aget of k3 returned another key's value: "cm-/, reason)
    end

    def test_the_worst_reading_is_told
      assert_equal "CORRUPT", said(write(5), MadeTrial.read("k1", nil), MadeTrial.read("k2", 6)).first
    end

    private

    def write(wrote)
      step = { "op" => "set", "key" => "k1", "value" => "v", "raw" => false }
      Fault::Call.new(step: step, type: "ok", value: true, wrote: wrote)
    end

    def said(*calls, **facts) = Fault::Invariants::RoundTrip.call(MadeTrial.trial(*calls, **facts))
  end
end
