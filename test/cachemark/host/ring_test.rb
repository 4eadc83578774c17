# frozen_string_literal: true

require "test_helper"
require "socket"

class RingTest < Minitest::Test
  include MemcachedServer
  Host = Cachemark::Host

  def test_is_one_list_of_addresses_in_order
    ring = memcached_ring(3)

    assert_equal 3, ring.servers.size
    assert_equal ring.servers.map(&:address), ring.addresses
    assert_equal ring.addresses.uniq, ring.addresses
    assert_predicate ring, :private?
  end

  def test_sums_and_flushes_over_all
    ring = memcached_ring(2)
    ring.servers.each { |server| store_an_item(server) }

    assert_equal [1, 1], ring.stats.values_at(*ring.addresses).map { |stats| stats["curr_items"] }
    ring.flush
    ring.servers.each { |server| assert_equal "END\r\n", asked(server, "get a\r\n") }
  end

  def test_nothing_is_flushed_when_one_server_is_not_ours
    other = Host::Server::UserServer.admit(memcached.access)
    mine = Host::Memcached.start(keeper: keeper)
    store_an_item(mine)
    ring = Host::Ring.new([mine, other])

    assert_raises(Cachemark::Usage) { ring.flush }
    refute_predicate ring, :private?
    assert_equal 1, mine.stats["curr_items"]
  end

  def test_is_shared_where_others_may_use_one_server
    mine = Host::Memcached.start(keeper: keeper)
    shared = [false, true].map { |allowed| Host::Server::UserServer.admit(memcached.access, allow_non_empty: allowed) }

    assert_equal [false, true], shared.map { |other| Host::Ring.new([mine, other]).shared? }
  end

  def test_stop_ends_ours_and_leaves_the_rest
    other = Host::Server::UserServer.admit(memcached.access)
    mine = Host::Memcached.start(keeper: keeper)
    Host::Ring.new([mine, other]).stop

    refute_predicate mine, :alive?
    assert_predicate memcached, :alive?
  end

  def test_a_ring_that_cannot_be_whole_is_not_started_in_part
    pids = []
    failing = Object.new
    failing.define_singleton_method(:which) { |_| "memcached" if pids.size < 1 }
    inner = keeper
    failing.define_singleton_method(:spawn) do |*argv, **settings|
      inner.spawn(*argv, **settings).tap { |child| pids << child.pid }
    end

    assert_raises(Cachemark::Trouble) { Host::Ring.start(2, keeper: failing) }
    assert_equal 1, pids.size
    refute Processes.alive?(pids.first)
  end

  private

  def store_an_item(server) = assert_equal("STORED\r\n", asked(server, "set a 0 0 1\r\nx\r\n"))

  def asked(server, request)
    TCPSocket.open("127.0.0.1", server.port) { |io| io.write(request) && io.gets }
  end
end
