# frozen_string_literal: true

# The behaviour of an adapter of a cache backend of Django, on a real memcached. A test that includes this has `notation` and
# `below`, the module of the client that the backend calls.
module ADjangoStore
  include PythonWorld
  include AStore

  def plain = "#{notation},key_function=plain"

  def test_does_what_a_store_does
    load_client(plain)
    opened = open_cell(value_pairs + [[step("write", "counter", "hundred", raw: true), any]] + counter_pairs)
    assert_equal "opened", opened["type"], opened.inspect
    prove
  end

  def test_raw_is_the_bytes_as_they_are_and_a_ttl_arrives
    load_client(plain)
    open_cell([[step("write", "k1", "marshalled", raw: true, ttl: 0), any], [step("read", "k1", raw: true), hit("marshalled")],
               [step("write", "k2", "empty", ttl: 500), any], [step("write", "k3", "empty"), any]])
    prove
    run_once

    assert_equal DrivenClient::MARSHALLED, held("k1").last
    assert_equal([-1, true, true], [ttl_left("k1"), (490..500).cover?(ttl_left("k2")), (290..300).cover?(ttl_left("k3"))])
  end

  def test_a_version_precedes_each_key_unless_the_option_says_otherwise
    load_client(notation)
    open_cell([[step("write", "k1", "view"), any], [step("read", "k1"), hit("view")],
               [step("read_multi", keys: %w[k1 k2]), multi(k1: "view")]])
    prove
    run_once

    assert_nil held("k1")
  end

  def test_writes_and_deletes_several_keys
    load_client(plain)
    prove_several("write_multi", "delete_multi", local: false)
  end

  def test_says_which_versions_it_uses
    loaded = load_client(notation)

    assert_equal ["django", below], loaded["libraries"].map { |library| library["name"] }
    assert_equal "3.2.25", loaded["version"]
  end

  def test_an_absent_counter_is_a_miss_and_none_is_created
    load_client(plain)
    open_cell([[step("increment", "k6"), miss], [step("decrement", "k6"), miss]])
    prove

    assert_equal "not offered by this client: increment", open_cell([[step("increment", "k6", initial: 7), number(7)]])["reason"]
  end

  def test_has_no_local_cache
    load_client(plain)

    assert_equal "not offered by this client: local_cache",
                 open_cell([[step("read", "k1"), miss]], wrap: "local_cache")["reason"]
  end

  def test_spreads_keys_over_several_servers
    ring = memcached_ring(3)
    load_client(plain)
    keys = DrivenClient::KEYS.keys - ["counter"]
    open_cell(keys.map { |key| [step("write", key, "empty", ttl: 0), any] } + keys.map { |key| [step("read", key), hit] },
              servers: ring.addresses)
    prove
    run_once

    assert_equal 6, ring.stats.values.sum { |stats| stats["curr_items"] }
  end

  %w[threads-3 threads-3,shared processes-3].each do |mode|
    define_method(:"test_works_in_#{mode}") do
      load_client(plain, mode: mode)
      open_cell([[step("write", "k1", "empty", ttl: 0), any], [step("read", "k1"), hit]], mode: mode)
      prove
    end
  end

  private

  # Django does not say whether an ordinary write was done.
  def value_pairs = super.map { |call, expected| [call, call[:op] == "write" && !call[:unless_exist] ? any : expected] }
end
