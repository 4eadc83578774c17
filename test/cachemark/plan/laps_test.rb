# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::LapsTest < Minitest::Test
    def test_every_match_has_its_turn_in_a_lap_and_the_noise_in_every_third
      laps = Plan::Laps.new([match("b"), match("c"), match("a", noise: true)], random: Random.new(1))
      dealt = Array.new(14) { laps.next { true }.contender }

      assert_equal({ "b" => 6, "c" => 6, "a" => 2 }, dealt.tally.sort_by { |_, count| -count }.to_h)
      assert_includes dealt.first(3), "a"
    end

    def test_noise_alone_is_dealt_all_the_same
      laps = Plan::Laps.new([match("a", noise: true)], random: Random.new(1))

      assert_equal %w[a a a], Array.new(3) { laps.next { true }.contender }
    end

    def test_the_order_within_a_lap_is_drawn
      laps = Plan::Laps.new([match("b"), match("c")], random: Random.new(1))
      firsts = Array.new(20) { [laps.next { true }.contender, laps.next { true }.contender].first }

      assert_equal %w[b c], firsts.uniq.sort
    end

    def test_tells_how_many_pairs_a_number_of_each_match_takes
      laps = Plan::Laps.new([match("b"), match("c"), match("a", noise: true)], random: Random.new(1))

      assert_equal 28, laps.pairs(12)
      assert_equal([16, 0], [laps.pairs(12) { |match| match.contender != "b" }, laps.pairs(12) { false }])
    end

    def test_a_match_that_is_out_has_no_turn
      laps = Plan::Laps.new([match("b"), match("c"), match("a", noise: true)], random: Random.new(1))
      laps.next { true }

      assert_equal %w[a c], Array.new(8) { laps.next { |match| match.contender != "b" } }.map(&:contender).uniq.sort
      assert_nil(laps.next { false })
    end

    private

    def match(contender, noise: false)
      Plan::Match.new(baseline: "a", contender: contender, comparisons: [], noise: noise)
    end
  end
end
