# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Tapping::KeysTest < Minitest::Test
    TEXTS = { "k1" => "Short", "k2" => "VeryShort" }.freeze

    def test_a_key_is_known_behind_any_namespace
      keys = Lab::Tapping::Keys.new(TEXTS, "")

      assert_equal ["k1", "k1", "k2", nil, nil],
                   ["Short", "ns:Short", "VeryShort", "Sho", "{:raw=>true}"].map { |key| keys.name(key) }
    end

    def test_a_name_may_stand_for_a_key_of_each_worker
      keys = Lab::Tapping::Keys.new([%w[k1 Shor0], %w[k1 Shor1]], "")

      assert_equal ["k1", "k1", nil], %w[Shor0 Shor1 Short].map { |key| keys.name(key) }
      assert_equal({ "k1" => 5 }, keys.bytes(%w[Shor0 Shor1]))
    end

    def test_the_runs_own_prefix_is_not_the_clients_doing
      keys = Lab::Tapping::Keys.new(TEXTS, "abcd001:")

      assert_equal({ "k1" => 5, "k2" => 12 }, keys.bytes(["abcd001:Short", "abcd001:ns:VeryShort", "other"]))
    end
  end
end
