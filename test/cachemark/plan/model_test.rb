# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::ModelTest < Minitest::Test
    SET = { "op" => "set", "key" => "k1", "value" => "empty", "ttl" => 0 }.freeze
    GET = { "op" => "get", "key" => "k1" }.freeze

    def test_a_written_key_is_a_hit_and_an_absent_or_deleted_one_a_miss
      assert_equal [{ "miss" => true }, { "stored" => true }, { "hit" => "empty" }, { "stored" => true }, { "miss" => true }],
                   replies(GET, SET, GET, { "op" => "delete", "key" => "k1" }, GET)
    end

    def test_add_and_a_careful_write_leave_what_is_there
      add = { "op" => "add", "key" => "k1", "value" => "empty" }
      careful = { "op" => "write", "key" => "k1", "value" => "empty", "unless_exist" => true }

      assert_equal [true, false, false], replies(add, add, careful).map { |reply| reply["stored"] }
    end

    def test_counters_count_and_never_fall_below_zero
      set = { "op" => "set", "key" => "k1", "value" => "hundred", "raw" => true }
      numbers = replies(set, { "op" => "incr", "key" => "k1", "by" => 5 }, { "op" => "decr", "key" => "k1", "by" => 500 })

      assert_equal [105, 0], numbers.filter_map { |reply| reply["number"] }
    end

    def test_a_delete_says_whether_there_was_anything
      delete = { "op" => "delete", "key" => "k1" }

      assert_equal [true, true, false], replies(SET, delete, delete).map { |reply| reply["stored"] }
    end

    def test_iterations_go_on_where_the_last_one_ended
      model = of([GET, SET], iterations: 3)

      assert_equal [{ "miss" => true }, { "hit" => "empty" }, { "hit" => "empty" }], model.expectations.map(&:first)
      assert_equal [[0, 1, 1], [1, 0, 0]], [model.hits, model.misses]
    end

    def test_a_local_cache_spares_the_server_what_the_iteration_has_seen
      model = of([GET, GET, GET], prelude: [SET], wrap: "local_cache")

      assert_equal [[3, 3], [3, 3], [1, 1]], [model.hits, model.most.map(&:hits), model.least.map(&:hits)]
    end

    def test_a_local_cache_remembers_writes_misses_and_deletes
      delete = { "op" => "delete", "key" => "k1" }
      model = of([SET, GET, delete, GET, GET], wrap: "local_cache")

      assert_equal [Plan::Work.new(sets: 1, delete_hits: 1)] * 2, model.least
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

    def replies(*steps) = of(steps).expectations.first

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

    def test_a_fetch_writes_what_it_misses_if_it_has_a_value
      %w[fetch fetch_locked].each do |op|
        fetch = { "op" => op, "key" => "k", "value" => "v" }
        pass = made(fetch, fetch)

        assert_equal [[{ "miss" => true }, { "hit" => "v" }], 1, 1], [pass.expectations, pass.hits, pass.misses]
        assert_equal Plan::Work.new(misses: 1, sets: 1, hits: 1), pass.most
        assert_equal [{ "miss" => true }] * 2, made(*[fetch.except("value")] * 2).expectations
      end
    end

    def test_a_counter_that_is_not_there_is_a_miss
      pass = made({ "op" => "incr", "key" => "c", "by" => 1 }, { "op" => "decr", "key" => "c", "by" => 1 })
      assert_equal [{ "miss" => true }] * 2, pass.expectations
      assert_equal Plan::Work.new(incr_misses: 1, decr_misses: 1), pass.most
    end

    def test_a_counter_that_begins_is_in_no_counter_of_the_server
      incr = { "op" => "incr", "key" => "c", "by" => 1, "initial" => 5 }
      pass = made(incr, incr)
      assert_equal [5, 6], pass.expectations.map { |reply| reply["number"] }
      assert_equal Plan::Work.new(incr_hits: 1), pass.most
    end

    def test_counting_what_is_no_number_is_left_open
      pass = made({ "op" => "set", "key" => "c", "value" => "v" }, { "op" => "incr", "key" => "c", "by" => 1 })
      assert_equal [{ "any" => true }, Plan::Work.new(sets: 1)], [pass.expectations.last, pass.most]
    end

    def test_a_multi_get_answers_what_is_there
      pass = made({ "op" => "set", "key" => "a", "value" => "v" }, { "op" => "get_multi", "keys" => %w[a b] })
      assert_equal [{ "multi" => { "a" => "v" } }, 1, 1], [pass.expectations.last, pass.hits, pass.misses]
    end

    def test_a_raw_number_is_a_counter
      memory = Plan::Model::Memory.new(SPECS, {})

      assert_equal [5, ["n", false], ["v", true]],
                   [{ "value" => "n", "raw" => true }, { "value" => "n" }, { "value" => "v", "raw" => true }]
                     .map { |step| memory.item(step) }
    end

    # append, prepend, cas, touch

    def test_bytes_are_put_behind_and_before_a_value
      pass = made(raw("set", "v"), raw("append", "w"), raw("prepend", "u"), get)

      assert_equal [{ "stored" => true }] * 3 + [{ "hit" => %w[u v w] }], pass.expectations
      assert_equal Plan::Work.new(sets: 3, hits: 1), pass.most
    end

    def test_nothing_is_put_to_what_is_not_there
      pass = made(raw("append", "v"), get)

      assert_equal [{ "stored" => false }, { "miss" => true }], pass.expectations
      assert_equal Plan::Work.new(sets: 1, misses: 1), pass.most
    end

    def test_digits_that_are_put_together_count
      pass = made(raw("set", "n"), raw("append", "n"), { "op" => "incr", "key" => "k", "by" => 1 })

      assert_equal({ "number" => 56 }, pass.expectations.last)
    end

    def test_leaves_bytes_added_to_a_serialised_value_open
      pass = made({ "op" => "set", "key" => "k", "value" => "v" }, raw("append", "w"), get,
                  { "op" => "get_multi", "keys" => %w[k] }, { "op" => "incr", "key" => "k", "by" => 1 })

      assert_equal [{ "any" => true }] * 3, pass.expectations.last(3)
    end

    def test_a_cas_reads_and_replaces_what_is_there
      cas = { "op" => "cas", "key" => "k", "value" => "w" }
      pass = made(cas, raw("set", "v"), cas, get)

      assert_equal [{ "stored" => false }, { "stored" => true }, { "stored" => true }, { "hit" => "w" }], pass.expectations
      assert_equal Plan::Work.new(misses: 1, hits: 2, sets: 2, cas_hits: 1), pass.most
      assert_equal [1, 0], [pass.hits, pass.misses], "a cas hands no value to its caller"
    end

    def test_a_touch_says_whether_the_key_is_there
      touch = { "op" => "touch", "key" => "k", "ttl" => 60 }
      pass = made(touch, raw("set", "v"), touch)

      assert_equal [{ "stored" => false }, { "stored" => true }, { "stored" => true }], pass.expectations
      assert_equal Plan::Work.new(sets: 1, touch_hits: 1, touch_misses: 1), pass.most
    end

    def test_writes_of_several_keys_give_each_its_own_value
      pass = made(several("set_multi", %w[k l], %w[v w]), several("get_multi", %w[k l m]), several("get_multi_cas", %w[l m]),
                  several("write_multi", %w[k l], %w[n u]), several("get_multi", %w[k l]))

      assert_equal [{ "failed" => [] }, { "multi" => { "k" => "v", "l" => "w" } }, { "multi" => { "l" => "w" } },
                    { "failed" => [] }, { "multi" => { "k" => 5, "l" => "u" } }], pass.expectations
      assert_equal Plan::Work.new(sets: 4, hits: 5, misses: 2), pass.most
    end

    def test_a_delete_of_several_keys_names_those_that_were_absent
      pass = made(several("set_multi", %w[k l], %w[v v]), several("delete_multi", %w[k m]), several("get_multi", %w[k l]))

      assert_equal [{ "failed" => ["m"] }, { "multi" => { "l" => "v" } }], pass.expectations.drop(1)
      assert_equal Plan::Work.new(sets: 2, delete_hits: 1, delete_misses: 1, hits: 1, misses: 1), pass.most
    end

    def test_a_fetch_of_several_keys_computes_and_writes_the_absent_ones
      fetch = several("fetch_multi", %w[k l], %w[v w])
      pass = made(raw("write", "u"), fetch, fetch, several("fetch_multi", %w[l m]))

      assert_equal [{ "multi" => { "k" => "u", "l" => "w" }, "computed" => ["l"] },
                    { "multi" => { "k" => "u", "l" => "w" }, "computed" => [] }, { "multi" => { "l" => "w" } }],
                   pass.expectations.drop(1)
      assert_equal Plan::Work.new(sets: 2, hits: 4, misses: 2), pass.most
      assert_equal [4, 2], [pass.hits, pass.misses]
    end

    def test_a_local_cache_answers_several_keys_too
      pass = made(several("write_multi", %w[k l], %w[v w]), several("read_multi", %w[k l m]),
                  several("fetch_multi", %w[k m], %w[v v]), several("delete_multi", %w[k l]), several("read_multi", %w[k l]),
                  local: true)

      assert_equal Plan::Work.new(sets: 3, hits: 3, misses: 4, delete_hits: 2), pass.most
      assert_equal Plan::Work.new(sets: 3, misses: 1, delete_hits: 2), pass.least
    end

    def test_a_gat_reads_and_counts_as_a_touch
      gat = { "op" => "gat", "key" => "k", "ttl" => 60 }
      pass = made(gat, raw("set", "v"), gat)

      assert_equal [{ "miss" => true }, { "hit" => "v" }], pass.expectations.values_at(0, 2)
      assert_equal Plan::Work.new(sets: 1, touch_hits: 1, touch_misses: 1), pass.most
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

    def several(op, keys, values = nil) = { "op" => op, "keys" => keys, "values" => values, "raw" => true }.compact
    def raw(name, value) = { "op" => name, "key" => "k", "value" => value, "raw" => true }
    def get = { "op" => "get", "key" => "k", "raw" => true }
    def work(names) = Plan::Work.new(**names.to_h { |name| [name.to_sym, 1] })
  end
end
