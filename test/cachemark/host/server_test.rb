# frozen_string_literal: true

require "test_helper"

class ServerTest < Minitest::Test
  include MemcachedServer
  Server = Cachemark::Host::Server

  def test_is_known_by_its_address
    server = Server.new("127.0.0.1", memcached.port)

    assert_equal memcached.address, server.address
    assert_equal memcached.version, server.version
    assert_predicate server, :alive?
  end

  def test_a_server_that_is_gone_is_not_alive
    server = Server.new("127.0.0.1", memcached.port)
    server.stats
    memcached.stop

    refute_predicate server, :alive?
    assert_raises(Cachemark::Trouble) { server.stats }
  end

  def test_tells_another_process_from_the_same_one
    server = Server.new("127.0.0.1", memcached.port)
    uptime, pid = server.uptime_pid

    refute server.restarted_since?([uptime, pid])
    assert server.restarted_since?([uptime, pid + 1])
    assert server.restarted_since?([uptime + 1000, pid])
  end
end
