# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::WireLook::AskingTest < Minitest::Test
    include ALab

    # A client of raw sockets in place of a process. It asks servers in groups, and waits for the replies of a group before it
    # asks the next one.
    class Asker
      attr_reader :name, :engine, :requests

      def initialize(engine, groups)
        @name = "p1"
        @engine = engine
        @groups = groups
        @requests = []
      end

      def open(_cell, **fields)
        @requests << [:open, fields[:cell], fields.fetch(:access)]
        @sockets = fields[:servers].map { |address| TCPSocket.new(*address.split(":")) }
        nil
      end

      def request(type, fields, deadline_s:)
        @requests << [type.to_sym, fields[:cell], deadline_s.positive?]
        return @sockets.each(&:close) if type == "close"

        @groups.each { |group| ask(@sockets.values_at(*group)) } if type == "block"
      end

      def ask(sockets)
        sockets.each { |socket| socket.write("get a b\r\n") }
        sockets.each(&:gets)
      end
    end

    def test_counts_the_servers_that_have_a_request_at_the_same_time
      ways = [[[0, 1, 2, 3]], [[0], [1], [2]], [[0, 1], [2, 3]], [[3]]]

      assert_equal([4, 1, 2, 1], ways.map { |groups| asked(groups)["at_once"] })
    end

    def test_records_what_each_server_gets
      line = asked([[0], [2]])

      assert_equal ["c1", "p1", "get_multi", 6], line.values_at("cell", "process", "op", "keys")
      assert_equal([[1, 2], [0, 0], [1, 2], [0, 0]], line["servers"].map { |one| one.values_at("requests", "keys") })
    end

    def test_each_kind_of_call_with_several_keys_is_made_alone
      asked([[0, 1]], scenario: several)

      assert_equal [["get_multi", 6], ["get_multi", 2]], writer.record.askings.map { |line| line.values_at("op", "keys") }
      assert_equal ["c1 proxy 1", "c1 proxy 2"], @asker.requests.map { |request| request[1] }.uniq
    end

    def test_one_server_or_concurrent_calls_are_not_examined
      assert_nil asked([[0]], servers: 1)
      assert_nil asked([[0, 1]], mode: "threads-4")
      assert_nil asked([[0, 1]], scenario: "client/get")
    end

    def test_a_client_that_lacks_the_operation_is_not_examined
      asker = Asker.new(engine(ring: memcached_ring(2)), [[0]])
      def asker.open(*, **) = "it has no get_multi"
      look(asker)

      assert_empty writer.record.askings
    end

    def test_servers_are_reached_as_the_proxies_in_front_of_them
      listening = Host::Memcached::Listening.new(transport: "unix", auth: "text", files: Host::Memcached::Files.new(keeper))
      engine = engine(ring: Host::Ring.start(2, keeper: keeper, listening: listening))
      asker = Asker.new(engine, [[0]])
      def asker.open(_cell, **fields) = (@requests << fields[:access]) && "it has no get_multi"
      look(asker)

      assert_equal [engine.ring.access], asker.requests
    end

    private

    def asked(groups, servers: 4, **cell)
      look(@asker = Asker.new(engine(ring: memcached_ring(servers)), groups), **cell)
      writer.record.askings.last
    end

    def look(asker, scenario: "client/multiget", mode: "sync")
      cell = MadeCells.cell(scenario: scenario, mode: mode)
      Lab::WireLook::Proxies.open(asker.engine.ring.servers, keeper: keeper) do |proxies|
        Lab::WireLook::Asking.new(asker.engine, proxies).call(cell, asker)
      end
    end

    # Its calls with six keys, twice, with two keys, and with one.
    def several
      whole = MadeCells.scenario("client/multiget")
      step = whole.steps.first
      whole.with(steps: [step, step, step.merge("keys" => %w[k1 k2]), { "op" => "get", "key" => "k1" }])
    end
  end
end
