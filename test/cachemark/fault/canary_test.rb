# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::CanaryTest < Minitest::Test
    def test_the_start_value_of_a_counter_is_known_too
      assert_equal ["4", MadeTrial::CANARY.value("k1")], %w[c1 k1].map { |name| MadeTrial::CANARY.start(name) }
    end

    CANARY = Fault::Canary.new("aa00")

    def test_a_value_carries_its_key_and_differs_from_every_other
      assert_includes CANARY.value("k1"), CANARY.keys["k1"]
      assert_equal "own", CANARY.kind("k1", CANARY.value("k1"))
      assert_equal "own", CANARY.kind("k1", CANARY.value("k1", again: true))
      assert_equal "other", CANARY.kind("k2", CANARY.value("k1"))
      refute_equal CANARY.value("k1"), CANARY.value("k1", again: true)
    end

    def test_a_changed_value_is_broken_and_any_other_text_is_foreign
      value = CANARY.value("k1")

      assert_equal "broken", CANARY.kind("k1", value[0..-2])
      assert_equal "broken", CANARY.kind("k1", value.sub("old", "olf"))
      assert_equal "foreign", CANARY.kind("k1", "STORED")
      assert_equal "foreign", CANARY.kind("k1", "")
    end

    def test_another_trials_value_is_foreign
      assert_equal "foreign", CANARY.kind("k1", Fault::Canary.new("bb11").value("k1"))
    end

    def test_a_key_of_another_trial_is_known_by_its_nonce
      another = Fault::Canary.new("bb11").keys["k2"]
      own = [another + CANARY.mark, CANARY.keys["k2"], "inj"]

      assert_equal [true, true], [another, "\xFF#{another}".b].map { |key| CANARY.another?(key) }
      assert_equal [false] * 3, own.map { |key| CANARY.another?(key) }
    end

    def test_a_value_ends_with_its_checksum_and_one_digit
      body, sum, last = CANARY.value("k3").match(/\A(.*)\|(\h+)\|(\d)\z/).captures

      assert_equal format("%08x", Zlib.crc32(body)), sum
      assert_equal Fault::Canary::LAST_DIGIT.to_s, last
    end
  end
end
