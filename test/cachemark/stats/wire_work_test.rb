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

  class Stats::PerIterationTest < Minitest::Test
    def test_of_one_iteration_a_line_stays_as_it_is
      line = { "iterations" => 1, "round_trips" => 3 }

      assert_same line, of(line)
      assert_equal({ "round_trips" => 3 }, of({ "round_trips" => 3 }))
    end

    def test_what_workers_made_together_is_told_of_each
      line = { "cell" => "c1", "pass" => 2, "iterations" => 4, "round_trips" => 12, "bytes_out" => 1_332, "bytes_in" => 384,
               "hits" => 12, "misses" => 0, "errors" => 0, "locks" => 8, "exceptions" => { "Miss" => 4 },
               "key_bytes" => { "k1" => 5 }, "commands" => [MadeWork.command("get", count: 12, hits: 12, value_bytes: [4])] }
      told = of(line)

      assert_equal [1, 3, 333, 96, 3, 0, 0, 2],
                   told.values_at("iterations", "round_trips", "bytes_out", "bytes_in", "hits", "misses", "errors", "locks")
      assert_equal [{ "Miss" => 1 }, { "k1" => 5 }, "c1", 2], told.values_at("exceptions", "key_bytes", "cell", "pass")
      assert_equal [3, 3, 3, [4]], told["commands"].first.values_at("count", "keys", "hits", "value_bytes")
    end

    def test_what_workers_do_not_share_evenly_is_no_whole_number
      assert_equal [0.67, nil], of({ "iterations" => 3, "round_trips" => 2, "locks" => nil }).values_at("round_trips", "locks")
    end

    private

    def of(line) = Stats::WireWork.per_iteration(line)
  end
end
