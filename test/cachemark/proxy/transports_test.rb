# frozen_string_literal: true

require "test_helper"

module Cachemark
  # A proxy on every transport of its server.
  class Proxy::TransportsTest < Minitest::Test
    include MemcachedServer

    WAYS = { "ipv6" => { transport: "ipv6" }, "unix" => { transport: "unix" }, "tls" => { tls: true } }.freeze

    WAYS.each_key do |name|
      define_method(:"test_passes_on_and_reads_what_goes_over_#{name}") do
        through(name) do |client, proxy|
          client.write("set a 0 0 200000\r\n#{"x" * 200_000}\r\n")
          assert_equal "STORED\r\n", client.readpartial(100)
          client.write("get a\r\n")
          reply = +""
          reply << client.readpartial(100_000) until reply.end_with?("END\r\n")

          traffic = proxy.drain
          assert_equal [%w[set get], [["stored"], ["hit"]]], [traffic.exchanges.map(&:name), traffic.exchanges.map(&:outcomes)]
          assert_equal 2, traffic.round_trips
          assert_empty traffic.garbled
        end
      end

      define_method(:"test_an_unread_request_is_waited_for_over_#{name}") do
        through(name) do |client, proxy|
          client.write("set a 0 0 1 noreply\r\nx\r\n")
          proxy.settle(patience_s: 10)

          assert_equal "x", @server.reader.values(["a"])["a"]
        end
      end

      define_method(:"test_its_end_is_the_clients_over_#{name}") do
        through(name) do |client, proxy|
          client.write("version\r\n")
          client.readpartial(100)
          proxy.end_connections(:end)

          assert_raises(EOFError, Errno::ECONNRESET) { client.readpartial(100) }
        end
      end

      define_method(:"test_refuses_and_accepts_again_over_#{name}") do
        through(name) do |_client, proxy|
          proxy.refuse_connections
          assert_raises(Errno::ECONNREFUSED) { open }
          proxy.accept_connections

          assert_match(/\AVERSION/, open.tap { |client| client.write("version\r\n") }.readpartial(100))
        end
      end
    end

    def test_a_unix_socket_has_no_packets_and_is_removed
      through("unix") do |client, proxy|
        client.write("version\r\n")
        client.readpartial(100)

        assert_nil proxy.drain.packets
        proxy.stop
        refute_path_exists File.dirname(proxy.address)
      end
    end

    def test_a_client_without_tls_reaches_nothing
      through("tls") do |_client, proxy|
        plain = Access.tcp("127.0.0.1", proxy.address[/\d+\z/].to_i).open(timeout_s: 5)
        plain.write("version\r\n")

        assert_raises(EOFError, Errno::ECONNRESET) { loop { plain.readpartial(100) } }
        assert_empty proxy.drain.exchanges
      ensure
        plain&.close
      end
    end

    def teardown
      @open&.each(&:close)
      @proxy&.stop
      super
    end

    private

    def through(name)
      skip "no IPv6 here" if name == "ipv6" && !Ipv6.here?

      listening = Host::Memcached::Listening.new(files: Host::Memcached::Files.new(keeper), **WAYS.fetch(name))
      @server = Host::Memcached.start(keeper: keeper, listening: listening)
      @proxy = Proxy::Server.start(@server.access, certificate: @server.certificate, keeper: keeper)
      yield open, @proxy
    end

    def open = @proxy.access.open(timeout_s: 5).tap { |client| (@open ||= []) << client }
  end
end
