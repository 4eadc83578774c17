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

  # The reference recomputes for each caller without a lock, and once with a lock. So it does in Python. While one caller of dalli
  # computes, its fetch_with_lock gives the others an empty string: its row is invalid, and keeps its stampedes.
  def test_shows_recomputations_with_a_lock_and_without_and_wrong_values
    measured("socket", "python/socket", "dalli@4.3.10,protocol=meta") do |run, rows|
      assert_equal 3, run.finish
      *right, plain, locked = rows
      assert_equal [["ok", 4.0, nil, 0, 0, 0], ["ok", 1.0, 6, 0, 0, 0]] * 2, right.map { |row| figures(row) }
      assert_equal [["ok", 4.0, 0], ["invalid", 1.0, 6]], [plain, locked].map { |row| figures(row).values_at(0, 1, 4) }
      assert_equal 'in a stampede, 6 of 8 calls returned a wrong value, such as ""', locked["reason"]
      assert_nil locked["wall_ns"]

      assert_equal run.out, Executable.run("show", run.record, "--format", "json").out
      assert_empty run.left
    end
  end

  private

  def figures(row)
    seen = row["stampede"]
    [row["status"], seen.dig("recomputations", "mean"), seen.dig("others", "count"), *seen.values_at("stale", "wrong", "raised")]
  end

  # Yields a run of both scenarios, with its rows: plain and locked of each contender.
  def measured(*contenders)
    Dir.mktmpdir("cachemark-stampede") do |folder|
      files = { "plain" => SCENARIO, "locked" => SCENARIO.gsub("op: fetch,", "op: fetch_locked,") }.map do |name, text|
        File.join(folder, "#{name}.yml").tap { |path| File.write(path, text) }
      end
      scenarios = files.flat_map { |path| ["--scenario", path] }
      ARun.result(*contenders, *scenarios, "--for", "1x", "--allow", "unexamined", "--format", "json") do |run|
        rows = JSON.parse(run.out)["rows"].sort_by { |row| row["scenario"] }.reverse
        yield run, contenders.flat_map { |name| rows.select { |row| row["contender"] == name } }
      end
    end
  end
end
