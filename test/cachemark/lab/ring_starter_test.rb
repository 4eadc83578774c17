# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::RingStarterTest < Minitest::Test
    include ALab

    def test_starts_the_release_that_a_contender_names_or_else_the_runs
      path = keeper.which("memcached")
      named = MadeCells.contender(endpoint: Cachemark::Contender::Endpoint.new(memcached: "1.6.45"))
      starter = starter({ nil => nil, "1.6.45" => Env::Servers::Program.new(version: "1.6.45", argv: ["env", path]) }.compact)

      assert_equal ["memcached"], argv(starter.ring).first(1)
      assert_equal ["env", path], argv(starter.ring(named)).first(2)
    end

    def test_listens_as_the_endpoint_says
      ways = [{ transport: "unix" }, { tls: "on" }].map { |how| Cachemark::Contender::Endpoint.new(**how) }
      unix, tls = ways.map { |endpoint| kept(starter.ring(MadeCells.contender(endpoint: endpoint))) }

      assert_path_exists unix.addresses.first
      assert_nil unix.access
      assert_path_exists tls.access.dig("tls", "ca")
    end

    def test_starts_as_many_as_a_ring_has
      assert_equal [2, 3], [starter(count: 2).ring, starter(count: 2).ring(count: 3)].map { |ring| kept(ring).servers.size }
    end

    def test_servers_that_start_aside_move_to_their_core
      skip "no taskset here" unless FACTS["taskset"]
      skip "only one core here" if FACTS["allowed_cpus"].size == 1

      placement = Host::Placement.choose("one-core", FACTS)
      starter = starter(placement: placement)
      ring = kept(starter.ring_aside(MadeCells.contender))

      assert_equal [Host::Placement.list(placement.own_cpus)], Host::Placement.of(ring.servers.first.pid)
      assert_nil starter.settle(ring)
      assert_equal [Host::Placement.list(placement.server_cpus)], Host::Placement.of(ring.servers.first.pid)
    end

    def test_a_contender_may_name_a_network_in_front_of_them
      named = MadeCells.contender(endpoint: Cachemark::Contender::Endpoint.new(rtt: "0.1ms"))
      ring = kept(starter(count: 2).ring(named))

      assert_equal [2, 100_000], [ring.network.addresses.size, ring.network.rtt_ns]
      assert_equal ring.network.addresses, ring.addresses
      assert_empty ring.addresses & ring.server_addresses
      assert_nil kept(starter.ring).network
    end

    def test_servers_of_the_user_are_those_of_every_ring_and_outlive_it
      ours = memcached_ring(2).servers.map { |server| Host::Server::UserServer.admit(server.access) }
      starter = starter(user_servers: ours)
      named = MadeCells.contender(endpoint: Cachemark::Contender::Endpoint.new(rtt: "0.1ms"))
      rings = [starter.ring, starter.ring(named)]

      assert_equal [ours, ours], rings.map(&:servers)
      assert_nil starter.settle(rings.last)
      rings.each { |ring| starter.stop(ring) }
      refute_predicate rings.last.network, :alive?
      assert_equal [0, 0], ours.map { |server| server.stats["curr_items"] }
    end

    def test_private_servers_are_to_be_had_also_then
      ours = memcached_ring(1).servers.map { |server| Host::Server::UserServer.admit(server.access) }
      named = MadeCells.contender(endpoint: Cachemark::Contender::Endpoint.new(rtt: "0.1ms"))
      ring = kept(starter(user_servers: ours).private_ring(named, count: 2))

      assert_equal [2, true, nil], [ring.servers.size, ring.private?, ring.network]
    end

    def test_a_network_that_does_not_start_leaves_no_server
      named = MadeCells.contender(endpoint: Cachemark::Contender::Endpoint.new(rtt: "0.1ms"))
      servers = []
      Host::Ring.stub(:start, ->(*words, **more) { Host::Ring.new(servers = [Host::Memcached.start(**more)]) if words }) do
        Host::Network.stub(:new, ->(*, **) { raise Host::Network::Lost.new("it has ended", try: "again") }) do
          assert_raises(Host::Network::Lost) { starter.ring(named) }
        end
      end

      assert_equal [false], servers.map(&:alive?)
    end

    def teardown
      @rings&.each(&:stop)
      super
    end

    private

    def starter(programs = {}, placement: ANYWHERE, **more)
      Lab::RingStarter.new(keeper: keeper, placement: placement, programs: programs, **more)
    end

    def kept(ring) = ring.tap { (@rings ||= []) << ring }

    def argv(ring) = kept(ring).servers.first.argv
  end
end
