# frozen_string_literal: true

require "test_helper"
require "json"
require "tmpdir"

# Stampedes as a user runs them.
class StampedeProcessTest < Minitest::Test
  each_takes 10

  # It takes so long to compute that all workers ask before a value is there, also on a busy machine.
  SCENARIO = <<~YAML
    kind: client
    ttl: 600
    stampede: { workers: 4, ttl: 2, compute_ms: 1000 }
    keys: { page: { count: 2, bytes: 20 } }
    values: { page: { kind: string, bytes: 100, own: true } }
    prelude:
      - { op: fetch, keys: [page], value: page }
    steps:
      - { op: fetch, keys: [page], value: page }
  YAML

  # The reference recomputes for each caller without a lock, and once with a lock. So it does in Python.
  def test_shows_recomputations_with_a_lock_and_without
    measured("socket", "python/socket") do |run, rows|
      assert_equal 0, run.finish
      rows.each_slice(2) do |plain, locked|
        assert_equal %w[ok ok], [plain, locked].map { |row| row["status"] }
        assert_equal [4.0, 1.0], [plain, locked].map { |row| row.dig("stampede", "recomputations", "mean") }
        assert_equal [nil, 6], [plain, locked].map { |row| row.dig("stampede", "others", "count") }
        assert_equal [[0, 0, 0]] * 2, [plain, locked].map { |row| row["stampede"].values_at("stale", "wrong", "raised") }
      end
      assert_equal run.out, Executable.run("show", run.record, "--format", "json").out
      assert_empty run.left
    end
  end

  # While one caller computes, its fetch_with_lock gives the others an empty string.
  def test_a_wrong_value_makes_a_row_invalid_that_keeps_its_stampedes
    measured("dalli@4.3.10,protocol=meta") do |_run, (plain, locked)|
      assert_equal [["ok", 4.0, 0], ["invalid", 1.0, 6]],
                   [plain, locked].map { |row| [row["status"], *row["stampede"].values_at("recomputations", "wrong")] }
                                  .map { |status, recomputations, wrong| [status, recomputations["mean"], wrong] }
      assert_equal 'in a stampede, 6 of 8 calls returned a wrong value, such as ""', locked["reason"]
      assert_nil locked["wall_ns"]
    end
  end

  def test_a_client_without_the_call_says_so
    result = ARun.result("control", "--scenario", "store/stampede-race", "--for", "1s")

    assert_match(/^control +store:stampede-race .*not offered/, result.out)
  end

  def test_a_mode_without_stampedes_keeps_the_times
    Dir.mktmpdir("cachemark-stampede") do |folder|
      path = File.join(folder, "plain.yml").tap { |file| File.write(file, SCENARIO) }
      result = ARun.result("python/socket", "--scenario", path, "--with", "mode=asyncio-2", "--for", "1s", "--format", "json")
      row = JSON.parse(result.out)["rows"].first

      assert_equal ["ok", 0, "not offered by this driver: a stampede in mode asyncio"],
                   [row["status"], *row["stampede"].values_at("expiries", "lack")]
      assert_operator row["wall_ns"], :>, 0
    end
  end

  private

  # Yields a run of both scenarios, with its rows: plain and locked of each contender.
  def measured(*contenders)
    Dir.mktmpdir("cachemark-stampede") do |folder|
      files = { "plain" => SCENARIO, "locked" => SCENARIO.gsub("op: fetch,", "op: fetch_locked,") }.map do |name, text|
        File.join(folder, "#{name}.yml").tap { |path| File.write(path, text) }
      end
      scenarios = files.flat_map { |path| ["--scenario", path] }
      ARun.result(*contenders, *scenarios, "--for", "2s", "--allow", "unexamined", "--format", "json") do |run|
        rows = JSON.parse(run.out)["rows"].sort_by { |row| row["scenario"] }.reverse
        yield run, contenders.flat_map { |name| rows.select { |row| row["contender"] == name } }
      end
    end
  end
end
