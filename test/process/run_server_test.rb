# frozen_string_literal: true

require "test_helper"

require "socket"

# What becomes of a run whose memcached is not what it should be.
class RunServerTest < Minitest::Test
  include MemcachedServer

  def test_a_server_that_is_killed_ends_the_run_with_what_was_measured
    ARun.start("socket", "null", "--scenario", "client/set", "--for", "30s") do |run|
      run.wait_until { run.lines("process").size > 2 }
      Process.kill("KILL", run.wait_for(/\Amemcached/))

      assert_equal 3, run.finish, run.err
      assert_equal 1, run.err.scan(/memcached .* gone/).size, run.err
      assert_match(/Note: stopped early: memcached .*SIGKILL/m, run.out)
      assert_match(/set +\d/, run.out)
      assert_empty run.left
    end
  end

  def test_a_server_of_the_users_is_neither_flushed_nor_left_with_our_keys
    foreign("a", "1")
    result = ARun.result("socket", "--server", memcached.address, "--allow-non-empty", "--iterations", "1")

    assert_equal 0, result.status, result.err
    assert_equal ["1", 1, 0], [kept("a"), *memcached.stats.values_at("curr_items", "cmd_flush")]
  end

  def test_a_server_with_items_is_refused
    foreign("a", "1")
    result = ARun.result("socket", "--server", memcached.address) { |run| refute_path_exists run.record }

    assert_equal [2, ""], [result.status, result.out]
    assert_match(/holds 1 item that is not ours.*allow-non-empty/m, result.err)
    assert_equal "1", kept("a")
  end

  def test_a_server_that_is_restarted_gives_no_figures_afterwards
    port = memcached.port
    ARun.start("socket", "--server", memcached.address, "--scenario", "client/set", "--for", "30s") do |run|
      run.wait_until { run.lines("block").any? }
      memcached.stop
      again = Cachemark::Host::Memcached::Launch.new(keeper: keeper, memory_mb: 16, ports: -> { port }).server

      assert_equal 3, run.finish, run.err
      assert_match(/Note: stopped early: memcached .* (restarted|gone)/m, run.out)
      assert_operator again.stats["uptime"], :>=, 0
    end
  end

  def test_counters_that_go_backwards_make_the_row_invalid
    ARun.start("socket", "--server", memcached.address, "--scenario", "client/get", "--for", "30s") do |run|
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
