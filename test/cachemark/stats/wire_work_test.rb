# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Observation::WireWorkTest < Minitest::Test
    def test_sums_over_commands_by_what_they_do
      work = Stats::Observation::WireWork.new("commands" => [
        MadeWork.command("get", name: "getkq", count: 6, keys: 6), MadeWork.command("get", count: 1, keys: 3),
        MadeWork.command("add", count: 2), MadeWork.command("incr", misses: 2), MadeWork.command("decr", count: 1, misses: 1)
      ])

      assert_equal [9, 2, 2, [3, 4]], [work.reads, work.adds, work.writes, work.counts]
    end

    def test_distinguishes_written_from_read_values
      work = Stats::Observation::WireWork.new("commands" => [
        MadeWork.command("get", flags: [1], encodings: ["marshalled"], value_bytes: [40]),
        MadeWork.command("set", flags: [0, 2], ttls: [9], encodings: ["plain"], value_bytes: [4]),
        MadeWork.command("incr", value_bytes: [8], ttls: [12])
      ])

      assert_equal [[1], [0, 2], [9]], [work.flags_read, work.flags_written, work.ttls]
      assert_equal [%w[marshalled], %w[plain], %w[plain marshalled]],
                   [work.encodings_read, work.encodings_written, work.encodings]
      assert_equal [[4, 40], [4], [40]], [work.value_bytes, work.value_bytes_written, work.value_bytes_read]
    end

    def test_averages_the_iterations_of_several_workers
      get = MadeWork.command("get", count: 12, hits: 8)
      work = Stats::Observation::WireWork.new("iterations" => 4, "round_trips" => 12, "commands" => [get])

      assert_equal [3, 3, 2], [work.round_trips, work.reads, work.found]
    end

    def test_counts_what_was_found_absent_and_refused
      work = Stats::Observation::WireWork.new("commands" => [
        MadeWork.command("get", count: 1, keys: 6, hits: 4, misses: 2), MadeWork.command("delete", misses: 3),
        MadeWork.command("add", refused: 1), MadeWork.command("incr", hits: 3)
      ])

      assert_equal [4, 5, 1], [work.found, work.absent, work.refused]
      assert_equal [["get", 6.0]], work.lookups
    end

    def test_missing_parts_of_a_record_are_empty
      work = Stats::Observation::WireWork.new({})

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

    def test_divides_the_work_of_all_workers_by_their_iterations
      line = { "cell" => "c1", "pass" => 2, "iterations" => 4, "round_trips" => 12, "bytes_out" => 1_332, "bytes_in" => 384,
               "hits" => 12, "misses" => 0, "errors" => 0, "locks" => 8, "exceptions" => { "Miss" => 4 },
               "key_bytes" => { "k1" => 5 }, "commands" => [MadeWork.command("get", count: 12, hits: 12, value_bytes: [4])] }
      result = of(line)

      assert_equal [1, 3, 333, 96, 3, 0, 0, 2],
                   result.values_at("iterations", "round_trips", "bytes_out", "bytes_in", "hits", "misses", "errors", "locks")
      assert_equal [{ "Miss" => 1 }, { "k1" => 5 }, "c1", 2], result.values_at("exceptions", "key_bytes", "cell", "pass")
      assert_equal [3, 3, 3, [4]], result["commands"].first.values_at("count", "keys", "hits", "value_bytes")
    end

    def test_unevenly_shared_work_is_no_whole_number
      assert_equal [0.67, nil], of({ "iterations" => 3, "round_trips" => 2, "locks" => nil }).values_at("round_trips", "locks")
    end

    private

    def of(line) = Stats::Observation::WireWork.per_iteration(line)
  end
end

class TimedTrafficTest < Minitest::Test
  # Bytes that the proxy saw of an iteration.
  SEEN = { "bytes_out" => 300, "bytes_in" => 200 }.freeze
  TOLD = "it works differently once it is warm"

  def test_accepts_the_bytes_that_the_proxy_saw
    assert_nil departure(block)
    assert_nil departure(block(in: 30_000 * 1.04, out: 20_000 * 0.96))
  end

  def test_reports_fewer_and_more_bytes
    assert_equal "its timed calls sent 200 bytes an iteration, through the proxy 300: #{TOLD}", departure(block(in: 20_000))
    assert_equal "its timed calls got 260 bytes an iteration, through the proxy 200: #{TOLD}", departure(block(out: 26_000))
  end

  def test_every_process_is_judged_for_itself
    honest = Array.new(9) { |number| block(process: "p#{number}") }

    assert_match(/sent 200 bytes/, departure(*honest, block(process: "p9", in: 20_000)))
  end

  def test_a_block_may_begin_with_an_iteration_like_the_first
    assert_nil departure(block(iterations: 1, in: 500, out: 200), first: { "bytes_out" => 500 })
    assert_match(/sent 500 bytes/, departure(block(iterations: 100, in: 50_000), first: { "bytes_out" => 500 }))
  end

  def test_of_workers_each_may_begin_with_an_iteration_like_its_first
    seen = { "iterations" => 4, "bytes_out" => 1_200, "bytes_in" => 800 }
    first = { "bytes_out" => 2_000 }

    assert_nil departure(block(iterations: 4, in: 2_000), seen: seen, first: first)
    assert_match(/sent 500 bytes an iteration, through the proxy 300/,
                 departure(block(iterations: 40, in: 20_000), seen: seen, first: first))
  end

  def test_workers_of_an_open_loop_may_leave_some_unfinished
    assert_nil departure(block(in: 27_000).merge("spare" => 5))
    assert_match(/sent 270 bytes/, departure(block(in: 27_000)))
  end

  def test_numbers_that_servers_count_up_may_grow
    more = block(out: 22_500)

    assert_match(/got 225 bytes/, departure(more, commands: [command("set")]))
    %w[incr gets ms].each { |name| assert_nil departure(more, commands: [command(name)]) }
    assert_match(/sent 225 bytes/, departure(block(in: 22_500), commands: [command("incr")]))
  end

  def test_does_not_judge_calls_whose_keys_are_on_other_servers_there
    ring = SEEN.merge("servers" => [{ "requests" => 1, "keys" => 2 }] * 2)
    get, get_multi = %w[get get_multi].map { |op| { "definition" => { "steps" => [{ "op" => op, "keys" => %w[a b] }] } } }

    assert_nil departure(block(out: 26_000), cell: get_multi, seen: ring)
    assert_match(/got 260 bytes/, departure(block(out: 26_000), cell: get_multi))
    assert_match(/got 260 bytes/, departure(block(out: 26_000), cell: get, seen: ring))
  end

  def test_does_not_judge_uncounted_bytes
    assert_nil departure(block.except("server_bytes_in", "server_bytes_out"))
    assert_nil Cachemark::Stats::Evidence::TimedTraffic.departure({}, [block(in: 1)], works.first(1))
  end

  def test_scales_the_bytes_of_the_pairs_that_the_proxy_saw
    pairs = { "definition" => { "pairs" => { "count" => 400, "seed" => 1 } } }
    seen = { pairs: 4 }

    assert_nil departure(block(in: 3_000_000, out: 2_000_000), cell: pairs, **seen)
    assert_match(/sent 200 bytes an iteration, through the proxy 300/,
                 departure(block(in: 2_000_000, out: 2_000_000), cell: pairs, **seen))
  end

  def test_the_first_of_a_users_pairs_may_be_longer_than_the_rest
    assert_nil departure(block(in: 1), cell: { "definition" => { "pairs" => { "count" => 400, "file" => "/a.json" } } }, pairs: 4)
  end

  def test_a_local_cache_answers_as_much_as_it_likes
    assert_nil departure(block(in: 1), cell: { "definition" => { "wrap" => "local_cache" } })
  end

  private

  def departure(*blocks, cell: {}, **seen) = said(Cachemark::Stats::Evidence::TimedTraffic.departure(cell, blocks, works(**seen)))
  def said(remark) = Cachemark::Report::Sentences.of(remark)

  def works(first: {}, commands: [], pairs: nil, seen: SEEN)
    [seen.merge("pass" => 1, **first), seen.merge("pass" => 2)].map do |work|
      work.merge("commands" => commands, "pairs" => pairs)
    end
  end

  def command(name) = { "name" => name, "count" => 3 }

  # Of a hundred iterations.
  def block(process: "p0", iterations: 100, **bytes)
    { "process" => process, "iterations" => iterations, "server_bytes_in" => (bytes[:in] || 300 * iterations).to_i,
      "server_bytes_out" => (bytes[:out] || 200 * iterations).to_i }
  end
end
