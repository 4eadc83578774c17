# frozen_string_literal: true

require "test_helper"
require "tmpdir"

# The core's side of a driver of level 1, without any language's tools: test/support/drivers/lying.rb has no client.
class PlannedDriverTest < Minitest::Test
  Driver = Cachemark::Driver
  PROGRAM = File.expand_path("../../support/drivers/lying.rb", __dir__)
  SCENARIO = {
    keys: { k1: "one", k2: "two", k3: "absent", n: "count", b: "big" },
    values: { text: { kind: "string", text: "abc", times: 9 }, list: { kind: "array", items: 3 },
              ten: { kind: "number", number: 10 }, big: { kind: "string", bytes: 200_000 } },
    prelude: [{ op: "set", key: "k1", value: "text", ttl: 0 }, { op: "set", key: "k2", value: "list", ttl: 0 },
              { op: "set", key: "n", value: "ten", raw: true, ttl: 0 }, { op: "set", key: "b", value: "big", ttl: 0 }],
    steps: [{ op: "get", key: "k1" }, { op: "get", key: "k3" }, { op: "get_multi", keys: %w[k1 k2 k3] }, { op: "incr", key: "n" },
            { op: "get", key: "b" }, { op: "set", key: "k1", value: "text", ttl: 0 }], wrap: nil
  }.freeze
  EXPECTED = [[{ hit: "text" }, { miss: true }, { multi: { k1: "text", k2: "list" } }, { number: 11 }, { hit: "big" },
               { stored: true }]].freeze
  STATE = [{ key: "k2", value: "list" }].freeze

  def test_an_honest_driver_is_believed
    opened do |driver|
      reply = verified(driver)

      assert_empty reply["mismatches"]
      assert_equal [true, 4 + 1, 2, "values name their keys"], reply.values_at("ok", "hits", "misses", "proof")
      assert_equal [{ "hits" => 4, "misses" => 2 }], reply["work"]
      block = prepared(driver).request("block", { cell: "c", iterations: 3, batch: 2 }, deadline_s: 5)
      assert_equal [true, [], 18, 0], block.values_at("checked", "mismatches", "calls", "user_ns")
    end
  end

  # The messages of a refused reply name the call and its key.
  File.read(PROGRAM).scan(/^  "(\w+)" => (?:->|lambda)/).flatten.each do |lie|
    define_method(:"test_notices_#{lie}") do
      opened(lie) do |driver|
        reply = verified(driver)

        refute reply["ok"], lie
        assert reply["mismatches"].first["op"], lie
      end
    end
  end

  def test_a_block_with_a_wrong_reply_has_a_mismatch
    opened("another_value") do |driver|
      verified(driver)
      block = prepared(driver).request("block", { cell: "c", iterations: 1 }, deadline_s: 5)

      assert_equal "get", block["mismatches"].first["op"]
    end
  end

  # In the proof each value has its key; in a block it does not.
  def test_values_are_bytes_in_a_file_and_the_proof_names_their_keys
    opened do |driver|
      open = requests.find { |request| request["type"] == "open" }
      plans = open["workers"].first

      assert_equal %w[clear prelude steps own\ prelude own\ steps].sort, plans.keys.sort
      assert_equal [{ "op" => "delete", "key" => "one" }], plans["clear"].first(1)
      refute_equal plans["prelude"].first["value"], plans["own prelude"].first["value"]
      assert_equal [27, 200_000], open["values"]["index"].values_at(0, 3).map { |_, size, _| size }
      driver.close
      refute_path_exists open["values"]["file"]
    end
  end

  def test_a_lacking_value_mode_and_wrapper_are_not_offered
    opened do |driver|
      symbol = { **SCENARIO, values: { **SCENARIO[:values], text: { kind: "symbol", text: "a" } } }
      large = { **SCENARIO, values: { **SCENARIO[:values], text: { kind: "json", json: 2**53 } } }
      lacks = { { scenario: symbol } => "a symbol", { scenario: large } => "a number of more than 53 bits",
                { mode: "threads-2" } => "mode threads-2", { mode: "processes-2,shared" } => "mode processes-2,shared",
                { scenario: { **SCENARIO, wrap: "local_cache" } } => "local_cache" }
      lacks.each do |fields, what|
        reply = driver.request("open", { **open_fields, **fields }, deadline_s: 5)

        assert_equal ["not_offered", "not offered by this driver: #{what}"], reply.values_at("type", "reason")
      end
      assert_raises(Driver::Refused) { driver.request("prepare", { cell: "x" }, deadline_s: 5) }
    end
  end

  ODD = { latin: { kind: "string", hex: "6dfc", encoding: "ISO-8859-1" }, symbol: { kind: "symbol", text: "a" },
          tab: { kind: "string", hex: "0962" } }.freeze

  def test_a_driver_of_level_3_has_wraps_and_published_calls_and_other_kinds_of_values
    opened("full") do |driver|
      steps = ODD.keys.first(2).map { |name| { op: "set", key: "k1", value: name, published: { raw: "hash" } } }
      scenario = { **SCENARIO, values: ODD, prelude: [], steps: steps, wrap: "quiet" }
      driver.request("open", { **open_fields, scenario: scenario, published: true, shared: true }, deadline_s: 5)
      open = requests.last

      assert_equal [true, true, "quiet"], [open["published"], open["kept"], open.dig("workers", 0, "steps", "wrap")]
      assert_equal [{ "raw" => "hash" }], open.dig("workers", 0, "steps", "calls").map { |call| call["published"] }.uniq
      assert_equal %w[text:ISO-8859-1 symbol], open["values"]["index"].map(&:last).first(2)
      driver.request("prepare", { cell: "c" }, deadline_s: 5)
      refute_includes requests.map { |run| run["plan"] }, "clear", "published cells share their keys"
    end
  end

  # The events inside of the clients of all processes.
  def test_what_is_watched_is_added_for_all_processes
    opened(mode: "processes-2") do |driver|
      block = prepared(driver).request("block", { cell: "c", iterations: 4, watch: %w[exceptions locks pool] }, deadline_s: 5)

      assert_equal [{ "E" => 2 }, 4], block.values_at("exceptions", "locks")
      assert_equal [1, 2, "AQAAAAEAAAA=", 0, nil], block["pool"].values_at("size", "pools", "waits", "waited", "timeouts")
    end
  end

  # Its operation is one of clients, too.
  def test_the_state_of_a_store_is_read_by_the_operation_of_stores
    opened do |driver|
      %w[client store].each do |kind|
        scenario = { **SCENARIO, kind: kind, prelude: [], steps: [{ op: "delete", key: "k1" }] }
        driver.request("open", { **open_fields, scenario: scenario }, deadline_s: 5)
        driver.request("verify", { cell: "c", iterations: [], state: [{ key: "k1", value: nil }] }, deadline_s: 5)
      end

      assert_equal %w[get read], requests.filter_map { |run| run["calls"]&.dig(0, 0) }.map { |call| call["op"] }
    end
  end

  def test_an_actor_of_level_3_is_the_drivers_own_with_whole_keys_and_numbers_of_values
    opened("full") do |driver|
      scenario = { keys: { **SCENARIO[:keys], **ODD.slice(:latin, :tab) }, values: SCENARIO[:values] }
      calls = [{ op: "get", key: "latin" }, { op: "set", key: "k1", value: "text" }]
      steps = [{ op: "quiet", calls: calls },
               { together: { by: "threads", lanes: [[], [{ op: "get_multi", keys: %w[k2 tab] }]] } }, { look: true }]
      driver.request("enter", { **actor_fields, scenario: scenario, steps: steps }, deadline_s: 5)
      told = requests.last
      acted = driver.request("act", { actor: "a", steps: steps, deadline_ms: 9 }, deadline_s: 5)

      assert_equal [[0, 2, "text:ISO-8859-1"], [2, 27, "text"]], told["values"]["index"]
      assert_equal [{ "op" => "get", "key" => { "value" => 0 } }, { "op" => "set", "key" => "one", "value" => 1 }],
                   told["steps"][0]["calls"]
      assert_equal ["two", "\tb"], told.dig("steps", 1, "together", "lanes", 1, 0, "keys")
      assert_equal [told["steps"], nil], requests.last.values_at("steps", "values"), "nothing is new"
      assert_equal [%w[invoke], "done"], [acted["events"].map { |event| event["type"] }, acted["end"]]
      assert_equal "gone", driver.request("leave", { actor: "a" }, deadline_s: 5)["end"]
      refute_path_exists told["values"]["file"]
    end
  end

  def test_what_needs_level_2_is_not_offered_by_a_driver_of_level_1
    opened("lacks") do |driver|
      several = { **open_fields, mode: "processes-2" }
      replies = { "traffic" => { cell: "c" }, "enter" => actor_fields, "open" => several }.map do |type, fields|
        driver.request(type, fields, deadline_s: 5)
      end
      loop = assert_raises(Driver::Refused) { driver.request("block", { cell: "c", arrivals: "AAAAAAAAAAA=" }, deadline_s: 5) }

      assert_equal [["not_offered", "not offered by this driver: traffic at level 1"],
                    ["not_offered", "not offered by this driver: enter at level 1"],
                    ["not_offered", "not offered by this driver: mode processes-2 at level 1"]],
                   replies.map { |reply| reply.values_at("type", "reason") }
      assert_includes loop.message, "not offered by this driver: an open loop at level 1"
    end
  end

  # The keys of each worker.
  WORKERS = Array.new(2) { |at| SCENARIO[:keys].transform_values { |key| "#{key}#{at}" } }.freeze
  MODES = %w[processes-2 inflight-2 inflight-2,shared].freeze

  def test_an_honest_driver_is_believed_in_each_mode
    MODES.each do |mode|
      opened(mode: mode) do |driver|
        reply = verified(driver)

        assert_equal [true, 10, 4], reply.values_at("ok", "hits", "misses"), "#{mode}: #{reply}"
        assert_equal [{ "hits" => 8, "misses" => 4 }], reply["work"], mode
        block = prepared(driver).request("block", { cell: "c", iterations: 3, batch: 2 }, deadline_s: 5)
        found = block.values_at("checked", "mismatches", "calls", "batch", "wall_ns", "batches")
        assert_equal [true, [], 18, 3, 9, [9]], found, mode
      end
    end
  end

  # The other's are right.
  def test_a_wrong_reply_of_one_worker_is_noticed_in_each_mode
    MODES.product(%w[one0 one1]).each do |mode, key|
      opened("another_value", mode: mode, only: key) do |driver|
        reply = verified(driver)
        block = prepared(driver).request("block", { cell: "c", iterations: 2 }, deadline_s: 5)

        refute reply["ok"], mode
        assert_equal %w[get], [reply, block].flat_map { |one| one["mismatches"] }.map { |one| one["op"] }.uniq, mode
        assert_equal [1, 1], [reply, block].map { |one| one["mismatches"].size }, mode
      end
    end
  end

  def test_workers_share_the_iterations
    blocks = MODES.first(2).map do |mode|
      opened(mode: mode) do |driver|
        prepared(driver).request("block", { cell: "c", iterations: 5 }, deadline_s: 5)
        requests.select { |request| request["keep"] == "last" && request["iterations"] != [0] }
      end
    end

    assert_equal [[[2], [3]], [[0, 0], [0, 0], [0, 0], [3, 2]]],
                 [blocks.first.map { |run| run["iterations"] }.sort, blocks.last.map { |run| run["iterations"] }]
  end

  # Nothing else has a time at which it begins.
  def test_timed_runs_of_processes_begin_at_one_moment
    opened(mode: "processes-2") do |driver|
      verified(driver)
      prepared(driver).request("block", { cell: "c", iterations: 4 }, deadline_s: 5)
      runs = requests.select { |request| request["type"] == "run" }

      assert_equal %w[last], runs.select { |run| run["start_ns"] }.map { |run| run["keep"] }.uniq
      assert_equal %w[all none], runs.reject { |run| run["start_ns"] }.map { |run| run["keep"] }.uniq.sort
    end
  end

  # The sum of what processes used; a figure that they do not report is null.
  def test_figures_of_processes_are_added
    opened(mode: "processes-2") do |driver|
      block = prepared(driver).request("block", { cell: "c", iterations: 4 }, deadline_s: 5)

      assert_equal [4, 2, nil], block.values_at("gc_ns", "gc_count", "allocations")
    end
  end

  def test_calls_that_are_due_are_dealt_out_to_processes_in_turn
    dues = [0, 10, 20, 30, 40]
    opened(mode: "processes-2") do |driver|
      block = prepared(driver).request("block", { cell: "c", arrivals: [dues.pack("Q<*")].pack("m0") }, deadline_s: 5)
      dealt = requests.filter_map { |request| request["dues"] }.reject(&:empty?)

      assert_equal [[0, 20, 40], [10, 30]], dealt.sort
      assert_equal [dues, dues], block.values_at("lags", "latencies").map { |text| text.unpack1("m0").unpack("L<*") }
    end
  end

  def test_a_lost_process_ends_the_others
    opened(mode: "processes-2") do |driver|
      Process.kill("KILL", driver.pids.last)

      assert_raises(Driver::Crash) { driver.request("prepare", { cell: "c" }, deadline_s: 5) }
      assert_equal [2, []], [driver.pids.size, driver.pids.select { |pid| Processes.alive?(pid) }]
    end
  end

  def test_workers_need_as_many_keys
    opened do |driver|
      MODES.each do |mode|
        fields = { **open_fields, mode: mode, workers: WORKERS.first(1) }
        error = assert_raises(Driver::Refused) { driver.request("open", fields, deadline_s: 5) }

        assert_includes error.message, "2 workers need the keys of as many, not of 1"
      end
    end
  end

  # An actor is a separate process, and makes one call after the other.
  def test_an_actor_reports_each_call
    opened do |driver|
      entered = driver.request("enter", actor_fields, deadline_s: 10)
      steps = [{ op: "set", key: "k1", value: "text", ttl: 0 }, { wait_ms: 1 }, { op: "get", key: "k1" }, { look: true }]
      acted = driver.request("act", { actor: "a", steps: steps, deadline_ms: 5000 }, deadline_s: 10)

      refute_equal driver.pid, entered["pid"]
      assert_equal [[0, "invoke"], [0, "ok"], [2, "invoke"], [2, "ok"], [3, "ok"]],
                   acted["events"].map { |event| event.values_at("step", "type") }
      assert_equal [acted["events"][0]["wrote"], "done"], [acted["events"][3]["value"], acted["end"]]
      assert_equal %w[descriptors threads memory_bytes], acted["events"].last["value"]["pairs"].map(&:first)
      assert_equal "killed by signal 9", driver.request("leave", { actor: "a" }, deadline_s: 5)["end"]
      refute Processes.alive?(entered["pid"])
    end
  end

  def test_a_typed_language_has_no_text_in_the_place_of_a_number
    step = { op: "incr", key: "n", by: "1\r\nflush_all" }
    entered = %w[typed none].map do |lie|
      opened(lie) { |driver| driver.request("enter", { **actor_fields, steps: [step] }, deadline_s: 10) }
    end

    assert_equal ["not offered by this driver: a text in the place of a number", nil], entered.map { |reply| reply["reason"] }
  end

  # PHP guesses whether its bytes are text.
  def test_a_language_of_strings_has_raw_texts_and_ascii_in_any_encoding
    kinds = %w[none strings].map do |lie|
      opened(lie) do |driver|
        assert_equal [true, []], verified(driver).values_at("ok", "mismatches")
        requests.find { |request| request["type"] == "open" }.dig("values", "index").map(&:last).uniq.sort
      end
    end

    assert_equal [%w[bytes json text], %w[json text text:US-ASCII]], kinds
  end

  def test_a_language_of_bytes_reports_no_encodings
    opened("bytes_only") do |driver|
      driver.request("enter", actor_fields, deadline_s: 10)
      steps = [{ op: "set", key: "k1", value: "text", ttl: 0 }, { op: "get", key: "k1" }]
      events = driver.request("act", { actor: "a", steps: steps, deadline_ms: 5000 }, deadline_s: 10)["events"]

      assert_equal [%w[bytes]] * 2, [events[0]["wrote"], events[3]["value"]].map(&:keys)
    end
  end

  def test_a_long_value_is_reported_as_it_was_written
    opened do |driver|
      driver.request("enter", actor_fields, deadline_s: 10)
      steps = [{ op: "set", key: "b", value: "big", ttl: 0 }, { op: "get", key: "b" }]
      written, _, _, read = driver.request("act", { actor: "a", steps: steps, deadline_ms: 5000 }, deadline_s: 10)["events"]

      assert_equal 200_000, read["value"]["size"]
      assert_equal written["wrote"], read["value"]
    end
  end

  # A driver without blocks lacks the operation.
  def test_a_call_with_a_block_is_another_operation
    opened do |driver|
      step = { op: "get_multi", keys: %w[k1], block: "all" }
      driver.request("enter", { **actor_fields, steps: [step] }, deadline_s: 5)
      call = JSON.parse(File.readlines(@file).last).dig("workers", 0, "steps", 0)

      assert_equal %w[get_multi_block all], call.values_at("op", "block")
    end
  end

  def test_an_actor_that_hangs_or_dies_is_a_finding
    { "hangs" => "hung", "dies" => "exited with status 7" }.each do |lie, ending|
      opened(lie) do |driver|
        pid = driver.request("enter", actor_fields, deadline_s: 10).fetch("pid")
        acted = driver.request("act", { actor: "a", steps: [{ op: "get", key: "k1" }], deadline_ms: 300 }, deadline_s: 10)

        assert_equal [%w[invoke], ending], [acted["events"].map { |event| event["type"] }, acted["end"]]
        refute Processes.alive?(pid)
        assert_predicate driver, :alive?
      end
    end
  end

  def test_steps_of_other_levels_are_not_offered_to_an_actor
    opened do |driver|
      { { together: { by: "threads", lanes: [] } } => "calls at once", { op: "quiet", calls: [] } => "a quiet block",
        { op: "get", key: "k1", interrupt: { by: "kill" } } => "an interrupt by kill" }.each do |step, what|
        reply = driver.request("enter", { **actor_fields, steps: [step] }, deadline_s: 5)

        assert_equal ["not_offered", "not offered by this driver: #{what}"], reply.values_at("type", "reason")
      end
      assert_raises(Driver::Refused) { driver.request("act", { actor: "b", steps: [], deadline_ms: 1 }, deadline_s: 5) }
    end
  end

  private

  def actor_fields
    { actor: "a", client: "socket", servers: ["127.0.0.1:1"], options: {}, scenario: SCENARIO.slice(:keys, :values), steps: [] }
  end

  def opened(lie = "none", only: nil, **mode)
    Dir.mktmpdir do |folder|
      @file = File.join(folder, "requests")
      Cachemark::Host::Keeper.start do |keeper|
        driver = Driver::Planned.start(keeper: keeper, argv: [RbConfig.ruby, "--disable-gems", PROGRAM, lie, @file, *only],
                                        log: File::NULL, deadline_s: 10, env: ENV.slice("PATH"))
        driver.request("load", { client: "socket", adapter: "socket", options: {}, **mode }, deadline_s: 5)
        driver.request("open", { **open_fields, workers: WORKERS, **mode }, deadline_s: 5)
        yield driver
      ensure
        driver&.kill
      end
    end
  end

  def open_fields
    { cell: "c", client: "socket", servers: ["127.0.0.1:1"], options: {}, prefix: "", published: false, mode: "sync",
      scenario: SCENARIO }
  end

  def verified(driver) = driver.request("verify", { cell: "c", iterations: EXPECTED, state: STATE }, deadline_s: 5)

  def prepared(driver) = driver.tap { driver.request("prepare", { cell: "c" }, deadline_s: 5) }

  def requests = File.readlines(@file).map { |line| JSON.parse(line) }
end
