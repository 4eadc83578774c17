# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Findings::FlagsTest < Minitest::Test
    include MadeFindings

    # P3
    def test_a_read_of_what_was_stored_plain_deserialises_nothing
      found = lambda do |flags|
        texts(row("a", GET, get(flags: [flags])), row("a", SET, set(flags: [1])), row("a", PLAIN, set(6, flags: [0])),
              row("a", "client/get-plain", [command("get", count: 6, hits: 6, flags: [0])]))
      end

      assert_equal ["reads values that were stored plain: its flags say that there is nothing to deserialise: " \
                    "per call the same operation as get:plain"], found[0]
      assert_empty found[1]
    end

    def test_one_call_for_several_keys_is_not_the_same_operation
      multi = [command("get", count: 1, keys: 6, hits: 3, misses: 3, flags: [0])]
      rows = [row("a", "client/multiget", multi), row("a", SET, set(flags: [1])), row("a", PLAIN, set(6, flags: [0])),
              row("a", "client/get-plain", [command("get", count: 6, hits: 6, flags: [0])])]

      assert_equal ["reads values that were stored plain: its flags say that there is nothing to deserialise"], texts(*rows)
    end

    def test_a_plain_read_of_what_was_serialised
      rows = [row("a", "client/get-plain", [command("get", count: 6, hits: 6, flags: [1])]), row("a", SET, set(flags: [1])),
              row("a", PLAIN, set(6, flags: [0]))]

      assert_equal ["reads through Marshal, although labelled plain"], texts(*rows)
    end

    def test_flags_that_mean_nothing_to_a_client_are_no_finding
      assert_empty texts(row("a", GET, get(flags: [0])), row("a", SET, set(flags: [0])), row("a", PLAIN, set(6, flags: [0])))
    end
  end
end
