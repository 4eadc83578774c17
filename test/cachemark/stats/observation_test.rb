# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ObservationTest < Minitest::Test
    def test_has_the_first_iteration_and_the_second
      seen = of(MadeWork.row("a", "client/get", [MadeWork.command("get", hits: 3)], first: { "hits" => 0 }))

      assert_equal [0, 3, "a", "get", %w[client/get sync]],
                   [seen.cold.hits, seen.warm.hits, seen.contender, seen.name, seen.scenario_and_mode]
      assert_nil of(MadeWork.row("a", "client/get", []).first(2))
    end

    def test_is_compared_with_as_many_workers_shared_or_not
      shared = of(MadeWork.row("a", "client/get", [], cell: { "mode" => "gevent-8,shared" }))

      assert_equal [%w[client/get gevent-8], 8], [shared.scenario_and_mode, shared.workers]
    end

    def test_its_definition_has_the_pairs_that_the_proxy_saw
      seen = of(MadeWork.row("a", "client/get-pairs", [MadeWork.command("get", count: 5, hits: 5)], pairs: 5))

      assert_equal 5, seen.definition.keys_read
    end

    # A peer says if it is printed.
    def test_knows_the_reference_and_null
      socket, null = %w[socket null].map { |name| of(MadeWork.row(name, "client/get", [])) }

      assert_equal [true, false, false, true], [socket.reference?, socket.null?, null.reference?, null.null?]
      [true, false].each do |shown|
        seen = of(MadeWork.row("socket", "client/get", [], cell: { "shown" => shown }))
        assert_equal({ contender: "socket", shown: shown }, seen.as_peer)
      end
    end

    private

    def of(lines) = Stats::Observation.of(lines.first, Stats::Evidence.new(MadeWork.record(lines)))
  end

  class Stats::DefinitionTest < Minitest::Test
    def test_counts_what_the_steps_say
      mixed, multi = of("store/mixed"), of("store/big-read-multi")

      assert_equal [4, 1, [0, 12], 14, 4], [mixed.keys_read, mixed.adds, mixed.ttls.sort, multi.keys_read, multi.prelude]
      { multi?: %w[client/multiget client/get], local_cache?: %w[store/get-localcache store/get] }.each do |name, ids|
        assert_equal [true, false], ids.map { |id| of(id).public_send(name) }
      end
      assert_equal([5, 96, 160, nil], %w[k1 k2 k3 k9].map { |name| of("client/set").key_bytes(name) })
    end

    def test_knows_the_counters_of_its_lookups
      assert_equal [%w[hits misses], %w[misses], %w[hits misses]],
                   [of("client/get").lookup_counters, of("client/get").miss_counters, of("client/set").lookup_counters]
    end

    def test_knows_what_is_to_go_as_it_is
      assert_equal [[true, nil], [false, false]],
                   %w[client/set-plain client/mixed].map { |id| [of(id).plain_writes?, of(id).plain_reads?] }
    end

    def test_a_step_over_pairs_is_repeated_for_each_pair_that_the_proxy_saw
      pairs = of("client/get-pairs", pairs: 7)

      assert_equal [7, 7, 1, 4, true], [pairs.steps.size, pairs.keys_read, pairs.prelude, pairs.key_bytes("abcd"), pairs.pairs?]
      refute_predicate of("client/get"), :pairs?
    end

    def test_a_record_without_definitions_defines_nothing
      nothing = Stats::Observation::Definition.new(nil)

      assert_equal [[], 0, nil, false], [nothing.steps, nothing.keys_read, nothing.key_bytes("k1"), nothing.local_cache?]
    end

    private

    def of(id, **seen) = Stats::Observation::Definition.new(MadeWork.plain(MadeCells.scenario(id).to_record), **seen)
  end

  class Stats::Findings::PeersTest < Minitest::Test
    Peers = Stats::Findings::Peers
    HIDDEN = ["socket", "client/get", 1, false].freeze

    def test_peers_run_the_same_scenario_and_make_calls
      all = seen(%w[a client/get], %w[b client/get], %w[null client/get], %w[a client/set])
      peers = Peers.new(all)

      assert_equal %w[b], peers.of(all[0]).map(&:contender)
      assert_equal %w[client/get client/set], peers.siblings(all[0]).map { |row| row.scenario_and_mode.first }
    end

    # The reference, or a printed row in place of a hidden one; without a reference, it is what most do.
    def test_what_is_usual
      { [["a", 3], ["b", 3], ["socket", 1]] => [1, { contender: "socket", shown: true }],
        [["a", 3], ["b", 3], HIDDEN] => [1, { contender: "socket", shown: false }],
        [["a", 3], ["b", 1], HIDDEN] => [1, { contender: "b", shown: true }], [["a", 1], ["b", 3], ["c", 3]] => [3, :most],
        [["a", 1], ["b", 3]] => nil, [["a", 1], ["b", 1]] => nil }.each do |rows, wanted|
        all = seen(*rows.map { |row| row.size == 2 ? [row.first, "client/get", row.last] : row })
        found = Peers.new(all).usual(all.first, &:round_trips)
        wanted ? assert_equal(wanted, found) : assert_nil(found)
      end
    end

    def test_the_reference_of_ones_own_language_comes_first
      ruby, python, row = %w[ruby/socket python/socket python/pylibmc].map do |client|
        seen([client, "client/get"]).first.then { |one| one.with(cell: one.cell.merge("client" => client)) }
      end
      peers = Peers.new([ruby, row])

      assert_equal "python/socket", Peers.new([ruby, python, row]).reference(row).contender
      assert_equal [ruby, ruby, [ruby, row]], [peers.reference(row), peers.compared_row(row), peers.shown(row)]
    end

    # Of a comparison, the other arm is the only peer and no reference. The row that has more says so.
    def test_the_other_arm_of_a_comparison
      own, other, third = seen(["a", "client/get", 3], ["b", "client/get", 1], ["c", "client/get", 1])
      peers = Peers.new([own, other, third])
      arm = Peers::OtherArm.new(peers, other)

      assert_equal [[other], nil, other, [own]], [arm.of(own), arm.reference(own), arm.compared_row(own), arm.siblings(own)]
      assert_equal [1, { contender: "b", shown: true }], arm.usual(own, &:round_trips)
      assert_nil Peers::OtherArm.new(peers, own).usual(other, &:round_trips)
    end

    private

    def seen(*rows)
      lines = rows.map do |contender, scenario, trips, shown = true|
        MadeWork.row(contender, scenario, [], round_trips: trips.to_i, cell: { "shown" => shown })
      end
      evidence = Stats::Evidence.new(MadeWork.record(*lines))
      lines.map { |row| Stats::Observation.of(row.first, evidence) }
    end
  end
end
