# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::TappedTest < Minitest::Test
    def test_sums_over_commands_by_what_they_do
      tapped = Stats::Tapped.new("commands" => [
        MadeWork.command("get", name: "getkq", count: 6, keys: 6), MadeWork.command("get", count: 1, keys: 3),
        MadeWork.command("add", count: 2), MadeWork.command("incr", misses: 2), MadeWork.command("decr", count: 1, misses: 1)
      ])

      assert_equal [9, 2, 2, [3, 4]], [tapped.reads, tapped.adds, tapped.writes, tapped.counts]
    end

    def test_tells_what_was_written_from_what_was_read
      tapped = Stats::Tapped.new("commands" => [
        MadeWork.command("get", flags: [1], encodings: ["marshalled"], value_bytes: [40]),
        MadeWork.command("set", flags: [0, 2], ttls: [9], encodings: ["plain"], value_bytes: [4]),
        MadeWork.command("incr", value_bytes: [8], ttls: [12])
      ])

      assert_equal [[1], [0, 2], [9]], [tapped.flags_read, tapped.flags_written, tapped.ttls]
      assert_equal [%w[marshalled], %w[plain], %w[plain marshalled]],
                   [tapped.encodings_read, tapped.encodings_written, tapped.encodings]
      assert_equal [[4, 40], [4], [40]], [tapped.value_bytes, tapped.value_bytes_written, tapped.value_bytes_read]
    end

    def test_tells_of_one_iteration_although_workers_made_several
      get = MadeWork.command("get", count: 12, hits: 8)
      tapped = Stats::Tapped.new("iterations" => 4, "round_trips" => 12, "commands" => [get])

      assert_equal [3, 3, 2], [tapped.round_trips, tapped.reads, tapped.found]
    end

    def test_counts_what_was_found_absent_and_refused
      tapped = Stats::Tapped.new("commands" => [
        MadeWork.command("get", count: 1, keys: 6, hits: 4, misses: 2), MadeWork.command("delete", misses: 3),
        MadeWork.command("add", refused: 1), MadeWork.command("incr", hits: 3)
      ])

      assert_equal [4, 5, 1], [tapped.found, tapped.absent, tapped.refused]
      assert_equal [["get", 6.0]], tapped.lookups
    end

    def test_what_a_record_has_not_is_nothing
      tapped = Stats::Tapped.new({})

      assert_equal [[], {}, nil, [], {}, [], {}, nil],
                   %i[commands exceptions locks strangers key_bytes names expected reason].map { |name| tapped.public_send(name) }
    end
  end
end
