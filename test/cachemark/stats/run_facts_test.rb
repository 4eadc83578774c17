# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::RunFactsTest < Minitest::Test
    def test_tables_comparisons_and_decisions_tell_of_their_run_alike
      record = MadeComparison.of(pairs: 2)
      [Stats::Table.of(record), Stats::Comparison.of(record), Stats::Gate.of(record)].each do |value|
        assert_equal %w[compare 0.1.0], [value.command, value.version]
        assert_equal ["AMD EPYC", "1.6.18", "one-core"], [value.machine["cpu"], value.server["version"], value.placement["name"]]
        assert_equal [60, {}], [value.options["for_s"], value.suite]
      end
    end
  end
end
