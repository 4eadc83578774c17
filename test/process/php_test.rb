# frozen_string_literal: true

require "test_helper"
require "json"

# Options of PHP's clients on a real memcached: every reply is proved.
class PhpProcessTest < Minitest::Test
  include ACommand

  SYMFONY = "binary=on,tcp_nodelay=on,no_block=on,ketama=on,serializer=php"
  # A machine, or its network, may lack these.
  LACKING = /no archive|Debian \w+ (?:does not|cannot)/

  def test_workers_in_processes_are_proven
    rows = rows("php/memcached", "php/socket", "--with", "mode=processes-2", scenarios: %w[client/get client/mixed])

    assert_equal({ "ok" => 4 }, rows.map { |row| row["status"] }.tally, rows.map { |row| row["reason"] }.compact.inspect)
  end

  # Values come back from each serializer as they were.
  def test_serializers_and_the_settings_of_symfony
    words = ["php/memcached,serializer=php", "php/memcached,serializer=json_array", "php/memcached,#{SYMFONY}"]
    rows = rows(*words, scenarios: %w[client/set client/get-multi]).reject { |row| row["reference"] }

    assert_equal({ "ok" => 6 }, rows.map { |row| row["status"] }.tally, rows.map { |row| row["reason"] }.compact.inspect)
  end

  private

  def rows(*words, scenarios:)
    command("run", *words, *scenarios.flat_map { |id| ["--scenario", id] }, "--for", "2x", "--allow", "unexamined",
            "--format", "json", "-o", file("run.jsonl"))
    rows = JSON.parse(out.string)["rows"]
    skip rows.first["reason"] if rows.any? { |row| row["reason"].to_s.match?(LACKING) }
    rows
  end
end
