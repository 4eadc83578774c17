# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::LimitTest < Minitest::Test
    # A figure that did not come exceeds any limit. Only an excess in all runs is certain.
    def test_the_verdict_about_the_figures_of_runs
      { [0.01, 0.03] => ["held", 0, 0.03], [0.01, 0.04] => ["undecided", 1, 0.04], [0.05, 0.04] => ["exceeded", 2, 0.05],
        [nil, nil] => ["exceeded", 2, nil], [0.01, nil] => ["undecided", 1, nil] }.each do |figures, verdict|
        assert_equal verdict, of(figures).to_h.values_at(:verdict, :exceeded, :worst), figures
      end
    end

    def test_disturbed_runs_can_only_hold_it
      assert_equal %w[held undecided], [[0.01], [0.04]].map { |figures| of(figures, disturbed: true).verdict }
    end

    private

    def of(figures, **more) = Stats::Limit.of(:max_lost, 0.03, figures, **more)
  end
end
