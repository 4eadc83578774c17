# frozen_string_literal: true

require "test_helper"
require "socket"

# Runs with a memcached that is broken.
class ServerProcessTest < Minitest::Test
  include MemcachedServer

  def test_a_server_that_is_killed_ends_the_run_with_what_was_measured
    ARun.start("socket", "null", "--scenario", "client/set", "--for", "30s") do |run|
      run.wait_until { run.lines("process").size > 2 }
      Process.kill("KILL", run.wait_for(/\Amemcached/))

      assert_equal 3, run.finish, run.err
      assert_equal 1, run.err.scan(/memcached .* gone/).size, run.err
      assert_match(/Note: stopped early: memcached .*SIGKILL/m, run.out)
      assert_match(/^socket +\d/, run.out)
      assert_empty run.left
    end
  end

  def test_a_server_of_the_users_is_neither_flushed_nor_left_with_our_keys
    foreign("a", "1")
    result = ARun.result("socket", "--with", "server=#{memcached.address}", "--allow", "non-empty", "--for", "1x")

    assert_equal 0, result.status, result.err
    assert_equal ["1", 1, 0], [kept("a"), *memcached.stats.values_at("curr_items", "cmd_flush")]
  end

  def test_a_server_with_items_is_refused
    foreign("a", "1")
    result = ARun.result("socket", "--with", "server=#{memcached.address}") { |run| refute_path_exists run.record }

    assert_equal [2, ""], [result.status, result.out]
    assert_match(/holds 1 item that this run did not write.*allow non-empty/m, result.err)
    assert_equal "1", kept("a")
  end

  def test_a_server_that_is_restarted_gives_no_figures_afterwards
    place = Cachemark::Host::Memcached::Listening::Place.at(memcached.access)
    ARun.start("socket", "--with", "server=#{memcached.address}", "--scenario", "client/set", "--for", "30s") do |run|
      run.wait_until { run.lines("block").any? }
      memcached.stop
      again = Cachemark::Host::Memcached::Launch.new(keeper: keeper, memory_mb: 16, place: place).server

      assert_equal 3, run.finish, run.err
      assert_match(/Note: stopped early: memcached .* (restarted|gone)/m, run.out)
      assert_equal again.pid, Integer(again.stats["pid"])
    end
  end

  def test_counters_that_go_backwards_make_the_row_invalid
    ARun.start("socket", "--with", "server=#{memcached.address}", "--scenario", "client/get", "--for", "30s") do |run|
      run.wait_until { run.lines("block").any? }
      run.wait_until do
        ask("stats reset\r\n")
        run.lines("failure").any?
      end

      assert_equal 3, run.finish, run.err
      assert_match(/invalid: the server counted -?\d+ hits?/, run.out)
      refute_match(/ µs /, run.out.lines.grep(/^get /).join)
    end
  end

  private

  def ask(line) = TCPSocket.open("127.0.0.1", memcached.port) { |io| io.write(line) && io.gets }

  def foreign(key, value) = assert_equal("STORED\r\n", ask("set #{key} 0 0 #{value.bytesize}\r\n#{value}\r\n"))

  def kept(key)
    TCPSocket.open("127.0.0.1", memcached.port) do |io|
      io.write("get #{key}\r\n")
      io.gets.start_with?("VALUE") ? io.gets.chomp : nil
    end
  end
end

# A server or a client with wrong replies never yields a speed.
class LiarTest < Minitest::Test
  include ACommand
  include MemcachedServer

  READS = %w[client/get client/get-plain].freeze
  # Scenarios in which a request that is kept from the server must be missed.
  DEEDS = {
    unsaved: %w[client/set store/set-localcache client/mixed], undeleted: %w[client/missing], unfound: %w[store/mixed],
    elsewhere: %w[client/multiget store/get-localcache store/big-read-multi]
  }.freeze

  # At the same time: one that waits for the rest of a value does so until its deadline.
  def test_a_server_with_wrong_replies_from_the_start_has_no_speed
    servers = memcached_ring(FalsifyingProxy::REPLIES.size).servers
    results = FalsifyingProxy::REPLIES.keys.zip(servers).map do |kind, server|
      Thread.new do
        FalsifyingProxy.open(server.port, kind) do |address|
          [kind, ARun.result(*words("socket", READS, "--for", "20x", *behind(address)))]
        end
      end
    end
    results.map(&:value).each { |kind, result| assert_speedless(kind, result) }
  end

  def test_a_server_with_wrong_replies_after_a_while_has_no_speed
    %i[wrong missing].each { |kind| assert_no_speed(kind, READS, "--for", "2000x", after: 700) }
  end

  # Of pairs every reply of a block is compared: one wrong value among all of them is enough.
  def test_over_pairs
    UserFile.with_pairs(60) do |path|
      pairs = ["--with", "data=#{path}", "--for", "6x"]
      %i[short anothers].each { |kind| assert_no_speed(kind, %w[client/set-pairs client/get-pairs], *pairs, upto: 1) }
      assert_no_speed(:wrong, %w[client/get-pairs], *pairs, after: 150, upto: 151)
      assert_no_speed(:unsaved, %w[client/set-pairs], *pairs, after: 150, upto: 151)
    end
  end

  def test_writes_that_never_reach_the_server_have_no_speed
    DEEDS.each { |kind, scenarios| assert_no_speed(kind, scenarios, "--for", "600x", after: 50, upto: 60) }
  end

  def test_a_client_that_does_not_send_what_it_says_it_did
    SpoiltDalli.open({ "set" => "@asked.between?(50, 60) || super" }, { "delete" => "@asked > 50 ? false : super" }) do |*copies|
      copies.zip(%w[client/set client/missing], %w[sets misses]) do |copy, scenario, counter|
        result = run_of(copy, [scenario], "--for", "600x")
        row = JSON.parse(result.out).fetch("rows").first

        assert_equal 3, result.status, result.err
        assert_speechless(row, copy)
        assert_match(/the server counted \d+ (delete )?#{counter} in \d+ iterations?; /, row["reason"])
      end
    end
  end

  # Whether the server has caught up when the clock stops is a matter of chance; that it need not have is not.
  def test_a_client_that_does_not_wait_for_the_server_says_so
    contenders = ["memcached,no_block=on,buffer_requests=on", "memcache-client,no_reply=on"]
    result = run_of(contenders, %w[client/set], "--for", "6x")

    rows = JSON.parse(result.out).fetch("rows")
    assert_equal 2, rows.size
    rows.each { |row| assert_match(/calls return before the server has answered/, row["footnotes"].join, row["contender"]) }
  end

  private

  def assert_no_speed(kind, scenarios, *arguments, **when_)
    FalsifyingProxy.open(memcached.port, kind, **when_) do |address|
      assert_speedless(kind, run_of("socket", scenarios, *arguments, *behind(address)))
    end
  end

  def behind(address) = ["--with", "server=#{address}", "--allow", "non-empty"]

  def assert_speedless(kind, result)
    assert_equal 3, result.status, "#{kind}: #{result.err}"
    JSON.parse(result.out).fetch("rows").each { |row| assert_speechless(row, kind) }
  end

  # In this process.
  def run_of(*asked)
    status = command("run", *words(*asked))
    Executable::Result.new(status, out.string, err.string)
  end

  def words(contenders, scenarios, *arguments)
    [*contenders, *scenarios.flat_map { |id| ["--scenario", id] }, "-f", "json", "--allow", "unexamined", *arguments]
  end

  def assert_speechless(row, kind)
    assert_includes %w[invalid failed], row["status"], "#{kind}: #{row}"
    assert_equal [nil, nil], row.values_at("wall_ns", "fastest_ns"), kind
    assert_match(/\S/, row["reason"], kind)
  end
end
