# frozen_string_literal: true

require "test_helper"

# The runs of whole commands are in test/hosts.
module Cachemark
  class Lab::SharedLoad::ServersTest < Minitest::Test
    include MemcachedServer

    def teardown
      @servers&.close
      @client&.close
    end

    def test_counts_what_arrives_between_the_beginning_and_the_end
      tally = tally(made: { hits: 2, misses: 1 }) do
        2.times { ask("get a", 3) }
        ask("get b", 1)
      end

      assert_equal [2, 1, 0], tally["counted"].values_at("hits", "misses", "sets")
      assert_nil tally["wrong"]
      assert_kind_of Float, tally["cpu"]
      assert_operator tally["threads"], :>, 0
    end

    def test_a_call_that_did_not_arrive_is_named
      tally = tally(made: { hits: 3 }) { 2.times { ask("get a", 3) } }

      assert_equal({ "counted" => "2 hits", "made" => "3 hits" }, tally["wrong"])
    end

    def test_calls_of_others_are_wrong_unless_they_are_allowed
      wrong = tally(made: { hits: 1 }) { 2.times { ask("get a", 3) } }["wrong"]

      assert_equal({ "counted" => "2 hits", "made" => "1 hit" }, wrong)
      assert_nil tally(made: { hits: 1 }, others: true) { 2.times { ask("get a", 3) } }["wrong"]
    end

    def test_hosts_are_named_by_their_seeds
      host = tally(made: { hits: 0 }) { nil }["hosts"].first

      assert_equal({ "seed" => 7, "late_ns" => 90, "clock_ns" => 5, "clock_error_ns" => 2 }, host)
    end

    def test_an_address_that_leads_a_host_to_another_server_is_refused
      admit
      version, pid, began_s = Lab::SharedLoad::Servers.identity(memcached.stats)

      assert_nil welcome(servers: [[version, pid, began_s + 1]])
      [[version, pid + 1, began_s], [version, pid, began_s - 60], ["1.6.45", pid, began_s]].each do |other|
        assert_match(/is not the same memcached on each host/, assert_raises(Trouble) { welcome(servers: [other]) }.message)
      end
    end

    def test_a_server_with_items_is_refused
      ask("set a 0 0 1\r\n1", 1)

      assert_match(/holds 1 item/, assert_raises(Usage) { admit }.message)
      assert admit(items: true)
      @servers.close
      assert admit(others: true)
    end

    def test_a_server_that_answers_somebody_is_refused
      ask("get a", 1)
      asking = Thread.new { loop { ask("get a", 1) && sleep(0.05) } }

      assert_match(/answers other clients.*\n.*--allow load/, assert_raises(Usage) { admit }.message)
    ensure
      asking&.kill&.join
    end

    private

    # The line of a block in which one host makes this work.
    def tally(made:, others: false)
      memcached.flush
      admit(others: others)
      ask("set a 0 0 1\r\n1", 1)
      work = Plan::Work.new(**made).to_a
      welcome("servers" => [Lab::SharedLoad::Servers.identity(memcached.stats)])
      @servers.call("begin", [{}], [Lab::Rendezvous::Offset.new(ns: 5, error_ns: 2)])
      yield
      @servers.call("finish", [{ "late_ns" => 90, "wall_ns" => 1_000_000, "least" => work, "most" => work }], [])
      @servers.lines.last
    end

    def admit(**allowed)
      @servers = Lab::SharedLoad::Servers.admit([memcached.access], **allowed)
    end

    def welcome(**facts) = @servers.call("seed", [{ "seed" => 7, **facts.transform_keys(&:to_s) }], [])

    # Sends a request, and reads the lines of its reply.
    def ask(line, lines)
      @client ||= TCPSocket.new("127.0.0.1", memcached.port)
      @client.write("#{line}\r\n")
      Array.new(lines) { @client.gets }
    end
  end
end
