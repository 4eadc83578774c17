# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::OpenLoopTest < Minitest::Test
    def test_is_what_a_rate_makes_of_a_run
      assert_nil CLI::OpenLoop.of({})
      assert_equal Plan::OpenLoop.new(rates: [5], arrivals: "fixed", slo_ns: 1_000),
                   CLI::OpenLoop.of({ rates: [5], arrivals: "fixed", slo_ns: 1_000, for_s: 40.0 })
    end

    def test_words_that_contradict_it_are_refused
      { until: 0.01, iterations: 5, latencies: true, as_published: true, update: "README.md" }.each do |key, value|
        assert_match(/\A--rate leaves no room for --#{key.to_s.tr("_", "-")}: /, refused({ rates: [5], key => value }))
      end
    end

    def test_a_format_without_a_place_for_rates_is_refused
      assert_match(/--format classic has no place for rates/, refused({ rates: [5], format: "classic" }))
      assert CLI::OpenLoop.of({ rates: [5], format: "csv" })
    end

    def test_parts_of_it_mean_nothing_alone
      assert_match(/--arrivals is about an open loop/, refused({ arrivals: "fixed" }))
      assert_match(/--slo is about an open loop/, refused({ slo_ns: 5 }))
    end

    private

    def refused(options) = assert_raises(Usage) { CLI::OpenLoop.of(options) }.message
  end
end
