# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::DisturbedTest < Minitest::Test
    # It omits at most half, and nothing while all are hardly disturbed.
    def test_omits_what_is_far_sparser_than_the_others
      { [0.01, 0.31, 0.02, 0.02, 0.03] => [0.01, 0.02, 0.02, 0.03], [0.0, 0.0, 0.0, 0.03] => [0.0, 0.0, 0.0, 0.03], [] => [],
        [0.2, 0.05, 0.05, 0.2, 0.05, 0.05, 0.2, 0.05] => [0.05] * 5 }.each { |all, wanted| assert_equal wanted, kept(all) }
      [[0.0] * 4 + [0.9] * 4, [0.0] * 3 + [0.9] * 5, [0.05] * 5 + [0.2] * 3, [0.4] * 8]
        .each { |all| assert_operator kept(all, fewest: 0).size, :>=, 4, all }
    end

    def test_never_keeps_fewer_than_the_fewest
      assert_equal [5, 7], [5, 6].map { |fewest| kept([0.0] * 5 + [0.5] * 2, fewest: fewest).size }
    end

    private

    def kept(sparsities, fewest: 1) = Stats::Disturbed.without(sparsities, fewest: fewest, &:itself)
  end
end
