# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::ItemsTest < Minitest::Test
    Limits = Plan::Items::Limits

    def test_what_fits_is_admitted
      assert_nil check("client/get")
      assert_nil check("client/get,size=1M")
      assert_nil check("client/get-pairs")
      assert_nil check("client/get,size=2M", limits: Limits.new(item: 8 << 20))
    end

    def test_a_value_above_the_item_limit_is_refused_with_the_limit
      error = assert_raises(Usage) { check("client/get,size=2M") }

      assert_equal "client/get,size=2M: a value of 2000000 bytes is above the item limit of the server, which takes items of " \
                   "1048576 bytes with key and header", error.what
      assert_match(/at most 1048000 bytes.*memcached -I 8m/, error.try)
      small = Limits.new(item: 512_000)
      assert_match(/of 512000 bytes/, assert_raises(Usage) { check("client/get,size=1M", limits: small) }.what)
    end

    def test_values_that_are_more_than_the_memory_are_refused
      assert_match(/its values are 100000000 bytes/, refusal("client/get,size=1M,keys=100"))
      assert_match(/of 16 workers are 48000000 bytes/, refusal("client/get,size=1M", mode: "threads-16"))
      assert_nil check("client/get,size=100k,keys=1k", servers: 4)
    end

    def test_texts_and_bytes_count_by_their_length
      specs = [{ "kind" => "string", "text" => "ab", "times" => 600_000 }, { "kind" => "binary", "hex" => "00" * 1_100_000 }]
      steps = [{ "op" => "set", "key" => "k1", "value" => "v", "ttl" => 0 }]
      specs.each do |spec|
        scenario = MadeCells.made_scenario(steps).with(values: { "v" => spec })
        assert_raises(Usage) { Plan::Items.check([MadeCells.cell(scenario: scenario)]) }
      end
    end

    private

    def check(id, mode: "sync", **settings) = Plan::Items.check([MadeCells.cell(scenario: id).with(mode: mode)], **settings)
    def refusal(...) = assert_raises(Usage) { check(...) }.message
  end
end
