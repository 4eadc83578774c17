# frozen_string_literal: true

require "test_helper"
require "json"

# The clients of Node.js on a real memcached: every reply is proved. Their packages come from the user's own npm.
class NodeProcessTest < Minitest::Test
  include ACommand

  SCENARIOS = %w[client/mixed client/missing client/multiget].freeze
  CURRENT = %w[memjs node/memcached node/memcache-client node/memcache memcache-plus keyv-memcache].freeze
  EARLIER = %w[memjs@1.3.0 node/memcached@0.2.8 node/memcache-client@0.10.1 memcache-plus@0.2.18 node/memcache@1.0.0].freeze
  # Releases that cannot run, which are never called wrong.
  REFUSED = { "memjs@1.2.2" => /no serializer/, "node/memcached@2.0.0" => /install script/,
              "node/memcache@0.3.0" => /another client/, "keyv-memcache@2.0.1" => /which keyv/ }.freeze

  def setup
    lacking = %w[node npm].reject { |name| Processes.program(name) }
    skip "this machine has no #{lacking.first}" if lacking.any?
  end

  def test_releases_are_examined_or_refused_with_a_reason
    rows = rows("work", *CURRENT, *EARLIER, *REFUSED.keys, scenarios: SCENARIOS).group_by { |row| row["contender"] }
    lacking, found = rows.values_at(*CURRENT, *EARLIER).flatten.partition { |row| row["status"] == "unavailable" }

    skip lacking.first["reason"] if found.empty?
    assert_equal [["memjs", "client/multiget"], ["memjs@1.3.0", "client/multiget"]],
                 lacking.map { |row| row.values_at("contender", "scenario") }.sort
    assert_equal ["not offered by this client: get_multi"], lacking.map { |row| row["reason"] }.uniq
    assert_equal %w[ok], found.map { |row| row["status"] }.uniq, found.filter_map { |row| row["reason"] }.inspect
    REFUSED.each { |contender, reason| assert_match reason, rows.fetch(contender).first["reason"] }
  end

  # A checkout is packed and installed as a release is. A link leads to the cache. In the second commit, one of several workers
  # gets a wrong reply.
  def test_commits_of_a_repository_are_measured_and_each_worker_is_proven
    begin_cold("npm", "registry")
    File.symlink(@home, ENV["XDG_CACHE_HOME"] = file("linked"))
    ARepository.open("memjs") do |made|
      made.write("package.json", '{"name": "memjs", "version": "9.9.9", "main": "main.js"}')
      made.write("main.js", CLIENT)
      made.commit
      made.write("main.js", CLIENT.sub("await this.least.get(key)", 'key === "Shor3" ? "wrong" : await this.least.get(key)'))
      made.commit
      Dir.chdir(made.dir) do
        right, wrong = rows("run", "memjs@git:HEAD~1", "memjs@git:HEAD", "--with", "mode=inflight-4", "--for", "4x",
                            scenarios: %w[client/get])
        skip right["reason"] if right["reason"].to_s.include?("no npm")

        assert_equal ["ok", "9.9.9", 4], [*right.values_at("status", "version"), right.dig("in_flight", "seen")], right["reason"]
        assert_operator right["warm_up"]["compiled_bytes"], :>, 100_000, "timing begins when V8 has compiled"
        assert_equal "invalid", wrong["status"]
        assert_match(/wrong reply: get of k1 .* answered "wrong"/, wrong["reason"])
      end
    end
  end

  def test_processes_are_workers
    row = rows("run", "memjs", "--with", "mode=processes-2", "--for", "4x", scenarios: %w[client/mixed]).first

    assert_equal ["ok", 2], [row["status"], row.dig("in_flight", "seen")], row.values_at("reason", "footnotes").inspect
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

  def rows(name, *words, scenarios:)
    scenarios = scenarios.flat_map { |id| ["--scenario", id] }
    command(name, *words, *scenarios, "--allow", "unexamined", "--format", "json", "-o", file("run.jsonl"))
    JSON.parse(out.string)["rows"].reject { |row| row["reference"] }
  end
end
