# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::ModelTest < Minitest::Test
    SET = { "op" => "set", "key" => "k1", "value" => "empty", "ttl" => 0 }.freeze
    GET = { "op" => "get", "key" => "k1" }.freeze

    ADD = { **SET, "op" => "add" }.freeze
    CAREFUL = { **SET, "op" => "write", "unless_exist" => true }.freeze
    DELETE = { "op" => "delete", "key" => "k1" }.freeze
    COUNTER = { "op" => "set", "key" => "k1", "value" => "hundred", "raw" => true }.freeze
    STORED, NOT_STORED, MISS, HIT = [{ "stored" => true }, { "stored" => false }, { "miss" => true }, { "hit" => "empty" }].freeze

    # Calls of an iteration => their replies.
    REPLIES = {
      [GET, SET, GET, DELETE, GET] => [MISS, STORED, HIT, STORED, MISS], [ADD, ADD, CAREFUL] => [STORED, NOT_STORED, NOT_STORED],
      [COUNTER, { "op" => "incr", "key" => "k1", "by" => 5 }, { "op" => "decr", "key" => "k1", "by" => 500 }] =>
        [STORED, { "number" => 105 }, { "number" => 0 }],
      [SET, DELETE, DELETE] => [STORED, STORED, NOT_STORED]
    }.freeze

    def test_the_replies_of_an_iteration
      REPLIES.each { |steps, replies| assert_equal replies, of(steps).expectations.first }
    end

    def test_iterations_go_on_where_the_last_one_ended
      model = of([GET, SET], iterations: 3)

      assert_equal [{ "miss" => true }, { "hit" => "empty" }, { "hit" => "empty" }], model.expectations.map(&:first)
      assert_equal [[0, 1, 1], [1, 0, 0]], [model.hits, model.misses]
    end

    def test_a_local_cache_spares_the_server_what_the_iteration_has_seen_written_missed_or_deleted
      model = of([GET, GET, GET], prelude: [SET], wrap: "local_cache")

      assert_equal [[3, 3], [3, 3], [1, 1]], [model.hits, model.most.map(&:hits), model.least.map(&:hits)]
      assert_equal [Plan::Work.new(sets: 1, delete_hits: 1)] * 2, of([SET, GET, DELETE, GET, GET], wrap: "local_cache").least
      assert_equal [1, 1], of([GET, GET], wrap: "local_cache").least.map(&:misses)
    end

    def test_nobody_waits_for_the_replies_of_a_quiet_block
      model = of([SET], wrap: "quiet")

      assert_equal [[{ "any" => true }]] * 2, model.expectations
      assert_equal [[{ "key" => "k1", "value" => "empty", "raw" => false }], [1, 1]], [model.state, model.most.map(&:sets)]
    end

    def test_the_state_is_that_of_every_key_touched
      count = { "op" => "set", "key" => "k2", "value" => "hundred", "raw" => true }

      assert_equal [{ "key" => "k1", "value" => nil }, { "key" => "k2", "number" => 100, "raw" => true }], of([GET, count]).state
      assert_equal [{ "key" => "k1", "value" => "empty", "raw" => false }], of([SET]).state
    end

    def test_one_scenario_can_start_where_another_ended
      memory = of([SET]).memory

      assert_equal [{ "hit" => "empty" }], Plan::Model.of(scenario([GET]), memory: memory).expectations.first
    end

    def test_leaves_unpredictable_replies_open
      model = Plan::Model.of(scenario([GET], published: { "replies" => "unknown" }), published: true)

      assert_equal [[{ "any" => true }], []], [model.expectations.first, model.state]
    end

    def test_pairs_fare_alike_and_count_as_many_as_they_are
      set, get = %w[client/set-pairs client/get-pairs].map { |id| Plan::Model.of(MadeCells.scenario(id)) }

      assert_equal [[{ "each" => "stored" }], [{ "each" => "hit" }]], [set, get].map { |model| model.expectations.last }
      assert_equal [{ "each" => "hit" }] * 2, [set, get].flat_map(&:state)
      assert_equal [Plan::Work.new(sets: 25_000), Plan::Work.new(hits: 25_000)], [set, get].map { |model| model.most.last }
      assert_equal [25_000, 0], [get.hits.last, get.misses.last]
    end

    def test_of_pairs_one_iteration_proves_as_much_as_two_that_are_alike
      get = Plan::Model.of(MadeCells.scenario("client/get-pairs")).proof
      written = { "op" => "set", "each" => "pairs" }
      delete = Plan::Model.of(pairs([written.merge("op" => "delete")], prelude: [written]))

      assert_equal [1, 1, 1], [get.to_verify[:iterations], get.hits, get.misses].map(&:size)
      assert_equal [[{ "each" => "stored" }], [{ "any" => true }]], delete.proof.expectations
      assert_equal [{ "each" => "miss" }], delete.state
      assert_equal 2, Plan::Model.of(MadeCells.scenario("client/get")).proof.expectations.size
    end

    def test_every_scenario_of_the_catalogue_has_a_reply_for_every_call
      MadeCells::CATALOG.scenarios.each_value do |scenario|
        assert_equal [scenario.steps.size] * 2, Plan::Model.of(scenario).expectations.map(&:size), scenario.id
      end
    end

    # Hits and misses of one iteration, as the published programs made them.
    READS = {
      "client/set" => [0, 0], "client/set-plain" => [0, 0], "client/get" => [3, 0], "client/get-plain" => [6, 0],
      "client/multiget" => [3, 3], "client/missing" => [0, 3], "client/mixed" => [6, 0], "client/set-ruby" => [0, 0],
      "client/get-ruby" => [6, 0], "store/mixed" => [4, 0], "store/set" => [0, 0], "store/get" => [3, 0],
      "store/big-read-multi" => [14, 0]
    }.freeze

    def test_every_published_scenario_hits_and_misses_as_documented
      READS.each do |id, (hits, misses)|
        model = Plan::Model.of(MadeCells::CATALOG.scenario(id))
        assert_equal [[hits, hits], [misses, misses]], [model.hits, model.misses], id
      end
    end

    def test_the_mixed_store_scenario_call_by_call
      hit = { "hit" => "empty" }
      model = Plan::Model.of(MadeCells::CATALOG.scenario("store/mixed"))

      assert_equal [hit, { "stored" => true }, hit, hit, hit, { "stored" => false }, { "stored" => true },
                    { "number" => 101 }, { "number" => 102 }, { "number" => 101 }], model.expectations.first
      assert_includes model.state, { "key" => "counter", "number" => 102, "raw" => true }
    end

    def test_the_published_typo_makes_an_ordinary_write_of_it
      scenario = MadeCells::CATALOG.scenario("store/mixed").as_published("dalli_store")
      known = scenario.with(published: scenario.published.merge("replies" => "known"))

      assert_equal({ "stored" => true }, Plan::Model.of(known, published: true).expectations.first[5])
    end

    # The counters of the server in one iteration, except the reads.
    CHANGES = {
      "client/set" => { sets: 3 }, "client/set-plain" => { sets: 6 }, "client/missing" => { delete_misses: 3 },
      "client/mixed" => { sets: 6 }, "client/get" => {}, "client/multiget" => {},
      "store/mixed" => { sets: 2, delete_hits: 1, incr_hits: 2, decr_hits: 1 }, "store/big-read-multi" => {}
    }.freeze

    def test_every_published_scenario_writes_deletes_and_counts_as_documented
      CHANGES.each do |id, counts|
        hits, misses = READS.fetch(id)
        work = Plan::Work.new(hits: hits, misses: misses, **counts)
        model = Plan::Model.of(MadeCells::CATALOG.scenario(id))
        assert_equal [[work] * 2] * 2, [model.most, model.least], id
      end
    end

    def test_an_add_that_finds_the_key_taken_is_counted_as_a_set
      add = { "op" => "add", "key" => "k1", "value" => "empty" }

      assert_equal [3, 3], of([SET, add, add]).most.map(&:sets)
    end

    private

    def of(steps, iterations: 2, **more) = Plan::Model.of(scenario(steps, **more), iterations: iterations)

    def scenario(steps, **more) = MadeCells.made_scenario(steps, **more)

    def pairs(steps, **more) = scenario(steps, pairs: Catalog::Pairs.new(count: 7, seed: 1), **more)
  end
end

module Cachemark
  # The expected replies of one pass over calls, and the counters of the server.
  class Plan::ModelPassTest < Minitest::Test
    SPECS = { "u" => { "kind" => "string" },
              "v" => { "kind" => "string" }, "w" => { "kind" => "string" }, "n" => { "kind" => "number", "number" => 5 } }.freeze

    def made(*steps, local: false)
      pass = Plan::Model::Iteration.new(Plan::Model::Memory.new(SPECS, {}), local: local)
      steps.each { |step| pass.call(step) }
      pass
    end

    # A call in short: its name, its key or keys, its value or values.
    def self.step(op, key = "k", value = nil, **more)
      names = key.is_a?(Array) ? { "keys" => key, "values" => value } : { "key" => key, "value" => value }
      { "op" => op, **names, **more.transform_keys(&:to_s) }.compact
    end

    def self.raw(op, value = nil, key = "k", **more) = step(op, key, value, raw: true, **more)

    STORED, NOT_STORED, MISS, ANY = [{ "stored" => true }, { "stored" => false }, { "miss" => true }, { "any" => true }].freeze
    READ, CAS, TOUCH, GAT = raw("get"), step("cas", "k", "w"), step("touch", ttl: 60), step("gat", ttl: 60)
    FETCH, LOCKED, PART = step("fetch", "k", "v"), step("fetch_locked", "k", "v"), raw("fetch_multi", %w[v w], %w[k l])
    BEGUN = step("incr", "c", by: 1, initial: 5)

    # Calls => the last of their replies, and the counters of the server.
    PASSES = {
      # A fetch writes what it misses if it has a value.
      [FETCH, FETCH] => [[MISS, { "hit" => "v" }], { misses: 1, sets: 1, hits: 1 }],
      [LOCKED, LOCKED] => [[MISS, { "hit" => "v" }], { misses: 1, sets: 1, hits: 1 }],
      [step("fetch"), step("fetch")] => [[MISS, MISS], { misses: 2 }],
      # A counter that is not there is a miss, and one that begins is in no counter of the server.
      [step("incr", "c", by: 1), step("decr", "c", by: 1)] => [[MISS, MISS], { incr_misses: 1, decr_misses: 1 }],
      [BEGUN, BEGUN] => [[{ "number" => 5 }, { "number" => 6 }], { incr_hits: 1 }],
      # Nobody knows what counting a text does.
      [step("set", "c", "v"), step("incr", "c", by: 1)] => [[ANY], { sets: 1 }],
      [step("set", "a", "v"), step("get_multi", %w[a b])] => [[{ "multi" => { "a" => "v" } }], { sets: 1, hits: 1, misses: 1 }],
      # Bytes are put behind and before a value, but not to what is not there. Digits that are put together count.
      [raw("set", "v"), raw("append", "w"), raw("prepend", "u"), READ] =>
        [[STORED, STORED, STORED, { "hit" => %w[u v w] }], { sets: 3, hits: 1 }],
      [raw("append", "v"), READ] => [[NOT_STORED, MISS], { sets: 1, misses: 1 }],
      [raw("set", "n"), raw("append", "n"), step("incr", by: 1)] => [[{ "number" => 56 }], { sets: 2, incr_hits: 1 }],
      # Bytes that are added to a serialised value are left open.
      [step("set", "k", "v"), raw("append", "w"), READ, step("get_multi", %w[k])] => [[ANY, ANY], { sets: 2, hits: 2 }],
      [CAS, raw("set", "v"), CAS, READ] => [[NOT_STORED, STORED, STORED, { "hit" => "w" }],
                                            { misses: 1, hits: 2, sets: 2, cas_hits: 1 }],
      [TOUCH, raw("set", "v"), TOUCH] => [[NOT_STORED, STORED, STORED], { sets: 1, touch_hits: 1, touch_misses: 1 }],
      # A gat reads, and counts as a touch.
      [GAT, raw("set", "v"), GAT] => [[MISS, STORED, { "hit" => "v" }], { sets: 1, touch_hits: 1, touch_misses: 1 }],
      # Writes of several keys give each its own value, and deletes name those that were absent.
      [raw("set_multi", %w[v w], %w[k l]), raw("get_multi", nil, %w[k l m]), raw("get_multi_cas", nil, %w[l m]),
       raw("write_multi", %w[n u], %w[k l]), raw("get_multi", nil, %w[k l])] =>
        [[{ "failed" => [] }, { "multi" => { "k" => "v", "l" => "w" } }, { "multi" => { "l" => "w" } }, { "failed" => [] },
          { "multi" => { "k" => 5, "l" => "u" } }], { sets: 4, hits: 5, misses: 2 }],
      [raw("set_multi", %w[v v], %w[k l]), raw("delete_multi", nil, %w[k m]), raw("get_multi", nil, %w[k l])] =>
        [[{ "failed" => ["m"] }, { "multi" => { "l" => "v" } }],
         { sets: 2, delete_hits: 1, delete_misses: 1, hits: 1, misses: 1 }],
      # A fetch of several keys computes and writes the absent ones.
      [raw("write", "u"), PART, PART, raw("fetch_multi", nil, %w[l m])] =>
        [[{ "multi" => { "k" => "u", "l" => "w" }, "computed" => ["l"] },
          { "multi" => { "k" => "u", "l" => "w" }, "computed" => [] }, { "multi" => { "l" => "w" } }],
         { sets: 2, hits: 4, misses: 2 }]
    }.freeze

    # Steps => the hits and misses of the caller. A cas hands it no value.
    CALLER = {
      [FETCH, FETCH] => [1, 1], [CAS, raw("set", "v"), CAS, READ] => [1, 0],
      [raw("write", "u"), PART, PART, raw("fetch_multi", nil, %w[l m])] => [4, 2]
    }.freeze

    def test_the_replies_and_the_counters_of_a_pass
      PASSES.each do |steps, (replies, counters)|
        pass = made(*steps)

        assert_equal replies, pass.expectations.last(replies.size), steps
        assert_equal Plan::Work.new(**counters), pass.most, steps
      end
    end

    def test_the_hits_and_misses_of_the_caller
      CALLER.each { |steps, counts| assert_equal counts, made(*steps).then { |pass| [pass.hits, pass.misses] }, steps }
    end

    def test_a_raw_number_is_a_counter
      memory = Plan::Model::Memory.new(SPECS, {})

      assert_equal [5, ["n", false], ["v", true]],
                   [{ "value" => "n", "raw" => true }, { "value" => "n" }, { "value" => "v", "raw" => true }]
                     .map { |step| memory.item(step) }
    end

    def test_a_local_cache_answers_several_keys_too
      steps = [["write_multi", %w[v w], %w[k l]], ["read_multi", nil, %w[k l m]], ["fetch_multi", %w[v v], %w[k m]],
               ["delete_multi", nil, %w[k l]], ["read_multi", nil, %w[k l]]].map { |words| self.class.raw(*words) }
      pass = made(*steps, local: true)

      assert_equal Plan::Work.new(sets: 3, hits: 3, misses: 4, delete_hits: 2), pass.most
      assert_equal Plan::Work.new(sets: 3, misses: 1, delete_hits: 2), pass.least
    end

    def test_every_operation_moves_the_counters_that_its_entry_says
      Vocabulary::Operations::ALL.each_value do |operation|
        step = { "op" => operation.name, "key" => "k", "keys" => ["k"], "value" => "v", "values" => ["v"], "raw" => true,
                 "by" => 1 }
        step = step.merge("value" => "n") if operation.number
        absent = made(step).most
        there = made({ "op" => "set", "key" => "k", "value" => operation.number ? "n" : "v", "raw" => true }, step).most

        assert_equal work(operation.absent), absent, operation.name
        assert_equal work(operation.found), there - Plan::Work.new(sets: 1), operation.name
      end
    end

    private
    def work(names) = Plan::Work.new(**names.to_h { |name| [name.to_sym, 1] })
  end
end
