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
