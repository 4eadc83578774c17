# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class Report::OpenLoop::GitHubActionBenchmarkTest < Minitest::Test
    def test_an_entry_is_a_percentile_of_a_cell_at_a_rate
      entries = ::JSON.parse(Report::OpenLoop::GitHubActionBenchmark.new(MadeRates.table).to_s)

      assert_includes entries.map { |entry| entry.values_at("name", "unit", "value") },
                      ["dalli client/get at 1000/s: latency p50", "ns", 50_000]
    end
  end
end
