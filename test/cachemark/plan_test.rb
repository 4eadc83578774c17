# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::ComparisonTest < Minitest::Test
    def test_the_record_keeps_which_cells_meet
      one, other = %w[c1 c2].map { |id| MadeCells.cell(id: id, scenario: "client/set") }
      comparison = Plan::Comparison.new(id: "v1", baseline: one, contender: other)

      assert_equal({ "comparison" => "v1", "baseline" => "c1", "contender" => "c2", "scenario" => "client/set",
                     "mode" => "sync", "noise" => false, "change" => "adjacent" }, comparison.facts)
      assert_equal [one, other], comparison.cells
      assert_equal ["set", "set (threads-4)"],
                   [comparison, comparison.with(baseline: one.with(mode: "threads-4"))].map(&:title)
    end
  end

  class Plan::PositionTest < Minitest::Test
    def test_a_release_has_a_line_and_a_commit_has_none
      names = %w[5.2.1 5.3.0 1.62 4.0.0.rc1 ab12cd34ef56 1234567]
      lines = names.map { |name| Plan::Position.new(number: 0, contender: MadeCells.contender, name: name).line }

      assert_equal ["5.2", "5.3", "1", "4.0", nil, nil], lines
    end

    def test_a_record_keeps_its_place_and_its_names
      position = Plan::Position.new(number: 3, contender: MadeCells.contender, name: "1.2", subject: "Spin")

      assert_equal({ "position" => 3, "contender" => "socket", "name" => "1.2", "subject" => "Spin" }, position.facts)
      assert_predicate position, :frozen?
    end
  end

  class Plan::PaceTest < Minitest::Test
    def test_a_block_is_about_ten_milliseconds
      assert_equal 100, Plan::Pace.iterations(100_000)
    end

    def test_a_block_holds_one_iteration_at_least_and_a_bounded_number_at_most
      assert_equal 1, Plan::Pace.iterations(1e9)
      assert_equal Plan::Pace::MOST_ITERATIONS, Plan::Pace.iterations(0)
    end

    def test_every_worker_of_a_block_has_the_same_to_do
      assert_equal 96, Plan::Pace.iterations(100_000, workers: 16)
      assert_equal [16, 16], [1e6, 1e9].map { |iteration_ns| Plan::Pace.iterations(iteration_ns, workers: 16) }
      assert_equal 19_998, Plan::Pace.iterations(0, workers: 9)
    end

    def test_a_batch_is_about_a_tenth_of_a_millisecond_and_never_longer_than_its_block
      assert_equal 5, Plan::Pace.batch(20_000, 100)
      assert_equal 3, Plan::Pace.batch(20_000, 3)
      assert_equal 1, Plan::Pace.batch(5_000_000, 2)
    end
  end

  class Plan::MatchTest < Minitest::Test
    def test_every_contender_meets_the_first_and_the_first_meets_itself
      matches = Plan::Match.of(cells("a" => %w[client/get client/set], "b" => %w[client/get client/set], "c" => %w[client/set]))

      assert_equal [%w[a b], %w[a c], %w[a a]], matches.map { |match| [match.baseline.id, match.contender.id] }
      assert_equal [false, false, true], matches.map(&:noise)
      assert_equal [[false], [false], [true]], (matches.map { |match| match.comparisons.map(&:noise).uniq })
      assert_equal [%w[v1 v2], %w[v3], %w[n1 n2]], matches.map { |match| match.comparisons.map(&:id) }
    end

    def test_a_comparison_is_of_one_scenario
      match = Plan::Match.of(cells("a" => %w[client/get client/set], "b" => %w[client/set client/get])).first

      assert_equal [%w[client/get client/get], %w[client/set client/set]],
                   match.comparisons.map { |one| one.cells.map { |cell| cell.scenario.id } }
    end

    def test_a_scenario_of_the_baseline_alone_needs_no_noise_floor
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
