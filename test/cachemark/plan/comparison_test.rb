# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::ComparisonTest < Minitest::Test
    def test_the_record_keeps_which_cells_meet
      one, other = %w[c1 c2].map { |id| MadeCells.cell(id: id, scenario: "client/set") }
      comparison = Plan::Comparison.new(id: "v1", baseline: one, contender: other)

      assert_equal({ "comparison" => "v1", "baseline" => "c1", "contender" => "c2", "scenario" => "client/set",
                     "mode" => "sync", "noise" => false }, comparison.facts)
      assert_equal [one, other], comparison.cells
      assert_equal ["set", "set (threads-4)"],
                   [comparison, comparison.with(baseline: one.with(mode: "threads-4"))].map(&:title)
    end
  end
end
