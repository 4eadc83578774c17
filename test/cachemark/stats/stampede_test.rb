# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::StampedeTest < Minitest::Test
    RIGHT = [1, 1, 1].freeze

    def test_counts_recomputations_per_expiry_and_times_who_computed_nothing
      all, one = [RIGHT, RIGHT, [2, 3, 4]], [[0, 1, 0], RIGHT, [3, 3, 3]]

      assert_equal [[3.0, 3, 3], [2.0, 1, 3]], [of(all, all), of(all, one)].map { |found| found.recomputations.values }
      assert_equal [2, 6], [of(all, one).expiries, of(all, one).calls]
      assert_equal [nil, [2, 1_000_000]], [of(all).others, of(one).others.values_at(:count, :max_ns)]
    end

    # Version 1 has expired: it is right only with a race condition TTL. A value that nobody computed is wrong.
    def test_which_values_are_wrong
      { [2, 2, 2] => 0, [2, 3, 4] => 2, [2, 2, 9] => 1, [2, 2, 0] => 1, [2, 1, 1] => 2 }
        .each { |versions, wrong| assert_equal wrong, of([[1, 0, 0], RIGHT, versions]).wrong, versions }
      stale = of([[1, 0, 0], RIGHT, [2, 1, 1]], race: true)
      assert_equal [2, 0, nil], [stale.stale, stale.wrong, stale.problem]
    end

    # A miss and any other value are wrong, and an exception fails the row.
    def test_what_is_wrong_with_a_row
      wrong = of([[1, 0, 0], [1, 2, 4], [2, 0, 0]], actual: '""')
      raised = of([[1, 0, 0], [1, 3, 3], [2, 0, 0]], errors: { "Timeout" => 2 })

      assert_equal [2, ["invalid", Stats::Remark[:stampede_wrong, wrong: 2, calls: 3, example: '""']]],
                   [wrong.wrong, wrong.problem]
      assert_equal [2, 0, ["failed", Stats::Remark[:stampede_raised, raised: 2, calls: 3, errors: { "Timeout" => 2 }]]],
                   [raised.raised, raised.wrong, raised.problem]
    end

    # Its client does not offer the call.
    def test_a_cell_without_a_line_has_no_figures
      found = Stats::Stampede.of(MadeStampede.cell, nil)

      assert_equal [3, 0, nil, nil], [found.workers, found.expiries, found.recomputations, found.problem]
    end

    private

    def of(*expiries, race: false, **more)
      Stats::Stampede.of(MadeStampede.cell(race: race), MadeStampede.line(*expiries, **more))
    end
  end
end
