# frozen_string_literal: true

require "test_helper"
require "json"

# Runs on other releases of memcached than the installed one.
class ServersProcessTest < Minitest::Test
  OLD = File.expand_path("../fixtures/old_memcached.rb", __dir__)
  private_constant :OLD

  def test_a_client_that_needs_the_meta_commands_has_no_speed_on_a_server_without_them
    meta, plain = JSON.parse(measured("dalli@4.3.10,protocol=meta", "socket", "--with", "memcached=#{OLD}").out).fetch("rows")

    assert_equal "failed", meta["status"]
    assert_match(%r{\ADalli::DalliError: Response error: ERROR \(dalli-4\.3\.10/lib/\S+:\d+\)\z}, meta["reason"])
    assert_includes meta["footnotes"],
                    "memcached 1.5.22 is older than the oldest that it supports, 1.6 (README.md of dalli 4.3.0)"
    assert_equal ["ok", []], [plain["status"], plain["footnotes"].grep(/older/)], plain["reason"]
  end

  def test_each_contender_is_a_row_on_each_of_several_releases_of_debian
    result = measured("socket", "--with", "memcached=1.6.38", "--with", "memcached=1.6.45")
    skip result.err[/memcached \S+ cannot be prepared.*/] if result.err.include?("cannot be prepared")
    report = JSON.parse(result.out)

    assert_equal [["socket,memcached=1.6.38", "1.6.38", "ok"], ["socket,memcached=1.6.45", "1.6.45", "ok"]],
                 report["rows"].map { |row| [row["contender"], row.dig("server", "version"), row["status"]] }
    assert_equal %w[1.6.38 1.6.45], report["server"]["contenders"].keys
    assert_match(%r{/1\.6\.45/root/.*/ld-}, report["server"].to_s)
  end

  private

  def measured(*words) = ARun.result(*words, "--scenario", "client/get", "--for", "1x", "--format", "json")
end

class ServersRefusalsTest < Minitest::Test
  include ACommand

  def test_servers_that_a_command_cannot_use
    two = %w[--with memcached=1.6.45 --with memcached=1.6.38]
    { %w[run socket,memcached=1.6.45 --with server=127.0.0.1:1] => /names a server that Cachemark starts, and --with server= n/,
      [*%w[explain socket null --scenario client/get], *two] => /explain needs one --with memcached, not 2/ }
      .each { |words, message| assert_match message, refused(*words) }
  end
end
