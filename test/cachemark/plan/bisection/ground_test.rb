# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::Bisection::GroundTest < Minitest::Test
    def ground(*skipped, size: 10) = Plan::Bisection::Ground.new(size: size, skipped: skipped)

    def test_halves_meet_in_the_middle_that_can_be_built
      assert_equal [[0, 4], [4, 9]], ground.halves([0, 9])
      assert_equal [[0, 6], [6, 9]], ground(3, 4, 5).halves([0, 9])
    end

    def test_a_later_skip_moves_no_middle
      middles = [[], [1], [1, 8], [1, 3, 8]].map { |skipped| ground(*skipped).halves([0, 9]).first.last }
      assert_equal [4], middles.uniq
    end

    def test_a_step_has_nothing_in_it_that_can_be_built
      assert_equal [true, false, true], [ground.step?([2, 3]), ground.step?([2, 4]), ground(3).step?([2, 4])]
      assert_equal [[0, 3], [3, 4]], ground(1, 2).steps([0, 4])
      assert_equal [[1, 8], [3]], [ground(0, 9, 3).whole, ground(0, 9, 3).missing([2, 4])]
    end
  end
end
