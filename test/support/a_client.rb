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

  # Of the calls in SEVERAL a client does those that are `offered`; of the others it says that it lacks them. raw: it
  # serialises nothing.
  def prove_several(*offered, raw: false)
    assert_empty offered - SEVERAL
    SEVERAL.each do |name|
      reply = open_cell(send(:"#{name}_pairs", raw ? { raw: true } : {}))
      next prove if offered.include?(name)

      assert_match(/\Anot offered by this client: #{name}( \((raw|it is with \S+)\))?\z/, reply["reason"].to_s, reply.inspect)
    end
    check_versions if offered.include?("get_multi_cas")
    check_gat if offered.include?("gat")
  end

  # The writes of a quiet block arrive, and have no reply.
  def prove_quiet
    events = acted(quiet_steps)
    refute_kind_of String, events
    block, inside = events.select { |event| event["type"] == "ok" }.partition { |event| event["inside"].nil? }

    assert_equal Array.new(5) { |at| [at, nil] }, inside.map { |event| event.values_at("inside", "value") }, events.inspect
    assert_equal [nil, "105"], [block.first["value"], block.last["value"]["bytes"].unpack1("m").strip]
    assert_nil held("k2")
  end

  def prove_no_quiet = assert_equal("not offered by this client: quiet", acted(quiet_steps))

  # Its flush empties the server at once.
  def prove_flush
    events = acted(flush_steps)
    refute_kind_of String, events

    assert_equal "ok", events[3]["type"], events.inspect
    assert_nil held("k1")
  end

  def prove_no_flush = assert_equal("not offered by this client: flush", acted(flush_steps))

  # The operations that not every client has.
  SEVERAL = %w[set_multi get_multi_cas delete_multi gat fetch fetch_locked].freeze

  private

  def set_multi_pairs(how)
    values = { "k1" => "view", "k2" => how[:raw] ? "marshalled" : "empty", "k3" => "view" }
    reads = values.map { |key, value| [step("get", key, **how), hit(value)] }
    raw = values.transform_values { "marshalled" }
    [[written(values, ttl: 0, **how), { failed: [] }], *reads, [written(raw, ttl: 500, raw: true), { failed: [] }],
     *raw.map { |key, value| [step("get", key, raw: true), hit(value)] }]
  end

  def get_multi_cas_pairs(how)
    [[step("set", "k1", "view", ttl: 0, **how), stored], [step("set", "k3", "view", ttl: 0, **how), stored],
     [step("get_multi_cas", keys: %w[k1 k2 k3], **how), multi(k1: "view", k3: "view")]]
  end

  def delete_multi_pairs(how)
    [*%w[k1 k2 k3].map { |key| [step("set", key, "view", ttl: 0, **how), stored] },
     [step("delete_multi", keys: %w[k1 k2]), { failed: [] }], [step("delete_multi", keys: %w[k2 k3]), { failed: ["k2"] }],
     *%w[k1 k2 k3].map { |key| [step("get", key, **how), miss] }]
  end

  def gat_pairs(how)
    [[step("set", "k1", "view", ttl: 0, **how), stored], [step("gat", "k1", ttl: 500, **how), hit("view")],
     [step("gat", "k2", ttl: 500, **how), miss]]
  end

  def fetch_pairs(how)
    [[step("fetch", "k1", "view", ttl: 500, **how), miss], [step("fetch", "k1", "view", ttl: 500, **how), hit("view")],
     [step("fetch", "k2", **how), miss], [step("get", "k1", **how), hit("view")]]
  end

  def fetch_locked_pairs(how)
    locked = step("fetch_locked", "k1", "view", ttl: 500, **how)
    [[locked, miss], [locked, hit("view")], [step("fetch_locked", "k2", **how), miss], [step("get", "k1", **how), hit("view")]]
  end

  def quiet_steps
    raw = { raw: true, ttl: 0 }
    calls = [step("set", "counter", "hundred", **raw), step("incr", "counter", by: 5), step("add", "counter", "hundred", **raw),
             step("set", "k2", "marshalled", **raw), step("delete", "k2")]
    JSON.parse(JSON.generate([{ op: "quiet", calls: calls }, { wait_ms: 20 }, step("get", "counter", raw: true)]))
  end

  def flush_steps = [step("set", "k1", "marshalled", raw: true, ttl: 0), { op: "flush", delay: 0 }]

  def written(values, **more) = step("set_multi", keys: values.keys, values: values.values, **more)

  # They are the server's. A client only hands them back, so that one may have their bytes in the other order.
  def check_versions
    open_cell(%w[k1 k2].map { |key| [step("set", key, "marshalled", ttl: 0, raw: true), stored] })
    run_once
    pairs = reply_of(step("get_multi_cas", keys: %w[k1 k2], raw: true).transform_keys(&:to_s))["pairs"]

    found = pairs.map { |_, pair| number_of(pair["list"].last) }
    versions = %w[k1 k2].map { |name| version(name) }

    assert_includes [versions, versions.map { |one| [one].pack("Q<").unpack1("Q>") }], found
  end

  def number_of(reported) = (reported.is_a?(Hash) ? reported["bytes"].unpack1("m") : reported).to_i

  def check_gat
    open_cell(gat_pairs({ raw: true }))
    run_once

    assert_includes 490..500, ttl_left("k1")
  end

  def client_pairs
    [[step("set", "k1", "empty", ttl: 0), stored], [step("get", "k1"), hit],
     [step("set", "k2", "marshalled", raw: true, ttl: 0), stored], [step("get", "k2", raw: true), hit("marshalled")],
     [step("set", "k2", "empty", ttl: 100), stored], [step("set", "k3", "empty"), stored],
     [step("get_multi", keys: ALL_SIX), multi(k1: "empty", k2: "empty", k3: "empty")],
     [step("delete", "k1"), stored], [step("get", "k1"), miss], [step("delete", "k1"), stored(false)],
     [step("add", "k1", "empty", ttl: 0), stored], [step("add", "k1", "empty", ttl: 0), stored(false)], [step("get", "k1"), hit]]
  end
end
