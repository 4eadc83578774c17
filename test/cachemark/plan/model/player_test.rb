# frozen_string_literal: true

require "test_helper"

class PlanModelPlayerTest < Minitest::Test
  SPECS = { "v" => { "kind" => "array" }, "n" => { "kind" => "number", "number" => 5 } }.freeze

  def play(*steps, local: false)
    player = Cachemark::Plan::Model::Player.new(Cachemark::Plan::Model::Memory.new(SPECS, {}), local: local)
    steps.each { |step| player.call(step) }
    player
  end

  def test_an_add_finds_the_key_taken
    add = { "op" => "add", "key" => "k", "value" => "v" }
    assert_equal [{ "stored" => true }, { "stored" => false }], play(add, add).expectations
  end

  def test_a_fetch_writes_what_it_misses
    player = play({ "op" => "fetch", "key" => "k", "value" => "v" }, { "op" => "read", "key" => "k" })
    assert_equal [[{ "miss" => true }, { "hit" => "v" }], 1, 1], [player.expectations, player.hits, player.misses]
  end

  def test_a_fetch_without_a_value_is_a_read
    assert_equal [{ "miss" => true }] * 2, play(*[{ "op" => "fetch", "key" => "k" }] * 2).expectations
  end

  def test_counters_never_fall_below_zero
    player = play({ "op" => "set", "key" => "c", "value" => "n", "raw" => true }, { "op" => "decr", "key" => "c", "by" => 9 })
    assert_equal({ "number" => 0 }, player.expectations.last)
  end

  def test_a_counter_that_is_not_there_is_a_miss
    player = play({ "op" => "incr", "key" => "c", "by" => 1 }, { "op" => "decr", "key" => "c", "by" => 1 })
    assert_equal [{ "miss" => true }] * 2, player.expectations
    assert_equal Cachemark::Plan::Work.new(incr_misses: 1, decr_misses: 1), player.most
  end

  def test_a_counter_that_begins_is_in_no_counter_of_the_server
    incr = { "op" => "incr", "key" => "c", "by" => 1, "initial" => 5 }
    player = play(incr, incr)
    assert_equal [5, 6], player.expectations.map { |reply| reply["number"] }
    assert_equal Cachemark::Plan::Work.new(incr_hits: 1), player.most
  end

  def test_counting_what_is_no_number_is_left_open
    player = play({ "op" => "set", "key" => "c", "value" => "v" }, { "op" => "incr", "key" => "c", "by" => 1 })
    assert_equal [{ "any" => true }, Cachemark::Plan::Work.new(sets: 1)], [player.expectations.last, player.most]
  end

  def test_a_local_cache_remembers_misses_and_deletes
    read = { "op" => "read", "key" => "k" }
    player = play(read, read, { "op" => "delete", "key" => "k" }, read, local: true)
    assert_equal [3, 3, 1], [player.misses, player.most.misses, player.least.misses]
  end

  def test_a_multi_get_answers_what_is_there
    player = play({ "op" => "set", "key" => "a", "value" => "v" }, { "op" => "get_multi", "keys" => %w[a b] })
    assert_equal [{ "multi" => { "a" => "v" } }, 1, 1], [player.expectations.last, player.hits, player.misses]
  end
end
