# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Live::BarTest < Minitest::Test
    def test_is_full_where_it_is_known_as_well_as_asked_for_and_not_before
      assert_equal "████████", Live::Bar.of(0.01)
      assert_equal "███████·", Live::Bar.of(0.0101)
      assert_equal "████████", Live::Bar.of(0.02, goal: 0.05)
    end

    def test_each_part_is_a_factor_of_the_root_of_two
      assert_equal "██████··", Live::Bar.of(0.02)
      assert_equal "████····", Live::Bar.of(0.04)
      assert_equal "········", Live::Bar.of(0.4)
    end

    def test_nothing_is_known_yet
      assert_equal "", Live::Bar.of(nil)
    end
  end
end
