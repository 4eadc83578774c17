# frozen_string_literal: true

# The behaviour of every client of kind "client" in a driver, with any version: called with a
# DrivenClient test that has loaded one.
module AClient
  ALL_SIX = %w[k1 k2 k3 k4 k5 k6].freeze

  # Serialised and raw writes and reads, a multi-get with misses, deletes, adds.
  def prove_client(servers: [memcached.address])
    opened = open_cell(client_pairs, servers: servers)
    assert_equal "opened", opened["type"], opened.inspect
    prove
  end

  # A counter that exists, and one that does not.
  def prove_counter
    open_cell([[step("set", "counter", "hundred", raw: true, ttl: 0), { any: true }],
               [step("incr", "counter", by: 5), number(105)], [step("decr", "counter", by: 1), number(104)],
               [step("incr", "k6", by: 1), miss]])
    prove
  end

  # Raw is the bytes as they are, without a flag; a ttl is the one given.
  def check_the_wire
    open_cell([[step("set", "k1", "marshalled", raw: true, ttl: 0), stored], [step("get", "k1", raw: true), hit("marshalled")],
               [step("set", "k2", "empty", ttl: 500), stored], [step("set", "k3", "empty", ttl: 0), stored]])
    prove
    run_once

    assert_equal [0, DrivenClient::MARSHALLED], held("k1")
    assert_equal DrivenClient::MARSHALLED, held("k2").last
    assert_equal([-1, true, -1], [ttl_left("k1"), (490..500).cover?(ttl_left("k2")), ttl_left("k3")])
  end

  private

  def client_pairs
    [[step("set", "k1", "empty", ttl: 0), stored], [step("get", "k1"), hit],
     [step("set", "k2", "marshalled", raw: true, ttl: 0), stored], [step("get", "k2", raw: true), hit("marshalled")],
     [step("set", "k2", "empty", ttl: 100), stored], [step("set", "k3", "empty"), stored],
     [step("get_multi", keys: ALL_SIX), multi(k1: "empty", k2: "empty", k3: "empty")],
     [step("delete", "k1"), stored], [step("get", "k1"), miss], [step("delete", "k1"), stored(false)],
     [step("add", "k1", "empty", ttl: 0), stored], [step("add", "k1", "empty", ttl: 0), stored(false)], [step("get", "k1"), hit]]
  end
end
