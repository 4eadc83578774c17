# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ObservationTest < Minitest::Test
    def test_has_the_first_iteration_and_the_second
      seen = of(MadeWork.row("a", "client/get", [MadeWork.command("get", hits: 3)], first: { "hits" => 0 }))

      assert_equal [0, 3], [seen.cold.hits, seen.warm.hits]
      assert_equal ["a", "get", %w[client/get sync]], [seen.contender, seen.name, seen.scenario_and_mode]
    end

    def test_is_compared_with_as_many_workers_shared_or_not
      shared = of(MadeWork.row("a", "client/get", [], cell: { "mode" => "gevent-8,shared" }))

      assert_equal [%w[client/get gevent-8], 8], [shared.scenario_and_mode, shared.workers]
    end

    def test_its_definition_has_the_pairs_that_the_proxy_saw
      seen = of(MadeWork.row("a", "client/get-pairs", [MadeWork.command("get", count: 5, hits: 5)], pairs: 5))

      assert_equal 5, seen.definition.keys_read
    end

    def test_there_is_none_of_what_was_not_observed
      assert_nil of(MadeWork.row("a", "client/get", []).first(2))
    end

    def test_knows_the_reference_and_null
      socket, null = %w[socket null].map { |name| of(MadeWork.row(name, "client/get", [])) }

      assert_equal [true, false, false, true], [socket.reference?, socket.null?, null.reference?, null.null?]
    end

    def test_a_peer_says_if_it_is_printed
      shown, hidden = [true, false].map { |shown| of(MadeWork.row("socket", "client/get", [], cell: { "shown" => shown })) }

      assert_equal [true, false].map { |seen| { contender: "socket", shown: seen } }, [shown, hidden].map(&:as_peer)
    end

    private

    def of(lines) = Stats::Observation.of(lines.first, Stats::Evidence.new(MadeWork.record(lines)))
  end

  class Stats::DefinitionTest < Minitest::Test
    def test_counts_what_the_steps_say
      mixed = of("store/mixed")

      assert_equal [4, 1, [0, 12]], [mixed.keys_read, mixed.adds, mixed.ttls.sort]
      assert_equal [14, 4], [of("store/big-read-multi").keys_read, of("store/big-read-multi").prelude]
      assert_equal [true, false], [of("client/multiget"), of("client/get")].map(&:multi?)
      assert_equal [true, false], [of("store/get-localcache"), of("store/get")].map(&:local_cache?)
    end

    def test_knows_the_counters_of_its_lookups
      assert_equal [%w[hits misses], %w[misses]], [of("client/get").lookup_counters, of("client/get").miss_counters]
      assert_equal %w[hits misses], of("client/set").lookup_counters
    end

    def test_knows_what_is_to_go_as_it_is
      assert_equal [true, nil], [of("client/set-plain").plain_writes?, of("client/set-plain").plain_reads?]
      assert_equal [false, false], [of("client/mixed").plain_writes?, of("client/mixed").plain_reads?]
    end

    def test_knows_the_length_of_its_keys
      assert_equal([5, 96, 160, nil], %w[k1 k2 k3 k9].map { |name| of("client/set").key_bytes(name) })
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
    def test_peers_run_the_same_scenario_and_make_calls
      all = seen(%w[a client/get], %w[b client/get], %w[null client/get], %w[a client/set])
      peers = Stats::Findings::Peers.new(all)

      assert_equal %w[b], peers.of(all[0]).map(&:contender)
      assert_equal %w[client/get client/set], peers.siblings(all[0]).map { |row| row.scenario_and_mode.first }
    end

    def test_the_reference_is_what_is_usual
      all = seen(%w[a client/get 3], %w[b client/get 3], %w[socket client/get 1])

      assert_equal [1, { contender: "socket", shown: true }], usual(all)
      assert_equal %w[socket socket], %i[reference compared_row].map { |whom| Stats::Findings::Peers.new(all).public_send(whom, all[0]).contender }
    end

    def test_the_reference_of_ones_own_language_comes_first
      ruby, python, row = %w[ruby/socket python/socket python/pylibmc].map do |client|
        seen([client, "client/get"]).first.then { |one| one.with(cell: one.cell.merge("client" => client)) }
      end

      assert_equal "python/socket", Stats::Findings::Peers.new([ruby, python, row]).reference(row).contender
      assert_equal "ruby/socket", Stats::Findings::Peers.new([ruby, row]).reference(row).contender
      assert_equal [ruby, row], Stats::Findings::Peers.new([ruby, row]).shown(row)
    end

    def test_a_printed_row_replaces_a_hidden_reference
      hidden = %w[socket client/get 1] + [false]

      assert_equal [1, { contender: "socket", shown: false }], usual(seen(%w[a client/get 3], %w[b client/get 3], hidden))
      assert_equal [1, { contender: "b", shown: true }], usual(seen(%w[a client/get 3], %w[b client/get 1], hidden))
    end

    def test_without_a_reference_it_is_what_most_do
      assert_equal [3, :most], usual(seen(%w[a client/get 1], %w[b client/get 3], %w[c client/get 3]))
      assert_nil usual(seen(%w[a client/get 1], %w[b client/get 3]))
      assert_nil usual(seen(%w[a client/get 1], %w[b client/get 1]))
    end

    private

    def usual(all) = Stats::Findings::Peers.new(all).usual(all.first, &:round_trips)

    def seen(*rows)
      lines = rows.map do |contender, scenario, trips, shown = true|
        MadeWork.row(contender, scenario, [], round_trips: trips.to_i, cell: { "shown" => shown })
      end
      evidence = Stats::Evidence.new(MadeWork.record(*lines))
      lines.map { |row| Stats::Observation.of(row.first, evidence) }
    end
  end

  class Stats::Findings::PeersOtherArmTest < Minitest::Test
    def test_it_is_the_only_peer_and_no_reference
      own, other, third = seen(3, 1, 1)
      arm = Stats::Findings::Peers::OtherArm.new(Stats::Findings::Peers.new([own, other, third]), other)

      assert_equal [other], arm.of(own)
      assert_equal [nil, other], [arm.reference(own), arm.compared_row(own)]
      assert_equal [own], arm.siblings(own)
    end

    def test_reports_a_difference_for_the_row_that_has_more
      own, other = seen(3, 1)
      peers = Stats::Findings::Peers.new([own, other])

      arm = Stats::Findings::Peers::OtherArm.new(peers, other)
      assert_equal [1, { contender: "b", shown: true }], arm.usual(own, &:round_trips)
      assert_nil Stats::Findings::Peers::OtherArm.new(peers, own).usual(other, &:round_trips)
    end

    private

    def seen(*trips)
      lines = trips.zip(%w[a b c]).map { |count, name| MadeWork.row(name, "client/get", [], round_trips: count) }
      evidence = Stats::Evidence.new(MadeWork.record(*lines))
      lines.map { |row| Stats::Observation.of(row.first, evidence) }
    end
  end
end
