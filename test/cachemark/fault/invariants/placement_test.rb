# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::PlacementTest < Minitest::Test
    BEFORE = Fault::Placing.new(at: { "a" => 0, "b" => 0, "c" => 1, "d" => 1 })

    def test_how_many_keys_moved_is_told_and_not_judged
      assert_equal ["INFO", "50 % of 4 keys are elsewhere than before"],
                   said(BEFORE, Fault::Placing.new(at: { "a" => 0, "b" => 1, "c" => 1, "d" => 0 }))
    end

    def test_each_peer_is_told_by_name
      peers = [Fault::Placing.new(at: BEFORE.at, by: "dalli"), Fault::Placing.new(at: BEFORE.at.merge("a" => 1), by: "pylibmc")]

      assert_equal ["INFO", "100 % of 4 keys are where dalli has them, 75 % of 4 keys are where pylibmc has them"],
                   said(BEFORE, *peers)
    end

    def test_nothing_is_said_where_it_was_looked_but_once
      assert_nil said(BEFORE)
      assert_nil said
    end

    private

    def said(*placed) = Fault::Invariants::Placement.call(MadeTrial.trial(placed: placed))
  end
end
