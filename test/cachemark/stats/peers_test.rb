# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::PeersTest < Minitest::Test
    def test_peers_run_the_same_scenario_and_make_calls
      all = seen(%w[a client/get], %w[b client/get], %w[null client/get], %w[a client/set])
      peers = Stats::Peers.new(all)

      assert_equal %w[b], peers.of(all[0]).map(&:contender)
      assert_equal %w[client/get client/set], peers.siblings(all[0]).map { |row| row.place.first }
    end

    def test_the_reference_is_what_is_usual
      all = seen(%w[a client/get 3], %w[b client/get 3], %w[socket client/get 1])

      assert_equal [1, { contender: "socket", shown: true }], usual(all)
      assert_equal %w[socket socket], %i[reference yardstick].map { |whom| Stats::Peers.new(all).public_send(whom, all[0]).contender }
    end

    def test_the_reference_of_ones_own_language_comes_first
      ruby, python, row = %w[ruby/socket python/socket python/pylibmc].map do |client|
        seen([client, "client/get"]).first.then { |one| one.with(cell: one.cell.merge("client" => client)) }
      end

      assert_equal "python/socket", Stats::Peers.new([ruby, python, row]).reference(row).contender
      assert_equal "ruby/socket", Stats::Peers.new([ruby, row]).reference(row).contender
      assert_equal [ruby, row], Stats::Peers.new([ruby, row]).shown(row)
    end

    def test_a_row_that_is_printed_stands_for_a_reference_that_is_not
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

    def usual(all) = Stats::Peers.new(all).usual(all.first, &:round_trips)

    def seen(*rows)
      lines = rows.map do |contender, scenario, trips, shown = true|
        MadeWork.row(contender, scenario, [], round_trips: trips.to_i, cell: { "shown" => shown })
      end
      evidence = Stats::Evidence.new(MadeWork.record(*lines))
      lines.map { |row| Stats::Observation.of(row.first, evidence) }
    end
  end

  class Stats::PeersRivalTest < Minitest::Test
    def test_it_is_the_only_peer_and_no_reference
      own, other, third = seen(3, 1, 1)
      opponent = Stats::Peers::Rival.new(Stats::Peers.new([own, other, third]), other)

      assert_equal [other], opponent.of(own)
      assert_equal [nil, other], [opponent.reference(own), opponent.yardstick(own)]
      assert_equal [own], opponent.siblings(own)
    end

    def test_a_difference_is_told_of_who_has_more
      own, other = seen(3, 1)
      peers = Stats::Peers.new([own, other])

      assert_equal [1, { contender: "b", shown: true }], Stats::Peers::Rival.new(peers, other).usual(own, &:round_trips)
      assert_nil Stats::Peers::Rival.new(peers, own).usual(other, &:round_trips)
    end

    private

    def seen(*trips)
      lines = trips.zip(%w[a b c]).map { |count, name| MadeWork.row(name, "client/get", [], round_trips: count) }
      evidence = Stats::Evidence.new(MadeWork.record(*lines))
      lines.map { |row| Stats::Observation.of(row.first, evidence) }
    end
  end
end
