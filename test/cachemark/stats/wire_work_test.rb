# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Observation::WireWorkTest < Minitest::Test
    def test_sums_over_commands_by_what_they_do
      work = of(MadeWork.command("get", name: "getkq", count: 6, keys: 6), MadeWork.command("get", count: 1, keys: 3),
                MadeWork.command("add", count: 2), MadeWork.command("incr", misses: 2),
                MadeWork.command("decr", count: 1, misses: 1))

      assert_equal [9, 2, 2, [3, 4]], [work.reads, work.adds, work.writes, work.counts]
    end

    def test_distinguishes_written_from_read_values
      work = of(MadeWork.command("get", flags: [1], encodings: ["marshalled"], value_bytes: [40]),
                MadeWork.command("set", flags: [0, 2], ttls: [9], encodings: ["plain"], value_bytes: [4]),
                MadeWork.command("incr", value_bytes: [8], ttls: [12]))

      { flags_read: [1], flags_written: [0, 2], ttls: [9], encodings_read: %w[marshalled], encodings_written: %w[plain],
        encodings: %w[plain marshalled], value_bytes: [4, 40], value_bytes_written: [4], value_bytes_read: [40] }
        .each { |name, wanted| assert_equal wanted, work.public_send(name), name }
    end

    def test_averages_the_iterations_of_several_workers
      work = of(MadeWork.command("get", count: 12, hits: 8), "iterations" => 4, "round_trips" => 12)

      assert_equal [3, 3, 2], [work.round_trips, work.reads, work.found]
    end

    def test_counts_what_was_found_absent_and_refused
      work = of(MadeWork.command("get", count: 1, keys: 6, hits: 4, misses: 2), MadeWork.command("delete", misses: 3),
                MadeWork.command("add", refused: 1), MadeWork.command("incr", hits: 3))

      assert_equal [4, 5, 1, [["get", 6.0]]], [work.found, work.absent, work.refused, work.lookups]
      empty = Stats::Observation::WireWork.new({})
      assert_equal [[], {}, nil, [], {}, [], {}, nil],
                   %i[commands exceptions locks strangers key_bytes names expected reason].map { |name| empty.public_send(name) }
    end

    def test_divides_the_work_of_all_workers_by_their_iterations
      line = { "cell" => "c1", "pass" => 2, "iterations" => 4, "round_trips" => 12, "bytes_out" => 1_332, "bytes_in" => 384,
               "hits" => 12, "misses" => 0, "errors" => 0, "locks" => 8, "exceptions" => { "Miss" => 4 },
               "key_bytes" => { "k1" => 5 }, "commands" => [MadeWork.command("get", count: 12, hits: 12, value_bytes: [4])] }
      result = Stats::Observation::WireWork.per_iteration(line)

      assert_equal({ "cell" => "c1", "pass" => 2, "iterations" => 1, "round_trips" => 3, "bytes_out" => 333, "bytes_in" => 96,
                     "hits" => 3, "misses" => 0, "errors" => 0, "locks" => 2, "exceptions" => { "Miss" => 1 },
                     "key_bytes" => { "k1" => 5 } }, result.except("commands"))
      assert_equal [3, 3, 3, [4]], result["commands"].first.values_at("count", "keys", "hits", "value_bytes")
    end

    # Work that workers share unevenly is no whole number.
    def test_the_work_of_one_iteration_stays_as_it_is
      line = { "iterations" => 1, "round_trips" => 3 }

      assert_same line, Stats::Observation::WireWork.per_iteration(line)
      { { "round_trips" => 3 } => [3, nil], { "iterations" => 3, "round_trips" => 2, "locks" => nil } => [0.67, nil] }
        .each do |own, wanted|
        assert_equal wanted, Stats::Observation::WireWork.per_iteration(own).values_at("round_trips", "locks")
      end
    end

    private

    def of(*commands, **line) = Stats::Observation::WireWork.new({ "commands" => commands, **line })
  end

  class Stats::Evidence::TimedTrafficTest < Minitest::Test
    # Bytes that the proxy saw of an iteration.
    SEEN = { "bytes_out" => 300, "bytes_in" => 200 }.freeze

    def test_accepts_the_bytes_that_the_proxy_saw_and_reports_fewer_and_more
      { [block] => [], [block(in: 30_000 * 1.04, out: 20_000 * 0.96)] => [], [block(in: 20_000)] => [:sent, 200, 300],
        [block(out: 26_000)] => [:got, 260, 200],
        # Every process is judged for itself.
        [*Array.new(9) { |number| block(process: "p#{number}") }, block(process: "p9", in: 20_000)] => [:sent, 200, 300] }
        .each { |blocks, wanted| assert_equal wanted, departure(*blocks) }
    end

    # Of workers, each may.
    def test_a_block_may_begin_with_an_iteration_like_the_first
      first = { "bytes_out" => 500 }
      four = { seen: { "iterations" => 4, "bytes_out" => 1_200, "bytes_in" => 800 }, first: { "bytes_out" => 2_000 } }

      assert_empty departure(block(iterations: 1, in: 500, out: 200), first: first)
      assert_equal [:sent, 500, 300], departure(block(iterations: 100, in: 50_000), first: first)
      assert_empty departure(block(iterations: 4, in: 2_000), **four)
      assert_equal [:sent, 500, 300], departure(block(iterations: 40, in: 20_000), **four)
    end

    def test_workers_of_an_open_loop_may_leave_some_unfinished
      assert_equal [[], [:sent, 270, 300]], [{ "spare" => 5 }, {}].map { |more| departure(block(in: 27_000).merge(more)) }
    end

    def test_numbers_that_servers_count_up_may_grow
      { "set" => [:got, 225, 200], "incr" => [], "gets" => [], "ms" => [] }.each do |name, wanted|
        assert_equal wanted, departure(block(out: 22_500), commands: [{ "name" => name, "count" => 3 }]), name
      end
      assert_equal [:sent, 225, 300], departure(block(in: 22_500), commands: [{ "name" => "incr", "count" => 3 }])
    end

    def test_does_not_judge_calls_whose_keys_are_on_other_servers_there
      ring = SEEN.merge("servers" => [{ "requests" => 1, "keys" => 2 }] * 2)
      get, get_multi = %w[get get_multi].map { |op| { "definition" => { "steps" => [{ "op" => op, "keys" => %w[a b] }] } } }

      { { cell: get_multi, seen: ring } => [], { cell: get_multi } => [:got, 260, 200],
        { cell: get, seen: ring } => [:got, 260, 200] }
        .each { |made, wanted| assert_equal wanted, departure(block(out: 26_000), **made) }
    end

    # Nor where a local cache answers, and the first of a user's pairs may be longer than the rest.
    def test_does_not_judge_unknown_bytes
      assert_empty departure(block.except("server_bytes_in", "server_bytes_out"))
      assert_nil Stats::Evidence::TimedTraffic.departure({}, [block(in: 1)], works.first(1))
      users = { "definition" => { "pairs" => { "count" => 400, "file" => "/a.json" } } }
      assert_empty departure(block(in: 1), cell: users, pairs: 4)
      assert_empty departure(block(in: 1), cell: { "definition" => { "wrap" => "local_cache" } })
    end

    def test_scales_the_bytes_of_the_pairs_that_the_proxy_saw
      pairs = { cell: { "definition" => { "pairs" => { "count" => 400, "seed" => 1 } } }, pairs: 4 }

      assert_empty departure(block(in: 3_000_000, out: 2_000_000), **pairs)
      assert_equal [:sent, 200, 300], departure(block(in: 2_000_000, out: 2_000_000), **pairs)
    end

    private

    # [way, timed bytes, seen bytes] of the remark, if there is one.
    def departure(*blocks, cell: {}, **seen)
      Stats::Evidence::TimedTraffic.departure(cell, blocks, works(**seen))&.facts.to_h.values_at(:way, :timed, :seen).compact
    end

    def works(first: {}, commands: [], pairs: nil, seen: SEEN)
      [{ "pass" => 1, **first }, { "pass" => 2 }].map { |own| { **seen, "commands" => commands, "pairs" => pairs, **own } }
    end

    # Of a hundred iterations.
    def block(process: "p0", iterations: 100, **bytes)
      { "process" => process, "iterations" => iterations, "server_bytes_in" => (bytes[:in] || 300 * iterations).to_i,
        "server_bytes_out" => (bytes[:out] || 200 * iterations).to_i }
    end
  end
end
