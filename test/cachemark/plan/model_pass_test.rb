# frozen_string_literal: true

require "test_helper"

module Cachemark
  # What one pass over calls must answer, and what the server counts of it.
  class Plan::ModelPassTest < Minitest::Test
    SPECS = { "u" => { "kind" => "string" },
              "v" => { "kind" => "string" }, "w" => { "kind" => "string" }, "n" => { "kind" => "number", "number" => 5 } }.freeze

    def made(*steps, local: false)
      pass = Plan::Model::Pass.new(Plan::Model::Memory.new(SPECS, {}), local: local)
      steps.each { |step| pass.call(step) }
      pass
    end

    def test_an_add_finds_the_key_taken
      add = { "op" => "add", "key" => "k", "value" => "v" }
      assert_equal [{ "stored" => true }, { "stored" => false }], made(add, add).expectations
    end

    def test_a_fetch_writes_what_it_misses
      pass = made({ "op" => "fetch", "key" => "k", "value" => "v" }, { "op" => "read", "key" => "k" })
      assert_equal [[{ "miss" => true }, { "hit" => "v" }], 1, 1], [pass.expectations, pass.hits, pass.misses]
    end

    def test_a_fetch_without_a_value_is_a_read
      assert_equal [{ "miss" => true }] * 2, made(*[{ "op" => "fetch", "key" => "k" }] * 2).expectations
    end

    def test_counters_never_fall_below_zero
      pass = made({ "op" => "set", "key" => "c", "value" => "n", "raw" => true }, { "op" => "decr", "key" => "c", "by" => 9 })
      assert_equal({ "number" => 0 }, pass.expectations.last)
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

    def test_a_local_cache_remembers_misses_and_deletes
      read = { "op" => "read", "key" => "k" }
      pass = made(read, read, { "op" => "delete", "key" => "k" }, read, local: true)
      assert_equal [3, 3, 1], [pass.misses, pass.most.misses, pass.least.misses]
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

    def test_what_comes_of_bytes_at_a_serialised_value_is_left_open
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

    def test_every_operation_moves_the_counters_that_its_entry_says
      Vocabulary::Operations::ALL.each_value do |operation|
        step = { "op" => operation.name, "key" => "k", "keys" => ["k"], "value" => "v", "raw" => true, "by" => 1 }
        step = step.merge("value" => "n") if operation.number
        absent = made(step).most
        there = made({ "op" => "set", "key" => "k", "value" => operation.number ? "n" : "v", "raw" => true }, step).most

        assert_equal work(operation.absent), absent, operation.name
        assert_equal work(operation.found), there - Plan::Work.new(sets: 1), operation.name
      end
    end

    private

    def raw(name, value) = { "op" => name, "key" => "k", "value" => value, "raw" => true }
    def get = { "op" => "get", "key" => "k", "raw" => true }
    def work(names) = Plan::Work.new(**names.to_h { |name| [name.to_sym, 1] })
  end
end
