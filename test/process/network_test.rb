# frozen_string_literal: true

require "test_helper"
require "json"
require "json_schemer"
require "socket"

# Runs behind a network with a delay, and over rings of the user's servers.
class NetworkProcessTest < Minitest::Test
  include MemcachedServer

  # A network takes a core for itself, so that other processes of a busy machine move to the core of client and server. A second
  # may then pass between a request and its reply.
  PATIENT = "socket,timeout=30"

  def test_a_row_over_a_network_takes_at_least_a_round_trip_and_says_how_exact_it_was
    report = report(measured(PATIENT, "--with", "ring=3", "--with", "rtt=1ms,2000us", scenario: "client/multiget"), "run")
    rows = report["rows"]

    assert_equal [["#{PATIENT},rtt=1ms", "1ms"], ["#{PATIENT},rtt=2ms", "2ms"]],
                 rows.map { |row| [row["contender"], row.dig("network", "rtt")] }
    assert_equal %w[ok ok], rows.map { |row| row["status"] }, rows.map { |row| row["reason"] }.inspect
    assert(rows.zip([1e6, 2e6]).all? { |row, least_ns| row["wall_ns"] >= least_ns })
    assert(rows.all? { |row| row["network"].values_at("out", "in").all? { |errors| errors["count"].positive? } })
    assert_equal 2, report["notes"].grep(/\Athe network with rtt=[12]ms delivered bytes late: to the servers by at most /).size
  end

  def test_a_ring_of_the_users_servers_is_used_as_it_is_also_behind_a_network
    servers = memcached_ring(2).servers
    addresses = servers.flat_map { |server| ["--with", "server=#{server.address}"] }
    result = measured(PATIENT, "#{PATIENT},rtt=0.5ms,bandwidth=100mbit", *addresses, scenario: "client/multiget")

    assert_equal %w[ok ok], report(result, "run")["rows"].map { |row| row["status"] }, result.err
    assert_equal [[0, 0], [0, 0]], servers.map { |server| server.stats.values_at("curr_items", "cmd_flush") }
    assert(servers.all? { |server| server.stats["cmd_get"].positive? })
  end

  def test_a_network_is_in_front_of_tls_logins_and_ipv6
    words = ["#{PATIENT},tls=on,auth=text,rtt=1ms", *("#{PATIENT},transport=ipv6,rtt=1ms" if Ipv6.here?)]
    rows = report(measured(*words), "run")["rows"]

    assert_equal ["ok"], rows.map { |row| row["status"] }.uniq, rows.map { |row| row["reason"] }.inspect
    assert(rows.all? { |row| row["wall_ns"] >= 1e6 })
  end

  def test_work_examines_a_ring_of_the_users_behind_tls
    files = Cachemark::Host::Memcached::Files.new(keeper)
    listening = Cachemark::Host::Memcached::Listening.new(tls: true, files: files)
    ring = Cachemark::Host::Ring.start(2, keeper: keeper, listening: listening)
    servers = ring.addresses.flat_map { |address| ["--with", "server=tls://#{address}?ca=#{files.trust}"] }
    result = ARun.result("socket", *servers, "--scenario", "client/multiget", "--format", "json", command: "work")
    row = report(result, "work")["rows"].first

    assert_equal ["ok", 6, 1], [row["status"], *row["askings"].first.values_at("keys", "at_once")], row["reason"]
  end

  private

  def measured(*words, scenario: "client/get")
    ARun.result(*words, "--scenario", scenario, "--for", "1x", "--allow", "unexamined", "--format", "json")
  end

  def report(result, schema)
    assert_equal 0, result.status, result.err
    path = File.expand_path("../../schema/#{schema}.json", __dir__)
    JSON.parse(result.out).tap do |found|
      assert_empty(JSONSchemer.schema(Pathname(path)).validate(found).map { |one| one["error"] })
    end
  end
end

# A command that names a network that it cannot have starts nothing.
class NetworkRefusalsTest < Minitest::Test
  include ACommand
  include MemcachedServer

  def test_one_wrong_server_of_a_ring_ends_the_command
    servers = [memcached.address, "127.0.0.1:1"].flat_map { |address| ["--with", "server=#{address}"] }
    error = assert_raises(Cachemark::Trouble) do
      command("run", "socket", *servers, "--scenario", "client/get", "--output", file("record.jsonl"))
    end

    assert_match(/memcached at 127.0.0.1:1 refused the connection/, error.message)
    refute_path_exists file("record.jsonl")
  end

  def test_quantities_that_make_no_sense_are_refused
    { ["socket,rtt=1"] => /rtt must be a time from 10us to 1s/, ["socket", "--with", "rtt=1ms,"] => /--with rtt must be a time/,
      ["socket,bandwidth=0"] => /bandwidth must be a rate from 100kbit to 100gbit/,
      ["socket,rtt=1ms", "--with", "rtt=2ms"] => /has rtt=, and the command line --with rtt/,
      ["socket", "--with", "server=127.0.0.1:1", "--with", "server=127.0.0.1:1"] => /--with server= names 127.0.0.1:1 twice/,
      ["socket", "--with", "server=unix:///m.sock", "--with", "rtt=1ms"] => /socket,rtt=1ms: a unix socket crosses no network/,
      ["socket", "--with", "server=tls://127.0.0.1:1", "--with", "rtt=1ms"] => /certificate of 127.0.0.1:1 does not name the/,
      ["socket", "--with", "server=tls://127.0.0.1:1", "--with", "server=127.0.0.1:2"] =>
        /cannot reach 127.0.0.1:1 and 127.0.0.1:2 in/,
      ["socket,transport=unix,rtt=1ms"] => /a unix socket crosses no network/,
      ["socket", "--with", "rtt=1ms,placement=spread"] => /need a core that is not measured/ }.each do |words, message|
      assert_match message, refused("run", *words, "--scenario", "client/get", "--output", file("record.jsonl"))
      assert_equal "", out.string, words.inspect
      refute_path_exists file("record.jsonl")
    end
  end

  def test_commands_of_two_contenders_have_one_network
    assert_match(/\Agate needs one --with rtt, not 2$/, refused("gate", "--with", "rtt=1ms,5ms"))
  end

  def test_checks_and_outages_have_no_network
    { "check" => /its cases have no network/, "outage" => /an outage has no network/ }.each do |command, message|
      assert_match message, refused(command, "dalli@3.2.8,rtt=1ms")
    end
  end
end
