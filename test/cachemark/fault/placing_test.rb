# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::PlacingTest < Minitest::Test
    def test_the_share_of_keys_that_are_elsewhere
      before = placing("a" => 0, "b" => 0, "c" => 1, "d" => 1)

      assert_in_delta 0.25, before.moved(placing("a" => 0, "b" => 1, "c" => 1, "d" => 1))
      assert_in_delta 0.0, before.moved(before)
    end

    def test_a_key_that_one_of_them_did_not_store_is_left_out
      before = placing("a" => 0, "b" => 0, "c" => nil)

      assert_in_delta 0.5, before.moved(placing("a" => 1, "b" => 0, "c" => 1))
      assert_nil before.moved(placing("a" => nil, "b" => nil, "c" => 1))
    end

    private

    def placing(at) = Fault::Placing.new(at: at)
  end
end
