# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::DialectTest < Minitest::Test
    STEPS = [{ "op" => "set", "key" => "k" }, { "op" => "get_multi", "keys" => ["k"] }, { "op" => "delete", "key" => "k" },
             { "wait_ms" => 5 }, { "together" => { "by" => "threads", "lanes" => [[{ "op" => "get", "key" => "k" }]] } }].freeze

    def test_a_store_is_told_in_its_own_words
      spoken = Fault::Dialect.spoken(STEPS, "store")

      assert_equal ["write", "read_multi", "delete", nil], spoken.first(4).map { |step| step["op"] }
      assert_equal [%w[k read]], spoken.last["together"]["lanes"].map { |lane| lane.first.values_at("key", "op") }
      assert_equal({ "wait_ms" => 5 }, spoken[3])
    end

    def test_an_add_of_a_store_is_a_write_that_leaves_what_is_there
      assert_equal [{ "op" => "write", "key" => "k", "unless_exist" => true }],
                   Fault::Dialect.spoken([{ "op" => "add", "key" => "k" }], "store")
    end

    def test_a_client_is_told_as_the_script_has_it
      assert_same STEPS, Fault::Dialect.spoken(STEPS, "client")
    end
  end
end
