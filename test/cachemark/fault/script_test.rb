# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::ScriptTest < Minitest::Test
    def test_the_subject_is_the_cases_call_and_the_others_are_probes
      script = script("set",
                      steps: [{ "subject" => { "interrupt" => { "by" => "kill", "after_ms" => 5 } } }, { "read" => "others" }])
      subject, *probes = script.steps

      assert_equal ["set", "k1", "subject", "kill"], [*subject.values_at("op", "key", "role"), subject["interrupt"]["by"]]
      assert_equal([%w[k2 k3 k4 k5 k6 k7], %w[get], %w[probe]], %w[key op role].map { |name| probes.map { |step|
 step[name] }.uniq })
    end

    def test_a_call_with_several_keys_is_recognised_by_the_first
      script = script("multi-set", over: { "call" => %w[multi-set] })

      assert_equal [%w[k1 k2 k3], %w[new-k1 new-k2 new-k3]], script.steps.first.values_at("keys", "values")
      assert_equal MadeTrial::CANARY.keys["k1"], script.subject_key
      assert_equal %w[write_multi delete_multi],
                   Fault::Script.for_kind([{ "op" => "set_multi" }, { "op" => "delete_multi" }], "store").map { |step| step["op"] }
    end

    def test_steps_of_the_lab_are_parts_between_those_of_the_driver
      steps = [{ "subject" => {} }, { "proxy" => "down" }, { "wait_ms" => 5 }, { "read" => "subject" }, { "server" => "flush" }]
      parts = script("get", steps: steps).parts

      assert_equal [Array, { "proxy" => "down" }, Array, { "server" => "flush" }], parts.map { |part|
 part.is_a?(Array) ? Array : part }
      assert_equal [1, 2], parts.grep(Array).map(&:size)
    end

    def test_each_lane_reads_its_own_keys
      step = script("get", steps: [{ "together" => { "by" => "threads", "lanes" => 2, "times" => 5 } }]).steps.first
      keys = step["together"]["lanes"].map { |lane| lane.map { |one| one["key"] } }

      assert_equal [5, 5], keys.map(&:size)
      assert_empty keys.first & keys.last
    end

    def test_every_key_is_written_before_the_fault
      script = script("get", keys: { "mine" => "x" }, values: { "v" => { "kind" => "string", "text" => "y" } })
      scenario = script.scenario

      assert_equal Fault::Canary::NAMES + [Fault::Canary::COUNTER], script.prelude.map { |step| step["key"] }
      assert_empty script.prelude.map { |step| step["value"] } - scenario["values"].keys
      assert_equal ["x", "y"], [scenario["keys"]["mine"], scenario["values"]["v"]["text"]]
    end

    def test_the_mark_is_part_of_the_subjects_request
      assert_equal MadeTrial::CANARY.keys["k1"], script("get").subject_key
      assert_equal MadeTrial::CANARY.keys["c1"], script("incr", over: { "call" => ["incr"] }).subject_key
    end

    def test_a_forged_reply_holds_the_value_of_the_key_that_it_names
      canary = MadeTrial::CANARY

      assert_equal({ canary.value("k1") => canary.value("k7") }, script("get").other_values)
      assert_equal canary.keys["k7"], Fault::Forgery.other_key(script("get").subject_key)
      assert_empty script("incr", over: { "call" => ["incr"] }).other_values
    end

    def test_a_call_that_may_fail_is_raw_unless_it_says_otherwise
      steps = [{ "try" => { "op" => "set", "key" => "k1", "value" => "new" } },
               { "try" => { "op" => "set_multi", "keys" => ["k1"], "values" => ["new"] } },
               { "try" => { "op" => "get", "key" => "k1", "as" => "serialised" } }]
      *sets, get = script("get", steps: steps).steps

      assert_equal [["tried", true, 0]], sets.map { |set| set.values_at("role", "raw", "ttl") }.uniq
      assert_equal ["tried", false, nil], get.values_at("role", "raw", "as")
    end

    def test_a_quiet_block_has_its_calls_and_what_others_do_meanwhile
      quiet = { "interrupt" => { "by" => "kill", "after_ms" => 5 },
                "calls" => [{ "call" => { "op" => "set", "key" => "k1", "value" => "new" } }, { "wait_ms" => 5 },
                            { "meanwhile" => { "by" => "threads", "steps" => [{ "read" => "subject" }, { "close" => true }] } }] }
      block = script("get", steps: [{ "quiet" => quiet }]).steps.first
      set, pause, others = block["calls"]

      assert_equal ["quiet", "subject", "kill"], [*block.values_at("op", "role"), block["interrupt"]["by"]]
      assert_equal ["quiet", true, { "wait_ms" => 5 }], [*set.values_at("role", "raw"), pause]
      assert_equal ["threads", [], ["get", nil], [nil, true]],
                   [others["together"]["by"], others["together"]["lanes"].first,
                    *others["together"]["lanes"].last.map { |step| step.values_at("op", "close") }]
    end

    def test_steps_are_repeated
      steps = [{ "again" => { "times" => 3, "steps" => [{ "proxy" => "arm" }, { "subject" => {} }] } }]

      assert_equal [{ "proxy" => "arm" }, Array] * 3,
                   script("get", steps: steps).parts.map { |part| part.is_a?(Array) ? Array : part }
    end

    def test_a_key_of_the_step_is_placed_among_good_ones_in_a_multi_get
      steps = [{ "subject" => { "key" => "odd" } }]

      assert_equal "odd", script("get", steps: steps).steps.first["key"]
      assert_equal %w[k2 odd k3], script("multi", over: { "call" => ["multi"] }, steps: steps).steps.first["keys"]
    end

    def test_a_key_can_hold_another_one
      keys = { "blank" => "{k2} 0", "odd" => { "kind" => "json", "json" => nil }, "injected" => "inj" }
      script = script("get", keys: keys)

      assert_equal "#{MadeTrial::CANARY.keys["k2"]} 0", script.scenario["keys"]["blank"]
      assert_equal [false, false, "inj"], [script.watched.key?("blank"), script.texts.key?("odd"), script.watched["injected"]]
    end

    def test_writing_lanes_write_every_other_time
      lane = script("get", steps: [{ "together" => { "by" => "fork", "lanes" => 2, "times" => 4, "doing" => "writing" } }])
             .steps.first["together"]["lanes"].first

      assert_equal %w[get set get set], lane.map { |step| step["op"] }
      assert_equal ["new-#{lane[1]["key"]}"], lane.grep(->(step) { step["op"] == "set" }).first(1).map { |step| step["value"] }
    end

    def test_many_keys_are_spread_over_the_servers
      script = script("get", steps: %w[write read multi].map { |doing| { "spread" => doing } })

      assert_equal({ "set" => 200, "get" => 200, "get_multi" => 4 }, script.steps.map { |step| step["op"] }.tally)
      assert_empty script.steps.filter_map { |step| step["value"] } - script.scenario["values"].keys
      assert_equal 200, script.spread.size
      assert_empty script("get").spread
    end

    def test_a_bulk_get_asks_for_one_key_that_exists_and_for_very_many_others
      steps = [{ "subject" => { "block" => "break" } }, { "bulk" => "all" }]
      script = script("multi", over: { "call" => ["multi"] }, steps: steps)
      subject, bulk = script.steps

      assert_equal ["break", %w[k1 k2 k3]], subject.values_at("block", "keys")
      assert_equal ["all", "probe", "k7", 10_001], [*bulk.values_at("block", "role"), bulk["keys"].first, bulk["keys"].size]
      assert_empty bulk["keys"] - script.scenario["keys"].keys
      refute_includes script("get").scenario["keys"], bulk["keys"].last
    end

    def test_steps_with_peers_are_made_with_each_peer
      steps = [{ "peers" => [{ "server" => "flush" }, { "peer" => [{ "try" => { "op" => "get", "key" => "k1" } }] },
                             { "tell" => "servers" }, { "try" => { "op" => "get", "key" => "k2" } }] }]
      peers = [MadeCells.contender("socket"), MadeCells.contender("null")]
      parts = Fault::Script.new(MadeTrial.one("get", steps: steps), MadeTrial::CANARY, peers: peers).parts

      assert_equal %w[socket null], parts.grep(Hash).filter_map { |part| part["peer"] }
      assert_equal [%w[peer socket k1]], parts[1]["steps"].map { |step| step.values_at("role", "author", "key") }
      assert_equal [{ "tell" => "servers", "author" => "socket" }, %w[k2]], [parts[2], parts[3].map { |step| step["key"] }]
    end

    def test_calls_of_a_peer_have_its_role
      steps = [{ "peers" => [{ "peer" => [{ "call" => { "op" => "incr", "key" => "c1", "by" => 3 } }] }] }]
      peers = [MadeCells.contender("socket")]
      parts = Fault::Script.new(MadeTrial.one("get", steps: steps), MadeTrial::CANARY, peers: peers).parts

      assert_equal 3, parts.first["steps"].first["by"]
    end

    private

    def script(call, **facts) = Fault::Script.new(MadeTrial.one(call, **facts), MadeTrial::CANARY)
  end

  class Fault::DialectTest < Minitest::Test
    STEPS = [{ "op" => "set", "key" => "k" }, { "op" => "get_multi", "keys" => ["k"] }, { "op" => "delete", "key" => "k" },
             { "wait_ms" => 5 }, { "together" => { "by" => "threads", "lanes" => [[{ "op" => "get", "key" => "k" }]] } }].freeze

    def test_the_steps_of_a_store_have_its_operations
      steps = Fault::Script.for_kind(STEPS, "store")

      assert_equal ["write", "read_multi", "delete", nil], steps.first(4).map { |step| step["op"] }
      assert_equal [%w[k read]], steps.last["together"]["lanes"].map { |lane| lane.first.values_at("key", "op") }
      assert_equal({ "wait_ms" => 5 }, steps[3])
    end

    def test_an_add_of_a_store_is_a_write_that_keeps_an_existing_value
      assert_equal [{ "op" => "write", "key" => "k", "unless_exist" => true }],
                   Fault::Script.for_kind([{ "op" => "add", "key" => "k" }], "store")
    end

    def test_the_steps_of_a_client_stay_as_they_are
      assert_same STEPS, Fault::Script.for_kind(STEPS, "client")
    end
  end
end
