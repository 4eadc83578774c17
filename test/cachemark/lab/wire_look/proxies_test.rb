# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::WireLook::ProxiesTest < Minitest::Test
    include ALab

    def test_reports_the_traffic_of_all_proxies_together
      Lab::WireLook::Proxies.open(engine(ring: memcached_ring(2))) do |proxies|
        proxies.addresses.each { |address| ask(address, "get k\r\n") }
        traffic = proxies.drain

        assert_equal [2, 2], [traffic.exchanges.sum(&:misses), traffic.round_trips]
        assert_empty proxies.drain.exchanges
      end
    end

    def test_calls_that_wait_at_once_are_counted_over_all_of_them
      Lab::WireLook::Proxies.open(engine(ring: memcached_ring(2))) do |proxies|
        ios = proxies.addresses.map { |address| TCPSocket.new(*address.split(":")) }
        ios.each { |io| io.write("get k\r\n") && io.gets }

        both = -> { ios.each { |io| io.write("get k\r\n") } && ios.each(&:gets) }
        one = -> { ios.first.write("get k\r\n" * 4) && 4.times { ios.first.gets } }

        assert_equal([2, 1], [both, one].map { |calls| proxies.most(2, :connections, &calls) })
        assert_equal([2, 1], [both, one].map { |calls| proxies.most(2, :servers, &calls) })
        assert_equal([2, 4], [both, one].map { |calls| proxies.most(4, :requests, &calls) })
      ensure
        ios&.each(&:close)
      end
    end

    def test_private_servers_have_no_common_name
      Lab::WireLook::Proxies.open(engine(ring: memcached_ring(2))) { |proxies| assert_empty proxies.aliases }
      Lab::WireLook::Proxies.open(engine) { |proxies| assert_empty proxies.aliases }
    end

    def test_one_server_under_two_names_is_found_out
      Lab::WireLook::Proxies.open(engine, names: %w[127.0.0.1 localhost]) do |proxies|
        assert_equal %w[127.0.0.1 localhost], proxies.addresses.map { |address| address.split(":").first }
        assert_equal %w[127.0.0.1 localhost], proxies.aliases
      end
    end

    def test_they_are_gone_when_the_block_ends
      address = Lab::WireLook::Proxies.open(engine) { |proxies| proxies.addresses.first }

      assert_raises(Errno::ECONNREFUSED) { TCPSocket.new(*address.split(":")) }
    end

    private

    def ask(address, line)
      TCPSocket.open(*address.split(":")) { |io| io.write(line) && io.gets }
    end
  end
end
