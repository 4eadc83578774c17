# frozen_string_literal: true

require "test_helper"
require "socket"

class ServerTest < Minitest::Test
  include MemcachedServer
  Server = Cachemark::Host::Server

  def test_is_known_by_its_address
    server = Server.new(memcached.access)

    assert_equal memcached.address, server.address
    assert_equal memcached.version, server.version
  end

  def test_a_server_that_is_gone_is_trouble
    server = Server.new(memcached.access)
    server.stats
    memcached.stop

    assert_raises(Cachemark::Trouble) { server.stats }
  end

  # A server that the user named.
  class UserServerTest < Minitest::Test
    include MemcachedServer
    UserServer = Cachemark::Host::Server::UserServer

    def test_an_empty_server_is_admitted_and_never_flushed
      server = UserServer.admit(memcached.access)
      store_an_item

      assert_raises(Cachemark::Usage) { server.flush }
      server.stop
      assert_equal 1, memcached.stats["curr_items"]
      refute_predicate server, :private?
      assert_nil server.argv
      assert_predicate memcached, :alive?
    end

    def test_a_server_that_holds_items_is_refused
      store_an_item
      error = assert_raises(Cachemark::Usage) { UserServer.admit(memcached.access) }

      assert_match(/#{memcached.address} holds 1 item that this run did not write.*--allow non-empty/m, error.message)
    end

    def test_unless_that_is_allowed
      store_an_item

      assert_equal 1, UserServer.admit(memcached.access, allow_non_empty: true).stats["curr_items"]
    end

    def test_refuses_a_server_that_is_no_memcached
      FakeMemcached.open(->(io) { io.gets && io.write("HTTP/1.1 400 Bad Request\r\n") }) do |port|
        error = assert_raises(Cachemark::Trouble) { UserServer.admit(Cachemark::Access.tcp("127.0.0.1", port)) }

        assert_match(/127.0.0.1:#{port} does not answer as a memcached does/, error.message)
      end
    end

    def test_says_how_much_it_holds
      limited = Cachemark::Host::Memcached.start(keeper: keeper, arguments: %w[-m 32 -I 2m])

      assert_equal({ item: 2 << 20, memory: 32 << 20 }, UserServer.admit(limited.access).limits)
    end

    private

    def store_an_item
      TCPSocket.open("127.0.0.1", memcached.port) { |io| io.write("set a 0 0 1\r\nx\r\n") && assert_equal("STORED\r\n", io.gets) }
    end
  end
end
