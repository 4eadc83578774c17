# frozen_string_literal: true

require "test_helper"
require "csv"

module Cachemark
  class Report::OpenLoop::CSVTest < Minitest::Test
    def test_a_line_for_each_rate_with_units_in_the_names
      rows = ::CSV.parse(Report::OpenLoop::CSV.new(MadeRates.table(rates: [1_000, 2_000])).to_s, headers: true)

      assert_equal %w[1000 2000], rows["rate"]
      assert_equal [%w[600 50000 50000 50000 false]],
                   rows.map { |row| row.values_at("count", "p50_ns", "p50_ns_low", "p50_ns_high", "fell_behind") }.uniq
      assert_equal ["dalli 1.0"], rows["versions"].uniq
    end
  end
end
