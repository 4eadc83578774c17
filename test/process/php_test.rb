# frozen_string_literal: true

require "test_helper"
require "json"

# Options of PHP's clients on a real memcached: every reply is proved. The packages are those of other runs.
class PhpProcessTest < Minitest::Test
  include ACommand

  SYMFONY = "binary=on,tcp_nodelay=on,no_block=on,ketama=on,serializer=php"
  # A machine, or its network, may lack these.
  LACKING = /no archive|Debian \w+ (?:does not|cannot)/

  def setup
    warm = WarmCache.path
    super
    FileUtils.mkdir_p(%w[apt debs locks logs].map { |name| "#{warm}/#{name}" } << "#{@home}/cachemark")
    FileUtils.ln_s(%w[apt debs locks logs].map { |name| "#{warm}/#{name}" }, "#{@home}/cachemark")
  end

  # Values come back from each serializer as they were.
  def test_serializers_and_the_settings_of_symfony
    words = ["php/memcached,serializer=php", "php/memcached,serializer=json_array", "php/memcached,#{SYMFONY}"]
    scenarios = %w[client/set client/get-multi].flat_map { |id| ["--scenario", id] }
    command("run", *words, *scenarios, "--iterations", "2", "--allow", "unexamined", "--format", "json", "-o", file("run.jsonl"))
    rows = JSON.parse(out.string)["rows"].reject { |row| row["reference"] }

    skip rows.first["reason"] if rows.any? { |row| row["reason"].to_s.match?(LACKING) }
    assert_equal({ "ok" => 6 }, rows.map { |row| row["status"] }.tally, rows.map { |row| row["reason"] }.compact.inspect)
  end
end
