# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::CanaryTest < Minitest::Test
    def test_what_a_name_holds_first_is_known_of_counters_too
      assert_equal ["4", MadeTrial::CANARY.value("k1")], %w[c1 k1].map { |name| MadeTrial::CANARY.start(name) }
    end

    CANARY = Fault::Canary.new("aa00")

    def test_a_value_carries_its_key_and_is_told_from_every_other
      assert_includes CANARY.value("k1"), CANARY.keys["k1"]
      assert_equal "own", CANARY.kind("k1", CANARY.value("k1"))
      assert_equal "own", CANARY.kind("k1", CANARY.value("k1", again: true))
      assert_equal "other", CANARY.kind("k2", CANARY.value("k1"))
      refute_equal CANARY.value("k1"), CANARY.value("k1", again: true)
    end

    def test_what_was_cut_or_changed_is_broken_and_what_is_no_value_is_foreign
      value = CANARY.value("k1")

      assert_equal "broken", CANARY.kind("k1", value[0..-2])
      assert_equal "broken", CANARY.kind("k1", value.sub("old", "olf"))
      assert_equal "foreign", CANARY.kind("k1", "STORED")
      assert_equal "foreign", CANARY.kind("k1", "")
    end

    def test_another_trials_value_is_no_value_of_this_one
      assert_equal "foreign", CANARY.kind("k1", Fault::Canary.new("bb11").value("k1"))
    end

    def test_the_checksum_is_of_the_text_before_it_and_a_short_number_ends_all
      body, sum, last = CANARY.value("k3").match(/\A(.*)\|(\h+)\|(\d)\z/).captures

      assert_equal format("%08x", Zlib.crc32(body)), sum
      assert_equal Fault::Canary::END_OF_ALL.to_s, last
    end
  end
end
