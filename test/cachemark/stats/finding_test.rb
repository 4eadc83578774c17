# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::FindingTest < Minitest::Test
    def test_says_its_figures_after_what_rows_share
      assert_equal ["compresses", "compresses: 9 bytes"],
                   [nil, "9 bytes"].map { |detail| Stats::Finding.new(text: "compresses", detail: detail).to_s }
    end
  end
end
