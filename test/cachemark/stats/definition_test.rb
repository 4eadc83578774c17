# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::DefinitionTest < Minitest::Test
    def test_counts_what_the_steps_say
      mixed = of("store/mixed")

      assert_equal [4, 1, [0, 12]], [mixed.keys_read, mixed.adds, mixed.ttls.sort]
      assert_equal [14, 4], [of("store/big-read-multi").keys_read, of("store/big-read-multi").prelude]
      assert_equal [true, false], [of("client/multiget"), of("client/get")].map(&:multi?)
      assert_equal [true, false], [of("store/get-localcache"), of("store/get")].map(&:local_cache?)
    end

    def test_knows_what_is_to_go_as_it_is
      assert_equal [true, nil], [of("client/set-plain").plain_writes?, of("client/set-plain").plain_reads?]
      assert_equal [false, false], [of("client/mixed").plain_writes?, of("client/mixed").plain_reads?]
    end

    def test_knows_the_length_of_its_keys
      assert_equal({ "k1" => 5, "k2" => 96, "k3" => 160 }, of("client/set").key_bytes)
    end

    def test_a_record_without_definitions_defines_nothing
      nothing = Stats::Definition.new(nil)

      assert_equal [[], 0, {}, false], [nothing.steps, nothing.keys_read, nothing.key_bytes, nothing.local_cache?]
    end

    private

    def of(id) = Stats::Definition.new(MadeWork.plain(MadeCells.scenario(id).to_record))
  end
end
