# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OpponentTest < Minitest::Test
    def test_it_is_the_only_peer_and_no_reference
      own, other, third = seen(3, 1, 1)
      opponent = Stats::Opponent.new(Stats::Peers.new([own, other, third]), other)

      assert_equal [other], opponent.of(own)
      assert_equal [nil, other], [opponent.reference(own), opponent.yardstick(own)]
      assert_equal [own], opponent.siblings(own)
    end

    def test_a_difference_is_told_of_who_has_more
      own, other = seen(3, 1)
      peers = Stats::Peers.new([own, other])

      assert_equal [1, "b"], Stats::Opponent.new(peers, other).usual(own, &:round_trips)
      assert_nil Stats::Opponent.new(peers, own).usual(other, &:round_trips)
    end

    private

    def seen(*trips)
      lines = trips.zip(%w[a b c]).map { |count, name| MadeWork.row(name, "client/get", [], round_trips: count) }
      evidence = Stats::Evidence.new(MadeWork.record(*lines))
      lines.map { |row| Stats::Observation.of(row.first, evidence) }
    end
  end
end
