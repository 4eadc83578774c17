# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::PlacedTest < Minitest::Test
    def test_a_mode_makes_another_place
      one = Stats::Bracket.new(from: "1", to: "2", scenario: "client/get", kind: "beside", effect: 0.1)

      assert_equal [%w[client/get sync], %w[client/get threads-4]], [one, one.with(mode: "threads-4")].map(&:place)
    end
  end
end
