# frozen_string_literal: true

require "test_helper"
require "json"

# A user's own scenario file with append, prepend, cas and touch, on real clients and a real memcached: every reply is proved,
# and the servers' counters agree.
class OwnOperationsTest < Minitest::Test
  include ACommand

  LOG = <<~YAML
    id: mine/log
    kind: client
    keys: { log: { text: "log:1" }, none: { text: "nobody" } }
    values: { first: { kind: string, text: "first line;" }, more: { kind: string, text: "and more;" } }
    steps:
      - { op: set, key: log, value: first, raw: true }
      - { op: append, key: log, value: more, raw: true }
      - { op: prepend, key: log, value: more, raw: true }
      - { op: get, key: log, raw: true }
      - { op: delete, key: none }
      - { op: append, key: none, value: more, raw: true }
  YAML
  SWAP = <<~YAML
    id: mine/swap
    kind: client
    keys: { k: { text: "swap:1" }, none: { text: "nobody" } }
    values: { list: { kind: array, items: 3 } }
    prelude: [{ op: set, key: k, value: list }]
    steps:
      - { op: cas, key: k, value: list }
      - { op: get, key: k }
      - { op: cas, key: none, value: list }
  YAML
  TOUCH = <<~YAML
    id: mine/touch
    kind: client
    keys: { k: { text: "touch:1" }, none: { text: "nobody" } }
    values: { list: { kind: array, items: 3 } }
    prelude: [{ op: set, key: k, value: list }]
    steps:
      - { op: touch, key: k, ttl: 60 }
      - { op: touch, key: none, ttl: 60 }
  YAML
  CLIENTS = %w[dalli@4.3.10 dalli@3.2.8,protocol=meta memcache-client@1.8.5 memcached,cas=on memcached_rails socket].freeze

  def test_their_rows_are_measured_or_say_what_the_client_lacks
    rows = rows("run", CLIENTS, "--for", "1x", "--allow", "unexamined")
    said = rows.to_h { |row| [row.values_at("contender", "scenario"), row["reason"] || row["status"]] }

    assert_equal ["ok"] * CLIENTS.size, CLIENTS.map { |client| said[[client, "mine/log"]] }
    assert_equal ["ok", "ok", "ok", "ok", "not offered by this client: cas (it is with cas=on)", "ok"],
                 CLIENTS.map { |client| said[[client, "mine/swap"]] }
    none = "not offered by this client: touch"

    assert_equal ["ok", "ok", none, none, none, "ok"], CLIENTS.map { |client| said[[client, "mine/touch"]] }
    assert_empty rows.flat_map { |row| row["footnotes"] }.grep(/the proxy saw|looks up|ttl/)
  end

  def test_work_shows_what_they_do_on_the_wire
    commands = rows("work", %w[socket]).to_h { |row| [row["scenario"], row["commands"].map { |command| command["name"] }] }

    assert_equal({ "mine/log" => %w[set append prepend get delete], "mine/swap" => %w[gets cas get], "mine/touch" => %w[touch] },
                 commands)
  end

  private

  # The rows, as JSON has them.
  def rows(name, clients, *options)
    files = { "log" => LOG, "swap" => SWAP, "touch" => TOUCH }.map { |scenario, text| file("#{scenario}.yml", text) }
    command(name, *clients, *files.flat_map { |path| ["--scenario", path] }, *options, "--format", "json",
            "--output", file("record.jsonl"))
    JSON.parse(out.string)["rows"]
  end
end
