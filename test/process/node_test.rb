# frozen_string_literal: true

require "test_helper"
require "json"

# The clients of Node.js on a real memcached: every reply is proved. Their packages come from the user's own npm.
class NodeProcessTest < Minitest::Test
  include ACommand

  ON_PATH = ->(name) { ENV.fetch("PATH").split(":").any? { |folder| File.executable?(File.join(folder, name)) } }
  # Timing begins when V8 has compiled, which takes seconds for each.
  SCENARIOS = %w[client/mixed client/missing client/multiget].freeze

  def test_each_client_is_measured_and_says_what_it_lacks
    rows = rows("memjs", "node/memcached", "node/memcache-client", "node/memcache", "memcache-plus", "keyv-memcache", "node/null",
                "--for", "1x")
    lacking = rows.select { |row| row["status"] == "unavailable" }

    skip lacking.first["reason"] if lacking.size == rows.size
    assert_equal [["memjs", "client/multiget", "not offered by this client: get_multi"]],
                 lacking.map { |row| row.values_at("contender", "scenario", "reason") }
    assert_equal %w[ok], (rows - lacking).map { |row| row["status"] }.uniq, rows.map { |row| row["reason"] }.compact.inspect
  end

  # A release that cannot run says why, and is never called wrong.
  def test_earlier_releases_are_examined_or_refused_with_a_reason
    refused = { "memjs@1.2.2" => /no serializer/, "node/memcached@2.0.0" => /install script/,
                "node/memcache@0.3.0" => /another client/, "keyv-memcache@2.0.1" => /which keyv/ }
    examined = %w[memjs@1.3.0 node/memcached@0.2.8 node/memcache-client@0.10.1 memcache-plus@0.2.18 node/memcache@1.0.0]
    rows = rows(*refused.keys, *examined, by: "work").group_by { |row| row["contender"] }

    skip rows.values.first.first["reason"] if rows.fetch(examined.first).all? { |row| row["status"] == "unavailable" }
    refused.each { |contender, reason| assert_match reason, rows.fetch(contender).first["reason"] }
    found = examined.flat_map { |contender| rows.fetch(contender) }.reject { |row| row["reason"].to_s.include?("not offered") }

    assert_equal %w[ok], found.map { |row| row["status"] }.uniq, found.filter_map { |row| row["reason"] }.inspect
  end

  # The reference moves no keys: what was on the killed server fails until the end, and nothing else does.
  def test_an_outage_and_an_open_loop_have_their_figures
    skip "this machine has no node" unless ON_PATH.call("node")
    command("outage", "node/socket", *%w[--fault kill --at 1s --for 3s,1x --rate 100 --format json -o],
            file("outage.jsonl"))
    run = JSON.parse(out.string)["rows"].first["runs"].first

    assert_equal [0, 0, 0], run["outcomes"].values_at("miss", "stale", "wrong")
    assert_operator run["outcomes"]["error"], :>, 10
    assert_operator run["outcomes"].values_at("ok", "late").sum, :>, run["outcomes"]["error"]

    command("run", "node/socket", *%w[--scenario client/get --rate 200 --for 3s --format json -o], file("rate.jsonl"))
    row = JSON.parse(out.string)["rows"].first

    assert_equal [200, "ok"], row.values_at("rate", "status"), row["reason"]
    assert_operator row["percentiles"]["count"], :>, 0
    assert_operator row["warm_up"]["compiled_bytes"], :>, 100_000, "timing begins when V8 has compiled"
  end

  def test_workers_are_proven_in_each_mode
    rows = rows("memjs", "--with", "mode=inflight-4,processes-2", "--for", "4x", scenarios: %w[client/mixed])
    skip rows.first["reason"] if rows.any? { |row| row["reason"].to_s.include?("npm") }

    assert_equal [["ok", 4], ["ok", 2]], rows.map { |row| [row["status"], row.dig("in_flight", "seen")] },
                 rows.map { |row| row.values_at("reason", "footnotes") }.inspect
  end

  # All that the other workers do is right.
  def test_a_wrong_reply_of_one_worker_is_found
    begin_cold("npm", "registry")
    ARepository.open("memjs") do |made|
      made.write("package.json", '{"name": "memjs", "version": "9.9.9", "main": "main.js"}')
      made.write("main.js", CLIENT.sub("await this.least.get(key)", 'key === "Shor3" ? "wrong" : await this.least.get(key)'))
      made.commit
      Dir.chdir(made.dir) do
        row = rows("memjs@git:HEAD", "--with", "mode=inflight-4", "--for", "4x", scenarios: %w[client/get]).first
        skip row["reason"] if row["reason"].to_s.include?("no npm")

        assert_equal "invalid", row["status"]
        assert_match(/wrong reply: get of k1 .* answered "wrong"/, row["reason"])
      end
    end
  end

  # A checkout is packed and installed as a release is. A link leads to the cache.
  def test_a_commit_of_a_repository_is_measured
    begin_cold("npm", "registry")
    File.symlink(@home, ENV["XDG_CACHE_HOME"] = file("linked"))
    ARepository.open("memjs") do |made|
      made.write("package.json", '{"name": "memjs", "version": "9.9.9", "main": "main.js"}')
      made.write("main.js", CLIENT)
      made.commit
      Dir.chdir(made.dir) do
        rows = rows("memjs@git:HEAD", "--for", "1x", scenarios: %w[client/get])
        skip rows.first["reason"] if rows.first["reason"].to_s.include?("no npm")

        assert_equal "ok", rows.first["status"], rows.first["reason"]
        assert_equal "9.9.9", rows.first["version"]
      end
    end
  end

  # Enough of the client to read and write.
  CLIENT = <<~JS
    const { Client: Least } = require(#{File.join(Cachemark::ROOT, "drivers/node/lib/reference/client.js").to_json})
    class Client {
      static create(servers) { return Object.assign(new Client(), { least: new Least(servers.split(",")) }) }
      async get(key) { return { value: await this.least.get(key) } }
      set(key, value, { expires = 0 }) { return this.least.store("set", key, value, expires, false) }
      delete(key) { return this.least.delete(key) }
      close() { this.least.close() }
    }
    module.exports = { Client }
  JS

  private

  def rows(*words, by: "run", scenarios: SCENARIOS)
    skip "this machine has no node and npm" unless %w[node npm].all?(&ON_PATH)
    scenarios = scenarios.flat_map { |id| ["--scenario", id] }
    command(by, *words, *scenarios, "--allow", "unexamined", "--format", "json", "-o", file("run.jsonl"))
    JSON.parse(out.string)["rows"].reject { |row| row["reference"] }
  end
end
