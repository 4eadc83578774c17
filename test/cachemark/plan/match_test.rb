# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::MatchTest < Minitest::Test
    def test_every_contender_meets_the_first_and_the_first_meets_itself
      matches = Plan::Match.of(cells("a" => %w[client/get client/set], "b" => %w[client/get client/set], "c" => %w[client/set]))

      assert_equal [%w[a b], %w[a c], %w[a a]], matches.map { |match| [match.baseline.id, match.contender.id] }
      assert_equal [false, false, true], matches.map(&:noise)
      assert_equal [%w[v1 v2], %w[v3], %w[n1 n2]], matches.map { |match| match.comparisons.map(&:id) }
    end

    def test_a_comparison_is_of_one_scenario
      match = Plan::Match.of(cells("a" => %w[client/get client/set], "b" => %w[client/set client/get])).first

      assert_equal [%w[client/get client/get], %w[client/set client/set]],
                   match.comparisons.map { |one| one.cells.map { |cell| cell.scenario.id } }
    end

    def test_what_only_the_baseline_runs_needs_no_noise_floor
      matches = Plan::Match.of(cells("a" => %w[client/get client/set], "b" => %w[client/set]))

      assert_equal ["client/set"], matches.last.comparisons.map { |one| one.scenario.id }
    end

    def test_a_match_is_of_one_mode
      both = %w[sync threads-4].product(cells("a" => %w[client/get], "b" => %w[client/get]))
      matches = Plan::Match.of(both.each_with_index.map { |(mode, cell), at| cell.with(id: "c#{at}", mode: mode) })

      assert_equal [%w[a b sync], %w[a b threads-4], %w[a a sync], %w[a a threads-4]],
                   matches.map { |match| [match.baseline.id, match.contender.id, match.comparisons.first.mode] }
      assert_equal [%w[v1], %w[v2], %w[n1], %w[n2]], matches.map { |match| match.comparisons.map(&:id) }
      assert(matches.flat_map(&:comparisons).all? { |one| one.cells.map(&:mode).uniq.one? })
    end

    def test_a_mode_that_only_one_has_is_not_compared
      all = cells("a" => %w[client/get], "b" => %w[client/get])

      matches = Plan::Match.of([*all, all.first.with(id: "c9", mode: "threads-4")])

      assert_equal %w[sync sync], matches.map { |match| match.comparisons.first.mode }
    end

    def test_only_some_of_its_comparisons_or_nothing
      match = Plan::Match.of(cells("a" => %w[client/get client/set], "b" => %w[client/get client/set])).first

      assert_equal %w[v2], match.only { |one| one.id == "v2" }.comparisons.map(&:id)
      assert_nil(match.only { false })
    end

    private

    def cells(scenarios)
      scenarios.flat_map { |id, names| names.map { |name| [id, name] } }.each_with_index.map do |(id, name), at|
        MadeCells.cell(contender: MadeCells.contender.with(id: id), scenario: name, id: "c#{at + 1}")
      end
    end
  end
end
