# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::ContrastTest < Minitest::Test
    def test_what_the_second_costs_more_than_the_first
      contrast = of("1.0" => 1.2, "2.0" => 1.5)

      assert_in_delta 0.25, contrast.effect(:ratios, :socket_ratio)
      assert_in_delta 0.25, contrast.effect(:times, :wall_ns)
      assert_in_delta 0.25, contrast.reach[1]
      assert_in_delta (1.5 * 0.99 / (1.2 * 1.01)) - 1, contrast.reach.first
      assert_in_delta (1.5 * 1.01 / (1.2 * 0.99)) - 1, contrast.reach.last
    end

    def test_more_or_less_is_told_where_the_intervals_lie_apart
      assert_equal %w[more less open],
                   [{ "1.0" => 1.2, "2.0" => 1.5 }, { "1.0" => 1.5, "2.0" => 1.2 }, { "1.0" => 1.5, "2.0" => 1.51 }]
                     .map { |ratios| of(ratios).outcome }
    end

    def test_without_x_socket_the_times_are_looked_at
      contrast = of("1.0" => nil, "2.0" => nil)

      assert_equal [nil, nil, "open"], [contrast.ratios, contrast.reach, contrast.outcome]
      assert_in_delta 0.0, contrast.effect(:times, :wall_ns)
      assert_nil contrast.effect(:ratios, :socket_ratio)
    end

    def test_a_series_without_one_of_them_has_no_contrast
      assert_nil Site::Contrast.of(MadeSite.track(ratios: { "1.0" => 1.2 }), "1.0", "2.0")
    end

    private

    def of(ratios) = Site::Contrast.of(MadeSite.track(ratios: ratios), "1.0", "2.0")
  end
end
