# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::StampedeTest < Minitest::Test
    RIGHT = [1, 1, 1].freeze

    def test_counts_recomputations_per_expiry
      all = [RIGHT, RIGHT, [2, 3, 4]]
      one = [[0, 1, 0], RIGHT, [3, 3, 3]]

      assert_equal [3.0, 3, 3], of(all, all).recomputations.values
      assert_equal [2.0, 1, 3], of(all, one).recomputations.values
      assert_equal [2, 6], [of(all, one).expiries, of(all, one).calls]
    end

    def test_latencies_are_those_of_callers_that_computed_nothing
      assert_nil of([RIGHT, RIGHT, [2, 3, 4]]).others
      assert_equal [2, 1_000_000], of([[0, 1, 0], RIGHT, [3, 3, 3]]).others.values_at(:count, :max_ns)
    end

    # Version 1 has expired.
    def test_an_expired_value_is_right_only_with_a_race_condition_ttl
      stale = [[1, 0, 0], RIGHT, [2, 1, 1]]

      assert_equal [2, 0, nil], of(stale, race: true).then { |one| [one.stale, one.wrong, one.problem] }
      assert_equal [0, 2], of(stale).then { |one| [one.stale, one.wrong] }
    end

    def test_a_value_that_nobody_computed_is_wrong
      assert_equal [0, 2], [of([[1, 0, 0], RIGHT, [2, 2, 2]]), of([[1, 0, 0], RIGHT, [2, 3, 4]])].map(&:wrong)
      assert_equal 1, of([[1, 0, 0], RIGHT, [2, 2, 9]]).wrong
      assert_equal 1, of([[1, 0, 0], RIGHT, [2, 2, 0]]).wrong
    end

    def test_a_miss_and_any_other_value_are_wrong
      found = of([[1, 0, 0], [1, 2, 4], [2, 0, 0]], actual: '""')

      assert_equal 2, found.wrong
      assert_equal ["invalid", 'in a stampede, 2 of 3 calls returned a wrong value, such as ""'], said(found.problem)
    end

    def test_an_exception_fails_the_row
      found = of([[1, 0, 0], [1, 3, 3], [2, 0, 0]], errors: { "Timeout" => 2 })

      assert_equal [2, 0], [found.raised, found.wrong]
      assert_equal ["failed", "in a stampede, 2 of 3 calls raised: Timeout 2 times"], said(found.problem)
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

    def said(problem) = [problem.first, Report::Sentences.of(problem.last)]
  end
end
