# frozen_string_literal: true

require "test_helper"
require "csv"

module Cachemark
  class Report::Comparison::TidyTest < Minitest::Test
    def test_a_line_is_one_figure_of_a_verdict
      comparison = Said::Comparison.of(MadeComparison.of(effects: { "client/get" => 0.05 }))
      verdict = comparison.verdicts.first
      lines = ::CSV.parse(Report::Comparison::Tidy.new(comparison).to_s, headers: true)
      told = lines.select { |line| line["scenario"] == verdict.scenario }.to_h { |line| [line["figure"], line] }

      assert_equal %w[effect resolution p baseline_cost contender_cost], lines.map { |line| line["figure"] }.uniq
      assert_equal [verdict.effect, *verdict.interval], told["effect"].values_at("value", "low", "high").map(&:to_f)
      assert_equal %w[wall slower ns/call], told["contender_cost"].values_at("metric", "verdict", "unit")
    end
  end
end
