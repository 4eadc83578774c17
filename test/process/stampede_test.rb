# frozen_string_literal: true

require "test_helper"
require "csv"
require "json"

# Stampedes as a user runs them.
class StampedeProcessTest < Minitest::Test
  # The reference recomputes for each caller without a lock, and once with a lock. So do its workers in Python.
  def test_shows_recomputations_with_a_lock_and_without
    %w[socket python/socket].each do |contender|
      ARun.result(contender, "--scenario", "client/stampede*", "--for", "2s", "--format", "json") do |run|
        rows = JSON.parse(run.out)["rows"].to_h { |row| [row["scenario"], row] }
        plain, locked = rows.values_at("client/stampede", "client/stampede-locked")

        assert_equal [%w[ok ok], 0], [[plain, locked].map { |row| row["status"] }, run.finish]
        assert_equal [8.0, 1.0], [plain, locked].map { |row| row.dig("stampede", "recomputations", "mean") }
        assert_equal [nil, 35], [plain, locked].map { |row| row.dig("stampede", "others", "count") }
        assert_equal [[0, 0, 0]] * 2, [plain, locked].map { |row| row["stampede"].values_at("stale", "wrong", "raised") }
        assert_equal run.out, Executable.run("show", run.record, "--format", "json").out
        assert_empty run.left
      end
    end
  end

  def test_a_client_without_the_call_says_so
    result = ARun.result("control", "--scenario", "store/stampede-race", "--for", "1s")

    assert_match(/^control +stampede-race .*not offered/, result.out)
  end
end
