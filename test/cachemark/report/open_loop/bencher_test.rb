# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class Report::OpenLoop::BencherTest < Minitest::Test
    def test_a_benchmark_is_a_cell_at_a_rate
      document = ::JSON.parse(Report::OpenLoop::Bencher.new(MadeRates.table(rates: [1_000, 2_000])).to_s)

      assert_equal ["dalli client/get at 1000/s", "dalli client/get at 2000/s"], document.keys
      assert_equal({ "value" => 50_000, "lower_value" => 50_000, "upper_value" => 50_000 },
                   document.dig("dalli client/get at 1000/s", "latency-p50"))
    end
  end
end
