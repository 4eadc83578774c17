# frozen_string_literal: true

require "minitest/mock"
require "test_helper"
require "zlib"

module Cachemark
  class Lab::Check::FaultServersTest < Minitest::Test
    include MemcachedServer

    def test_a_client_reaches_the_server
      with_servers do |servers|
        assert_equal "STORED\r\n", ask(servers, "set a 0 0 1\r\nx\r\n")
        assert_equal({ "a" => "x", "b" => nil }, servers.values(%w[a b]))
      end
    end

    def test_a_network_that_is_down_refuses_and_comes_back
      with_servers do |servers|
        client = connect(servers)
        servers.call("proxy" => "down")
        assert_raises(Errno::ECONNREFUSED) { connect(servers) }
        assert_nil lost(client)
        2.times { servers.call("proxy" => "up") }

        assert_equal "END\r\n", ask(servers, "get a\r\n")
      end
    end

    def test_a_network_that_ignores_connections_accepts_nobody_and_comes_back
      with_servers do |servers|
        client = connect(servers)
        client.write("get a\r\n")
        client.gets
        servers.call("proxy" => "jam")
        assert_nil lost(client)
        host, port = servers.addresses.first.split(":")
        assert_raises(Errno::ETIMEDOUT) { Socket.tcp(host, port, connect_timeout: 0.1) }
        servers.call("proxy" => "up")

        assert_equal "END\r\n", ask(servers, "get a\r\n")
      end
    end

    def test_connections_can_be_ended_and_new_ones_made
      with_servers do |servers|
        %w[end reset].each do |how|
          client = connect(servers)
          client.write("get a\r\n")
          client.gets
          servers.call("proxy" => how)

          assert_nil lost(client), how
          assert_equal "END\r\n", ask(servers, "get a\r\n")
        end
      end
    end

    def test_a_compressed_value_becomes_a_bomb_with_its_flags
      with_servers do |servers|
        packed = Zlib.deflate("cachemark " * 100)
        ask(servers, "set a 2 0 #{packed.bytesize}\r\n#{packed}\r\n")
        servers.bomb("a")

        assert_equal "VALUE a 2 #{Fault::Bomb.like(packed).bytesize}\r\n", ask(servers, "get a\r\n")
        ask(servers, "set a 0 0 1\r\nx\r\n")
        error = assert_raises(Lab::Check::CheckedClient::OutOfReach) { servers.bomb("a") }
        assert_equal "it stores a large value as it is, or in a format that the lab does not know", error.message
      end
    end

    def test_a_stopped_server_continues_at_the_end
      with_servers do |servers|
        servers.call("server" => "stop")
        client = connect(servers)
        client.write("get a\r\n")
        refute client.wait_readable(0.05)
        servers.call("server" => "continue")

        assert_equal "END\r\n", client.gets
        servers.call("server" => "stop")
      end
      assert_equal "1.", memcached.stats["version"][0, 2]
    end

    def test_a_server_can_be_flushed
      with_servers do |servers|
        ask(servers, "set a 0 0 1\r\nx\r\n")
        servers.call("server" => "flush")

        assert_equal({ "a" => nil }, servers.values(["a"]))
      end
    end

    def test_a_step_can_apply_to_one_proxy_or_server
      with_servers([memcached, memcached]) do |servers|
        servers.call("proxy" => { "down" => 1 })
        assert_equal "END\r\n", ask(servers, "get a\r\n")
        assert_raises(Errno::ECONNREFUSED) { connect(servers, 1) }
        servers.call("proxy" => { "up" => 1 })
        assert_equal "END\r\n", ask(servers, "get a\r\n", 1)
      end
    end

    def test_the_server_of_a_key_is_known
      with_servers(memcached_ring(2).servers) do |servers|
        ask(servers, "set a 0 0 1\r\nx\r\n")
        ask(servers, "set b 0 0 1\r\nx\r\n", 1)

        assert_equal({ "one" => 0, "two" => 1, "none" => nil }, servers.placement({ "one" => "a", "two" => "b", "none" => "c" }))
      end
    end

    def test_counters_are_relative_to_earlier_ones
      with_servers do |servers|
        before = servers.counters
        ask(servers, "flush_all\r\n")

        assert_equal({ "cmd_flush" => 1 }, servers.counters(before))
      end
    end

    def test_the_prefix_of_a_client_is_learned
      with_servers do |servers|
        ["app:a", "app:b"].each { |key| ask(servers, "set #{key} 0 0 1\r\nx\r\n") }
        servers.learn_prefix(["a"])

        assert_equal({ "b" => "x", "c" => nil }, servers.values(%w[b c]))
        assert_equal({ "one" => 0, "two" => nil }, servers.placement("one" => "b", "two" => "c"))
      end
    end

    def test_keys_that_a_client_hashes_cannot_be_recognised
      with_servers do |servers|
        servers.learn_prefix(%w[a b])
        assert_equal({ "a" => nil }, servers.values(["a"]), "a client that writes nothing loses its writes")
        ask(servers, "set 0cc175b9 0 0 1\r\nx\r\n")
        error = assert_raises(Lab::Check::CheckedClient::Unsupported) { servers.learn_prefix(%w[a b]) }

        assert_equal "its keys cannot be recognised on the server", error.message
        ask(servers, "set app:b 0 0 1\r\nx\r\n")
        servers.learn_prefix(%w[a b])
        assert_equal({ "a" => nil, "b" => "x" }, servers.values(%w[a b]), "one key is enough")
      end
    end

    # A command inside a key has no prefix.
    def test_an_injected_key_without_the_prefix_is_found_too
      with_servers do |servers|
        ["app:a", "inj", "b", "app:b"].each { |key| ask(servers, "set #{key} 0 0 #{key.size}\r\n#{key}\r\n") }
        servers.learn_prefix(["a"])

        assert_equal({ "a" => "app:a", "inj" => "inj", "b" => "app:b", "c" => nil }, servers.values(%w[a inj b c]))
        assert_equal({ "one" => 0, "other" => nil }, servers.placement("one" => "b", "other" => "inj"))
      end
    end

    # memcached would reject a request for it.
    def test_a_key_that_is_too_long_with_the_prefix_is_absent
      with_servers do |servers|
        ask(servers, "set app:a 0 0 1\r\nx\r\n")
        servers.learn_prefix(["a"])

        assert_equal({ "a" => "x", "k" * 250 => nil }, servers.values(["a", "k" * 250]))
      end
    end

    def test_decoys_show_what_a_client_does_outside_of_its_prefix
      canary = Fault::Canary.new("aa00")
      key = canary.keys["k1"]
      with_servers do |servers|
        assert_raises(Lab::Check::CheckedClient::Unsupported) { servers.add_decoys(canary) }
        ask(servers, "set app:#{key} 0 0 1\r\nx\r\n")
        servers.learn_prefix([key])
        servers.add_decoys(canary)
        assert_empty servers.strays([key])
        ask(servers, "delete app:app:#{key}\r\n")
        ["app:app:#{canary.keys["k2"]}", "app:other"].each { |name| ask(servers, "set #{name} 0 0 1\r\ny\r\n") }

        assert_equal({ "app:app:#{key}" => nil, "app:app:#{canary.keys["k2"]}" => "y", "app:other" => "y" },
                     servers.strays([key]))
        assert_equal({ key => "x", canary.keys["k2"] => nil }, servers.values(canary.keys.values_at("k1", "k2")))
      end
    end

    def test_commands_without_a_reply_have_come_through
      with_servers do |servers|
        client = connect(servers)
        write_quietly(client, "x")
        servers.learn_prefix(["a"])
        write_quietly(client, "y")

        assert_equal({ "a" => "y" }, servers.values(["a"]))
        assert_equal({ "one" => 0 }, servers.placement("one" => "a"))
      end
    end

    def test_a_flush_comes_after_commands_without_a_reply
      with_servers do |servers|
        write_quietly(connect(servers), "x")
        servers.call("server" => "flush")

        assert_equal({ "a" => nil }, servers.values(["a"]))
      end
    end

    def test_a_reset_ends_connections_and_flushes_the_servers
      with_servers do |servers|
        client = connect(servers)
        client.write("set a 0 0 1\r\nx\r\n")
        client.gets
        before = servers.addresses
        injector = Fault::Injector.new([], "none")
        servers.reset(injector)

        assert_nil lost(client)
        assert_equal "END\r\n", ask(servers, "get a\r\n")
        assert_equal [before, [1, 1]], [servers.addresses, injector.octets.map { |_, connection| connection }]
      end
    end

    def test_a_proxy_that_does_not_start_leaves_no_other_proxy
      other = Struct.new(:access, :certificate).new
      started = []
      start = lambda do |access, **|
        raise Errno::EMFILE unless access

        Struct.new(:stopped) { def stop = self.stopped = true }.new.tap { |proxy| started << proxy }
      end
      Proxy::Server.stub(:start, start) do
        assert_raises(Errno::EMFILE) { Lab::Check::FaultServers.new(Host::Ring.new([memcached, other]), keeper: keeper) }
      end

      assert_equal [true], started.map(&:stopped)
    end

    def test_a_stopped_server_that_has_died_keeps_no_proxy_open
      dying = Host::Memcached.start(keeper: keeper)
      servers = Lab::Check::FaultServers.new(Host::Ring.new([dying, memcached]), keeper: keeper)
      servers.call("server" => "stop")
      dying.stop
      servers.close

      2.times { |at| assert_raises(Errno::ECONNREFUSED) { connect(servers, at) } }
      assert_equal "1.", memcached.stats["version"][0, 2]
    end

    private

    def with_servers(memcacheds = [memcached])
      servers = Lab::Check::FaultServers.new(Host::Ring.new(memcacheds), keeper: keeper)
      servers.reset(Fault::Injector.new([], "none"))
      yield servers
    ensure
      servers.close
    end

    def connect(servers, at = 0) = TCPSocket.new(*servers.addresses[at].split(":"))

    def ask(servers, text, at = 0)
      client = connect(servers, at)
      client.write(text)
      client.gets
    ensure
      client&.close
    end

    # Writes so often that the server still works when the last bytes have been sent.
    def write_quietly(client, value)
      client.write("set b 0 0 1 noreply\r\nx\r\n" * 1_000)
      client.write("set a 0 0 1 noreply\r\n#{value}\r\n")
    end

    # nil for a connection that was ended or reset.
    def lost(client)
      client.gets
    rescue Errno::ECONNRESET
      nil
    end
  end
end
