# frozen_string_literal: true

require "test_helper"
require "csv"

module Cachemark
  class Report::OpenLoop::TidyTest < Minitest::Test
    def test_a_line_is_one_figure_of_a_cell_at_a_rate
      lines = ::CSV.parse(Report::OpenLoop::Tidy.new(MadeRates.table(rates: [1_000, 2_000])).to_s, headers: true)
      medians = lines.select { |line| line["figure"] == "latency_p50_ns" }

      assert_equal [%w[1000 ns 50000 50000 50000], %w[2000 ns 50000 50000 50000]],
                   medians.map { |line| line.values_at("rate", "unit", "value", "low", "high") }
      assert_equal lines.size, lines.map { |line| line.values_at("rate", "figure") }.uniq.size
      assert_includes lines["figure"], "utilisation"
    end
  end
end
