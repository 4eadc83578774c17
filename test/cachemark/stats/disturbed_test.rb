# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::DisturbedTest < Minitest::Test
    def test_omits_what_is_far_sparser_than_the_others
      assert_equal [0.01, 0.02, 0.02, 0.03], kept([0.01, 0.31, 0.02, 0.02, 0.03])
    end

    def test_omits_nothing_while_all_are_hardly_disturbed
      assert_equal [0.0, 0.0, 0.0, 0.03], kept([0.0, 0.0, 0.0, 0.03])
    end

    def test_omits_at_most_half
      [[0.0] * 4 + [0.9] * 4, [0.0] * 3 + [0.9] * 5, [0.05] * 5 + [0.2] * 3, [0.4] * 8].each do |sparsities|
        assert_operator kept(sparsities, fewest: 0).size, :>=, 4, sparsities
      end
      assert_equal [0.05] * 5, kept([0.2, 0.05, 0.05, 0.2, 0.05, 0.05, 0.2, 0.05])
    end

    def test_never_keeps_fewer_than_the_fewest
      sparsities = [0.0] * 5 + [0.5] * 2

      assert_equal [5, 7], [5, 6].map { |fewest| kept(sparsities, fewest: fewest).size }
      assert_empty kept([])
    end

    private

    def kept(sparsities, fewest: 1) = Stats::Disturbed.without(sparsities, fewest: fewest, &:itself)
  end
end
