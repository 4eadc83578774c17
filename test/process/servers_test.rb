# frozen_string_literal: true

require "test_helper"
require "json"

# Runs on other releases of memcached than the installed one.
class ServersProcessTest < Minitest::Test
  OLD = File.expand_path("../fixtures/old_memcached.rb", __dir__)
  private_constant :OLD

  def test_a_client_that_needs_the_meta_commands_has_no_speed_on_a_server_without_them
    row = rows("dalli@4.3.10,protocol=meta", "--memcached", OLD).first

    assert_equal ["failed", "Dalli::DalliError: Response error: ERROR"], row.values_at("status", "reason")
    assert_includes row["footnotes"], "memcached 1.5.22 is older than the oldest that it supports, 1.6 (README.md of dalli 4.3.0)"
  end

  def test_a_client_that_needs_nothing_else_works_there
    row = rows("socket", "--memcached", OLD).first

    assert_equal ["ok", []], [row["status"], row["footnotes"].grep(/older/)], row["reason"]
  end

  def test_a_release_of_debian_serves_a_run
    report = released("socket", "--memcached", "1.6.45")

    assert_equal "1.6.45", report["server"]["version"]
    assert_match(%r{/1\.6\.45/root/.*/ld-}, report["server"]["argv"].flatten.join(" "))
    assert_equal ["ok"], report["rows"].map { |row| row["status"] }
  end

  def test_each_contender_is_a_row_on_each_of_several_servers
    report = released("socket", "--memcached", "1.6.38", "--memcached", "1.6.45")

    assert_equal [["socket,memcached=1.6.38", "1.6.38"], ["socket,memcached=1.6.45", "1.6.45"]],
                 report["rows"].map { |row| [row["contender"], row.dig("server", "version")] }
    assert_equal %w[1.6.38 1.6.45], report["server"]["contenders"].keys
  end

  def test_a_contender_that_names_a_server_of_the_users_is_refused
    result = ARun.result("socket,memcached=1.6.45", "--server", "127.0.0.1:1")

    assert_equal 2, result.status
    assert_match(/names a server that Cachemark starts, and --server does not/, result.err)
  end

  def test_several_servers_are_refused_where_two_contenders_are_compared
    result = ARun.result("socket", "null", "--scenario", "client/get", "--memcached", "1.6.45", "--memcached", "1.6.38",
                         command: "explain")

    assert_equal 2, result.status
    assert_match(/explain needs one --memcached, not 2/, result.err)
  end

  private

  def measured(*words) = ARun.result(*words, "--scenario", "client/get", "--iterations", "20", "--format", "json")

  def rows(*words) = JSON.parse(measured(*words).out).fetch("rows")

  def released(*words)
    result = measured(*words)
    skip result.err[/memcached \S+ cannot be prepared.*/] if result.err.include?("cannot be prepared")
    JSON.parse(result.out)
  end
end
