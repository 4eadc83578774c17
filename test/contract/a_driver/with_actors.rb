# frozen_string_literal: true

# Part of ADriver: processes that make single calls on request while something goes wrong.
module ADriver
  module WithActors
    ACTED = { "keys" => { "k1" => "one", "k2" => "two" },
              "values" => { "v" => { "kind" => "string", "text" => "value|1" } } }.freeze
    SET = { "op" => "set", "key" => "k1", "value" => "v", "raw" => true, "ttl" => 0 }.freeze
    GET = { "op" => "get", "key" => "k1", "raw" => true }.freeze

    def test_an_actor_reports_the_value_of_each_call
      enter(memcached.address)
      events, ending = act([SET, GET, GET.merge("key" => "k2")])

      assert_equal "done", ending
      assert_equal [[0, "invoke"], [0, "ok"], [1, "invoke"], [1, "ok"], [2, "invoke"], [2, "ok"]], steps_of(events)
      assert_equal [true, "value|1", nil], events.select { |event| event["type"] == "ok" }.map { |event| plain(event["value"]) }
      assert_equal events.map { |event| event["at_ns"] }.sort, events.map { |event| event["at_ns"] }
    end

    def test_an_actor_reports_the_error_of_a_call_and_continues
      enter(nowhere)
      events, ending = act([GET, { "wait_ms" => 1 }, GET])

      assert_equal ["done", [[0, "invoke"], [0, "raised"], [2, "invoke"], [2, "raised"]]], [ending, steps_of(events)]
      assert_equal [false], events.filter_map { |event| event["error"] }.map { |error| error["injected"] }.uniq
      refute_empty events[1]["error"]["class"]
    end

    def test_a_call_that_waits_is_ended_from_outside
      ended_from_outside(*endings)
    end

    def test_an_exception_comes_at_a_line_of_the_library
      enter(memcached.address)
      first, = act([GET.merge("interrupt" => { "by" => "line", "number" => 1, "error" => "Exception" })])
      last, = act([GET.merge("interrupt" => { "by" => "line", "number" => 100_000, "error" => "StandardError" })])

      assert_equal ["raised", true], [first.last["type"], first.last["error"]["injected"]]
      assert_equal %w[invoke struck raised], first.map { |event| event["type"] }
      assert_match(/:\d+\z/, first[1]["struck"])
      assert_equal %w[invoke ok], last.map { |event| event["type"] }
    end

    def test_lanes_call_at_the_same_time
      enter(memcached.address)
      act([SET])
      lane_ways.each do |way|
        events, ending = act([{ "together" => { "by" => way, "lanes" => [[GET] * 3, [GET] * 2] } }])
        finished = events.select { |event| event["type"] == "ok" }

        assert_equal ["done", { 0 => 3, 1 => 2 }], [ending, finished.map { |event| event["lane"] }.tally.sort.to_h], way
        assert_equal ["value|1"], finished.map { |event| plain(event["value"]) }.uniq
      end
    end

    def test_a_quiet_block_waits_for_no_replies
      enter(memcached.address)
      calls = [SET, SET.merge("op" => "add"), { "op" => "delete", "key" => "k2" }]
      events, ending = act([{ "op" => "quiet", "calls" => calls }, GET])

      assert_equal ["done", [[0, nil, "invoke"], *[0, 1, 2].flat_map { |at| [[0, at, "invoke"], [0, at, "ok"]] }, [0, nil, "ok"],
                             [1, nil, "invoke"], [1, nil, "ok"]]],
                   [ending, events.map { |event| event.values_at("step", "inside", "type") }]
      assert_equal [nil] * 4 + ["value|1"], events.select { |event| event["type"] == "ok" }.map { |event| plain(event["value"]) }
      assert_equal 1, memcached.counters(%w[delete_misses]).first
    end

    def test_others_use_the_client_while_a_quiet_block_is_open_and_close_it
      enter(memcached.address)
      lane_ways.each do |way|
        within = [SET, { "together" => { "by" => way, "lanes" => [[], [GET.merge("key" => "k2"), { "close" => true }]] } }, SET]
        events, ending = act([{ "op" => "quiet", "calls" => within }, GET])
        done = events.select { |event| event["lane"] && event["type"] == "ok" }

        assert_equal ["done", [[1, 1, 0], [1, 1, 1]]], [ending, done.map { |event| event.values_at("inside", "lane", "sub") }]
        assert_equal "value|1", plain(events.last["value"])
      end
    end

    def test_what_ends_a_call_of_a_quiet_block_ends_the_block
      enter(nowhere)
      events, ending = act([{ "op" => "quiet", "calls" => [SET, SET] }, GET])

      assert_equal ["done", [[0, "invoke"], [0, "invoke"], [0, "raised"], [0, "raised"], [1, "invoke"], [1, "raised"]]],
                   [ending, steps_of(events)]
    end

    def test_a_quiet_block_is_ended_from_outside
      enter(memcached.address)
      act([SET])
      endings.each do |way|
        calls = [SET, { "wait_ms" => 500 }, SET]
        events, = act([{ "op" => "quiet", "calls" => calls, "interrupt" => { "by" => way, "after_ms" => 50 } }, GET])

        assert_equal [[0, "raised"], true], [steps_of(events)[3], events[3]["error"]["injected"]], way
        assert_equal "value|1", plain(events.last["value"])
      end
    end

    def test_an_actor_that_hangs_is_killed_and_so_is_one_that_is_left
      pid = enter(memcached.address)
      assert_equal [[], "hung"], act([{ "wait_ms" => 60_000 }], deadline_ms: 100)
      refute running?(pid)

      pid = enter(memcached.address)
      assert_equal "left", ask("leave", actor: "a")["type"]
      refute running?(pid)
    end

    def test_an_actor_that_is_entered_again_makes_a_new_client_in_the_same_process
      pid = enter(memcached.address)
      act([SET, GET])

      assert_equal pid, enter(nowhere)
      assert_equal %w[invoke raised], act([GET]).first.map { |event| event["type"] }
      assert_equal pid, enter(memcached.address)
      assert_equal ["value|1"], act([GET]).first.filter_map { |event| plain(event["value"]) }
    end

    def test_an_actor_whose_process_has_ended_is_entered_in_another
      pid = enter(memcached.address)
      act([{ "wait_ms" => 60_000 }], deadline_ms: 100)

      refute_equal pid, enter(memcached.address)
      assert_equal "done", act([SET]).last
    end

    def test_an_actor_that_fails_outside_of_its_calls_says_so
      enter(memcached.address)
      events, ending = act([GET, { "wait_ms" => -1 }])

      assert_equal [[0, "invoke"], [0, "ok"]], steps_of(events)
      assert_match(/\Afailed: \w+Error: /, ending)
    end

    def test_an_actor_that_dies_says_how
      pid = enter(memcached.address)
      Thread.new { sleep(0.05) && Process.kill("KILL", pid) }

      assert_equal [[], "killed by signal 9"], act([{ "wait_ms" => 5_000 }])
    end

    def test_reports_an_unsupported_step_before_anything_is_done
      reply = entering(memcached.address, steps: [GET.merge("interrupt" => { "by" => "magic", "after_ms" => 5 })])

      assert_equal ["not_offered", "not offered by this driver: an interrupt by magic"], reply.values_at("type", "reason")
      assert_equal "failed", ask("act", actor: "a", steps: [GET], deadline_ms: 100)["type"]
    end

    def test_reports_a_client_that_could_not_be_created
      reply = entering(memcached.address, options: { "timeout" => "soon" })

      assert_equal "not_entered", reply["type"]
      assert_match(/\Araised \w+Error: .*soon/, reply["end"])
      assert_equal "failed", ask("act", actor: "a", steps: [GET], deadline_ms: 100)["type"]
    end

    def test_an_actor_reports_its_descriptors_and_memory_and_threads
      enter(memcached.address)
      events, = act([GET, { "look" => true }])
      held = events.last["value"]["pairs"].to_h

      assert_equal %w[descriptors memory_bytes threads], held.keys.sort
      assert_operator held["descriptors"], :>, 2
    end

    def test_a_text_in_place_of_a_number_is_passed_on_and_refused_by_the_reference
      enter(memcached.address)
      text = "1\r\nset two 0 0 1\r\nx"
      incr = { "op" => "incr", "key" => "k1", "raw" => true }
      numbers = [incr.merge("by" => text), incr.merge("initial" => text), SET.merge("ttl" => text)]
      events, ending = act([*numbers, { "op" => "flush", "delay" => text }, GET.merge("key" => "k2")])

      assert_equal ["done", %w[raised raised raised raised ok]], [ending, events.map { |event| event["type"] } - ["invoke"]]
      assert_nil events.last["value"]
    end

    def test_a_client_empties_its_servers
      enter(memcached.address)
      events, ending = act([SET, { "op" => "flush", "delay" => 0 }, GET])

      assert_equal ["done", [true, nil, nil]],
                   [ending, events.select { |event| event["type"] == "ok" }.map { |event| plain(event["value"]) }]
    end

    def test_reports_a_long_value_by_its_size_and_checksum
      hold(200_000)
      enter(memcached.address)
      events, = act([GET.merge("key" => "k2")])

      assert_equal [200_000, Zlib.crc32("x" * 200_000)], events.last["value"].values_at("size", "crc32")
    end

    # A process may have a megabyte that it took before.
    def test_an_actor_may_take_a_limited_amount_of_memory
      memcached(memory_mb: 64, arguments: %w[-U 0 -I 16m])
      hold(15_000_000)
      entering(memcached.address, memory_mb: 1)
      events, ending = act([GET.merge("key" => "k2"), SET, GET])

      assert_equal ["done", %w[raised ok ok]], [ending, events.map { |event| event["type"] } - ["invoke"]]
      assert_match(/MemoryError\z/, events[1]["error"]["class"])
    end

    private

    # How calls of this driver are ended from outside, and how they are made at once.
    def endings = %w[timeout signal]
    def lane_ways = %w[threads fork]

    def entering(address, steps: [], mode: "sync", options: {}, **more)
      unless @loaded
        talk(mode).read_line
        ask("load", client: "socket", adapter: "socket", shims: [], options: {}, mode: mode)
        @loaded = true
      end
      ask("enter", actor: "a", client: "socket", servers: [address], options: options, scenario: ACTED, mode: mode,
          steps: steps, **more)
    end

    # Stores a value under the key that the scenario calls k2.
    def hold(bytes)
      TCPSocket.open(*memcached.address.split(":")) do |socket|
        socket.write("set two 0 0 #{bytes}\r\n#{"x" * bytes}\r\n")
        assert_equal "STORED\r\n", socket.gets
      end
    end

    # The process id of the actor.
    def enter(address, **how) = entering(address, **how).then { |reply| reply.fetch("pid") { flunk(reply.to_json) } }

    # Each of these ways ends a call that waits for a silent server.
    def ended_from_outside(*ways, **how)
      silently do |address|
        enter(address, **how)
        ways.each do |way|
          events, = act([GET.merge("interrupt" => { "by" => way, "after_ms" => 20 })])

          assert_equal [[0, "invoke"], [0, "raised"]], steps_of(events), way
          assert events.last["error"]["injected"], events.last.to_json
        end
      end
    end

    def survives_signals
      enter(memcached.address)
      signalled = [SET, GET].map { |step| step.merge("interrupt" => { "by" => "signals", "after_ms" => 1 }) }
      events, ending = act([*signalled, { "wait_ms" => 20 }, GET] * 5)

      assert_equal %w[ok done], [*events.map { |event| event["type"] }.uniq - ["invoke"], ending]
    end

    def act(steps, deadline_ms: 10_000)
      reply = ask("act", actor: "a", steps: steps, deadline_ms: deadline_ms)
      reply.fetch("events") { flunk(reply.to_json) }
      reply.values_at("events", "end")
    end

    def ask(type, **fields) = talk.ask({ type: type, **fields })

    def steps_of(events) = events.map { |event| event.values_at("step", "type") }

    def plain(value) = value.is_a?(Hash) ? value["bytes"].unpack1("m") : value

    # A server that takes everything and says nothing.
    def silently
      door = TCPServer.new("127.0.0.1", 0)
      held = []
      thread = Thread.new { loop { held << door.accept } }
      yield "127.0.0.1:#{door.addr[1]}"
    ensure
      thread.kill.join
      [door, *held].each(&:close)
    end

    def running?(pid)
      Process.kill(0, pid)
      true
    rescue Errno::ESRCH
      false
    end
  end
end
