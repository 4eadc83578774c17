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
      assert_equal([5, 96, 160, nil], %w[k1 k2 k3 k9].map { |name| of("client/set").key_bytes(name) })
    end

    def test_a_step_over_pairs_is_as_many_as_the_tap_saw
      pairs = of("client/get-pairs", pairs: 7)

      assert_equal [7, 7, 1, 4, true], [pairs.steps.size, pairs.keys_read, pairs.prelude, pairs.key_bytes("abcd"), pairs.pairs?]
      refute_predicate of("client/get"), :pairs?
    end

    def test_a_record_without_definitions_defines_nothing
      nothing = Stats::Definition.new(nil)

      assert_equal [[], 0, nil, false], [nothing.steps, nothing.keys_read, nothing.key_bytes("k1"), nothing.local_cache?]
    end

    private

    def of(id, **seen) = Stats::Definition.new(MadeWork.plain(MadeCells.scenario(id).to_record), **seen)
  end
end
