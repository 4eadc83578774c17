# frozen_string_literal: true

# The behaviour of every cache store in a driver, with any version: called with a DrivenClient test
# that has loaded one.
module AStore
  COUNTER = { op: "write", key: "counter", value: "hundred", raw: true }.freeze

  # Every operation, outside a local cache and inside one.
  def prove_store
    [nil, "local_cache"].each do |wrap|
      opened = open_cell(value_pairs + counter_pairs, prelude: [COUNTER], wrap: wrap)
      assert_equal "opened", opened["type"], opened.inspect
      prove
      memcached.flush
    end
  end

  # The operations that not every store has; `race` is a fetch with a race_condition_ttl.
  SEVERAL = %w[write_multi fetch_multi delete_multi race].freeze

  # A store makes those calls of SEVERAL that are `offered`, and says that it lacks the others. local: it has a local cache,
  # inside which it makes them too.
  def prove_several(*offered, local: true)
    assert_empty offered - SEVERAL
    SEVERAL.product(local ? [nil, "local_cache"] : [nil]).each do |name, wrap|
      reply = open_cell(send(:"#{name}_pairs"), wrap: wrap)
      next prove if offered.include?(name)

      lack = name == "race" ? "fetch with race_condition_ttl" : name
      assert_equal "not offered by this client: #{lack}", reply["reason"], reply.inspect
    end
  end

  # Raw is the bytes as they are; a ttl is at least the one given.
  def check_the_wire
    open_cell([[step("write", "k1", "marshalled", raw: true), stored], [step("read", "k1", raw: true), hit("marshalled")],
               [step("write", "k2", "empty", ttl: 500), stored], [step("write", "k3", "empty", ttl: 0), stored]])
    prove
    run_once

    assert_equal DrivenClient::MARSHALLED, held("k1").last
    assert_equal([-1, true, -1], [ttl_left("k1"), (490..800).cover?(ttl_left("k2")), ttl_left("k3")])
  end

  # Bytes on the server of a string of 2,050 bytes that compresses well.
  def bytes_of_a_view
    open_cell([[step("write", "k1", "view"), stored], [step("read", "k1"), hit("view")]])
    prove
    run_once
    held("k1").last.bytesize
  end

  # What the server counts in one big_read_multi.
  def counted_in_big_read_multi(wrap: nil)
    keys = %w[k1 k2 k3 k4]
    reads = (keys + keys.first(3)).map { |key| [step("read", key), hit("view")] }
    pairs = [read_multi(keys), *reads, read_multi(keys.first(3))]
    open_cell(pairs, prelude: keys.map { |key| step("write", key, "view") }, wrap: wrap)
    assert_equal "prepared", @talk.ask(type: "prepare", cell: "c")["type"]
    counted("get_hits", "get_misses") { @talk.ask(type: "block", cell: "c", iterations: 1, batch: 1) }.values
  end

  private

  def write_multi_pairs
    [[step("write_multi", keys: %w[k1 k2 k3], values: %w[view empty view], ttl: 500), { failed: [] }],
     *{ "k1" => "view", "k2" => "empty", "k3" => "view" }.map { |key, value| [step("read", key), hit(value)] }]
  end

  def fetch_multi_pairs
    fetch = step("fetch_multi", keys: %w[k1 k2 k3], values: %w[view empty view], ttl: 500)
    all = multi(k1: "view", k2: "empty", k3: "view")
    [[step("write", "k1", "view", ttl: 500), any], [fetch, { **all, computed: %w[k2 k3] }], [fetch, { **all, computed: [] }],
     [step("fetch_multi", keys: %w[k1 k4]), multi(k1: "view")], [step("read", "k2"), hit]]
  end

  def delete_multi_pairs
    [*%w[k1 k2 k3].map { |key| [step("write", key, "view", ttl: 500), any] },
     [step("delete_multi", keys: %w[k1 k2]), { failed: [] }], [step("delete_multi", keys: %w[k2 k3]), { failed: ["k2"] }],
     *%w[k1 k2 k3].map { |key| [step("read", key), miss] }]
  end

  def race_pairs
    fetch = step("fetch", "k1", "view", ttl: 500, race_condition_ttl: 10)
    [[fetch, miss], [fetch, hit("view")], [step("read", "k1"), hit("view")]]
  end

  def any = { any: true }

  def value_pairs
    [[step("write", "k1", "empty"), stored], [step("read", "k1"), hit],
     [step("write", "k2", "marshalled", raw: true), stored], [step("read", "k2", raw: true), hit("marshalled")],
     [step("write", "k3", "view", ttl: 0), stored], [step("fetch", "k3"), hit("view")],
     [step("write", "k2", "empty", ttl: 100), stored], [step("fetch", "k2", "empty"), hit],
     [step("fetch", "k4", "view"), miss], [step("read", "k4"), hit("view")],
     [step("read_multi", keys: %w[k1 k2 k3 k5 k6]), multi(k1: "empty", k2: "empty", k3: "view")],
     [step("write", "k1", "empty", unless_exist: true), stored(false)], [step("delete", "k1"), stored],
     [step("read", "k1"), miss], [step("write", "k1", "empty", unless_exist: true), stored], [step("delete", "k4"), stored]]
  end

  def counter_pairs
    [[step("increment", "counter", by: 1), number(101)], [step("increment", "counter", by: 1, ttl: 12), number(102)],
     [step("decrement", "counter", by: 2), number(100)]]
  end

  def read_multi(keys) = [step("read_multi", keys: keys), multi(**keys.to_h { |key| [key.to_sym, "view"] })]
end
