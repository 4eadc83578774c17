# frozen_string_literal: true

require "test_helper"
require "socket"

class MemcachedTest < Minitest::Test
  include MemcachedServer
  Host = Cachemark::Host

  def test_is_private_empty_and_on_loopback
    assert_predicate memcached, :private?
    assert_predicate memcached, :alive?
    assert_match(/\A127\.0\.0\.1:\d+\z/, memcached.address)
    assert_equal 0, memcached.stats["curr_items"]
    assert_equal memcached.pid, memcached.stats["pid"]
  end

  def test_its_command_is_the_whole_one
    memcached = Host::Memcached.start(keeper: keeper, argv_prefix: ["env", "A=b"])
    user = Process.uid.zero? ? ["-u", memcached.argv.last] : []

    assert_equal ["env", "A=b", "memcached", "-m", "64", "-t", "1", "-l", "127.0.0.1", "-p", memcached.port.to_s,
                  "-U", "0", *user], memcached.argv
  end

  def test_a_flush_empties_it
    TCPSocket.open("127.0.0.1", memcached.port) do |io|
      io.write("set a 0 0 1\r\nx\r\n")
      io.gets
      memcached.flush
      io.write("get a\r\n")

      assert_equal "END\r\n", io.gets
    end
  end

  def test_a_killed_server_is_noticed_and_its_end_is_told
    Process.kill("KILL", memcached.pid)
    error = assert_raises(Cachemark::Trouble) { memcached.flush }

    assert_equal "the private memcached at #{memcached.address} was killed by SIGKILL\nrun the command again", error.message
    refute_predicate memcached, :alive?
    assert_equal "was killed by SIGKILL", memcached.fate
    assert_raises(Cachemark::Trouble) { memcached.stats }
  end

  def test_stop_ends_it_and_may_be_repeated
    2.times { memcached.stop }

    refute Processes.alive?(memcached.pid)
  end

  def test_a_server_that_hangs_is_trouble_and_is_stopped_all_the_same
    server = Host::Memcached.start(keeper: keeper)
    server.instance_variable_set(:@admin, Host::AdminSocket.new("127.0.0.1", server.port, deadline_s: 0.05))
    Process.kill("STOP", server.pid)

    assert_raises(Host::AdminSocket::Silent) { server.stats }
    server.stop
    refute Processes.alive?(server.pid)
  end

  def test_a_server_lost_with_its_keeper_is_noticed
    memcached
    Process.kill("KILL", keeper.pid)
    Processes.eventually { !memcached.alive? }

    refute_predicate memcached, :alive?
    assert_raises(Cachemark::Trouble) { Processes.eventually { memcached.flush && nil } }
  end
end
