# frozen_string_literal: true

require "test_helper"

module Cachemark
  class DurationTest < Minitest::Test
    def test_times_as_people_write_them
      assert_equal [40.0, 120.0, 5400.0], %w[40s 2m 1.5h].map { |text| Duration.seconds(text) }
    end

    def test_what_is_no_time
      assert_equal [nil] * 5, ["2", "m", "-1s", "2 m", nil].map { |text| Duration.seconds(text) }
    end
  end
end
