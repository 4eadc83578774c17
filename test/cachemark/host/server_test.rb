# frozen_string_literal: true

require "test_helper"

class ServerTest < Minitest::Test
  include MemcachedServer
  Server = Cachemark::Host::Server

  def test_is_known_by_its_address
    server = Server.new("127.0.0.1", memcached.port)

    assert_equal memcached.address, server.address
    assert_equal memcached.version, server.version
  end

  def test_a_server_that_is_gone_is_trouble
    server = Server.new("127.0.0.1", memcached.port)
    server.stats
    memcached.stop

    assert_raises(Cachemark::Trouble) { server.stats }
  end
end
