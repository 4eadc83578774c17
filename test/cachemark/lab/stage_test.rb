# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::StageTest < Minitest::Test
    include MemcachedServer

    def test_a_client_reaches_the_server_through_it
      on_stage do |stage|
        assert_equal "STORED\r\n", ask(stage, "set a 0 0 1\r\nx\r\n")
        assert_equal({ "a" => "x", "b" => nil }, stage.values(%w[a b]))
      end
    end

    def test_a_network_that_is_down_refuses_and_comes_back
      on_stage do |stage|
        client = connect(stage)
        stage.call("proxy" => "down")
        assert_raises(Errno::ECONNREFUSED) { connect(stage) }
        assert_nil lost(client)
        2.times { stage.call("proxy" => "up") }

        assert_equal "END\r\n", ask(stage, "get a\r\n")
      end
    end

    def test_a_network_that_is_jammed_takes_nobody_in_and_comes_back
      on_stage do |stage|
        client = connect(stage)
        client.write("get a\r\n")
        client.gets
        stage.call("proxy" => "jam")
        assert_nil lost(client)
        host, port = stage.addresses.first.split(":")
        assert_raises(Errno::ETIMEDOUT) { Socket.tcp(host, port, connect_timeout: 0.1) }
        stage.call("proxy" => "up")

        assert_equal "END\r\n", ask(stage, "get a\r\n")
      end
    end

    def test_connections_can_be_ended_and_new_ones_made
      on_stage do |stage|
        %w[end reset].each do |how|
          client = connect(stage)
          client.write("get a\r\n")
          client.gets
          stage.call("proxy" => how)

          assert_nil lost(client), how
          assert_equal "END\r\n", ask(stage, "get a\r\n")
        end
      end
    end

    def test_a_server_that_stands_still_goes_on_at_the_end
      on_stage do |stage|
        stage.call("server" => "stop")
        client = connect(stage)
        client.write("get a\r\n")
        refute client.wait_readable(0.05)
        stage.call("server" => "continue")

        assert_equal "END\r\n", client.gets
        stage.call("server" => "stop")
      end
      assert_equal "1.", memcached.stats["version"][0, 2]
    end

    def test_a_server_can_lose_all_it_has
      on_stage do |stage|
        ask(stage, "set a 0 0 1\r\nx\r\n")
        stage.call("server" => "flush")

        assert_equal({ "a" => nil }, stage.values(["a"]))
      end
    end

    def test_one_proxy_or_one_server_can_be_meant
      on_stage([memcached, memcached]) do |stage|
        stage.call("proxy" => { "down" => 1 })
        assert_equal "END\r\n", ask(stage, "get a\r\n")
        assert_raises(Errno::ECONNREFUSED) { connect(stage, 1) }
        stage.call("proxy" => { "up" => 1 })
        assert_equal "END\r\n", ask(stage, "get a\r\n", 1)
      end
    end

    def test_it_is_known_which_server_has_a_key
      on_stage(memcached_ring(2).servers) do |stage|
        ask(stage, "set a 0 0 1\r\nx\r\n")
        ask(stage, "set b 0 0 1\r\nx\r\n", 1)

        assert_equal({ "one" => 0, "two" => 1, "none" => nil }, stage.placement({ "one" => "a", "two" => "b", "none" => "c" }))
      end
    end

    def test_what_was_counted_meanwhile_is_known
      on_stage do |stage|
        before = stage.counters
        ask(stage, "flush_all\r\n")

        assert_equal({ "cmd_flush" => 1 }, stage.counters(before))
      end
    end

    def test_learns_what_a_client_puts_before_its_keys
      on_stage do |stage|
        ["app:a", "app:b"].each { |key| ask(stage, "set #{key} 0 0 1\r\nx\r\n") }
        stage.learn("a")

        assert_equal({ "b" => "x", "c" => nil }, stage.values(%w[b c]))
        assert_equal({ "one" => 0, "two" => nil }, stage.placement("one" => "b", "two" => "c"))
      end
    end

    # As a command in a key makes it, before which the client has put its own.
    def test_a_key_that_came_past_the_client_is_found_too
      on_stage do |stage|
        ["app:a", "inj", "b", "app:b"].each { |key| ask(stage, "set #{key} 0 0 #{key.size}\r\n#{key}\r\n") }
        stage.learn("a")

        assert_equal({ "a" => "app:a", "inj" => "inj", "b" => "app:b", "c" => nil }, stage.values(%w[a inj b c]))
        assert_equal({ "one" => 0, "other" => nil }, stage.placement("one" => "b", "other" => "inj"))
      end
    end

    # memcached takes a question for it for an error.
    def test_what_is_too_long_with_what_a_client_puts_before_it_is_nowhere
      on_stage do |stage|
        ask(stage, "set app:a 0 0 1\r\nx\r\n")
        stage.learn("a")

        assert_equal({ "a" => "x", "k" * 250 => nil }, stage.values(["a", "k" * 250]))
      end
    end

    def test_what_is_said_without_an_answer_has_come_through
      on_stage do |stage|
        client = connect(stage)
        50.times { |at| client.write("set a#{at} 0 0 1 noreply\r\nx\r\n") }
        stage.learn("a49")

        assert_equal({ "a49" => "x" }, stage.values(["a49"]))
      end
    end

    def test_the_next_trial_finds_nobody_connected_and_nothing_on_the_server
      on_stage do |stage|
        client = connect(stage)
        client.write("set a 0 0 1\r\nx\r\n")
        client.gets
        before = stage.addresses
        conduct = Fault::Injector.new([], "none")
        stage.renew(conduct)

        assert_nil lost(client)
        assert_equal "END\r\n", ask(stage, "get a\r\n")
        assert_equal [before, [1, 1]], [stage.addresses, conduct.octets.map { |_, connection| connection }]
      end
    end

    private

    def on_stage(servers = [memcached])
      stage = Lab::Stage.new(Host::Ring.new(servers))
      stage.renew(Fault::Injector.new([], "none"))
      yield stage
    ensure
      stage.finish
    end

    def connect(stage, at = 0) = TCPSocket.new(*stage.addresses[at].split(":"))

    def ask(stage, text, at = 0)
      client = connect(stage, at)
      client.write(text)
      client.gets
    ensure
      client&.close
    end

    # nil for a connection that was ended, whichever way that is told.
    def lost(client)
      client.gets
    rescue Errno::ECONNRESET
      nil
    end
  end
end
