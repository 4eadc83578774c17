# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::WireWorkTest < Minitest::Test
    def test_sums_over_commands_by_what_they_do
      work = Stats::WireWork.new("commands" => [
        MadeWork.command("get", name: "getkq", count: 6, keys: 6), MadeWork.command("get", count: 1, keys: 3),
        MadeWork.command("add", count: 2), MadeWork.command("incr", misses: 2), MadeWork.command("decr", count: 1, misses: 1)
      ])

      assert_equal [9, 2, 2, [3, 4]], [work.reads, work.adds, work.writes, work.counts]
    end

    def test_tells_what_was_written_from_what_was_read
      work = Stats::WireWork.new("commands" => [
        MadeWork.command("get", flags: [1], encodings: ["marshalled"], value_bytes: [40]),
        MadeWork.command("set", flags: [0, 2], ttls: [9], encodings: ["plain"], value_bytes: [4]),
        MadeWork.command("incr", value_bytes: [8], ttls: [12])
      ])

      assert_equal [[1], [0, 2], [9]], [work.flags_read, work.flags_written, work.ttls]
      assert_equal [%w[marshalled], %w[plain], %w[plain marshalled]],
                   [work.encodings_read, work.encodings_written, work.encodings]
      assert_equal [[4, 40], [4], [40]], [work.value_bytes, work.value_bytes_written, work.value_bytes_read]
    end

    def test_tells_of_one_iteration_although_workers_made_several
      get = MadeWork.command("get", count: 12, hits: 8)
      work = Stats::WireWork.new("iterations" => 4, "round_trips" => 12, "commands" => [get])

      assert_equal [3, 3, 2], [work.round_trips, work.reads, work.found]
    end

    def test_counts_what_was_found_absent_and_refused
      work = Stats::WireWork.new("commands" => [
        MadeWork.command("get", count: 1, keys: 6, hits: 4, misses: 2), MadeWork.command("delete", misses: 3),
        MadeWork.command("add", refused: 1), MadeWork.command("incr", hits: 3)
      ])

      assert_equal [4, 5, 1], [work.found, work.absent, work.refused]
      assert_equal [["get", 6.0]], work.lookups
    end

    def test_what_a_record_has_not_is_nothing
      work = Stats::WireWork.new({})

      assert_equal [[], {}, nil, [], {}, [], {}, nil],
                   %i[commands exceptions locks strangers key_bytes names expected reason].map { |name| work.public_send(name) }
    end
  end
end
