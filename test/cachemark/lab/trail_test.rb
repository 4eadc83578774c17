# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::TrailTest < Minitest::Test
    include AContest

    MEASURE = Plan::Bisection::Measure

    def test_begins_with_the_ends
      assert_equal [0, 2, 6], trail.next.then { |action| [action.from, action.to, action.pairs] }
    end

    def test_knows_the_pairs_that_the_record_has_and_no_half_ones
      measured(0, 2, 0.1, pairs: 4)
      assert_equal 2, trail.next.pairs

      fill([{ "type" => "block", "comparison" => "f1", "pair" => 99, "quad" => 0, "arm" => "baseline", "wall_ns" => 1 }])
      assert_equal 2, trail.next.pairs
    end

    def test_goes_down_the_half_that_changed_and_tests_its_answer
      measured(0, 2, 0.1)
      assert_equal [0, 1], trail.next.then { |action| [action.from, action.to] }

      measured(0, 1, 0.0)
      measured(1, 2, 0.1)
      assert_equal MEASURE.new(from: 1, to: 2, pairs: 6, retest: true), trail.next
      measured(1, 2, 0.1, retest: true)
      assert_equal [[1, 2]], trail.next.found.map { |found| [found.from, found.to] }
    end

    def test_pairs_of_another_scenario_are_not_its_own
      measured(0, 2, 0.1, scenario: "client/set")

      assert_equal [0, 2], trail.next.then { |action| [action.from, action.to] }
    end

    def test_what_failed_is_passed_over
      writer.add("failure", cell: trail.cell(2).id, contender: "c", status: "unavailable", reason: "no gem")

      assert_equal [0, 1], trail.next.then { |action| [action.from, action.to] }
    end

    def test_an_account_says_which_step_it_is_for
      action = MEASURE.new(from: 0, to: 2, pairs: 6)
      ids = Array.new(2) { trail.comparison(action, trail.cell(0), trail.cell(2)).id }
      line = writer.record.comparisons.last

      assert_equal %w[f1 f2], ids
      assert_equal ["f2", { "from" => 0, "to" => 2, "retest" => false }, false], line.values_at("comparison", "step", "noise")
      assert_equal %w[a c], line.values_at("baseline", "contender").map { |id| cell_ids.fetch(id) }
    end

    def test_an_answer_is_kept_with_what_it_rests_on
      found = Plan::Bisection::Found.new(from: 1, to: 2, effects: [0.1, 0.2], skipped: [])
      trail.close(Plan::Bisection::Done.new(found: [found]))
      answer = writer.record.answers.first

      assert_equal ["client/get", "sync", "wall", nil, []], answer.values_at("scenario", "mode", "metric", "undecided", "spread")
      assert_equal [{ "from" => 1, "to" => 2, "effects" => [0.1, 0.2], "skipped" => [] }], answer["found"]
    end

    def test_no_answer_is_kept_with_its_reason
      trail.close(Plan::Bisection::Undecided.new(reason: "more pairs are needed"))

      assert_equal [[], "more pairs are needed"], writer.record.answers.first.values_at("found", "undecided")
    end

    def test_spans_that_moved_without_a_step_are_kept_as_such
      spread = Plan::Bisection::Found.new(from: 0, to: 2, effects: [0.1], skipped: [1])
      trail.close(Plan::Bisection::Done.new(found: [], spread: [spread]))

      assert_equal [{ "from" => 0, "to" => 2, "effects" => [0.1], "skipped" => [1] }], writer.record.answers.first["spread"]
    end

    def test_an_answer_that_is_on_record_is_known
      refute_predicate trail, :answered?
      trail.close(Plan::Bisection::Done.new(found: []))

      assert_predicate trail, :answered?
      refute_predicate trail(scenario: "client/set"), :answered?
      refute_predicate trail(mode: "threads-4"), :answered?
    end

    def test_a_mode_is_searched_for_itself
      measured(0, 2, 0.1, mode: "threads-4")

      assert_equal [0, 2], trail.next.then { |action| [action.from, action.to] }
      assert_equal [0, 1], trail(mode: "threads-4").next.then { |action| [action.from, action.to] }
      assert_equal ["get", "get (threads-4)"], [trail.label, trail(mode: "threads-4").label]
    end

    private

    def trail(scenario: "client/get", mode: "sync")
      @cells ||= cells(%w[a b c], scenarios: %w[client/get client/set])
      job = Lab::Job.new(cells: @cells, seed: 1, judging: { margin: 0.01, alpha: 0.01, all: false, metrics: ["wall"] })
      own = @cells.select { |cell| cell.scenario.id == scenario }
      Lab::Trail.new(job, writer, own.map { |cell| cell.with(mode: mode) })
    end

    def cell_ids = @cells.to_h { |cell| [cell.id, cell.contender.id] }

    # Pairs between two positions, as a record has them.
    def measured(from, to, effect, pairs: 6, scenario: "client/get", retest: false, mode: "sync")
      trail = trail(scenario: scenario, mode: mode)
      account = trail.comparison(MEASURE.new(from: from, to: to, pairs: pairs, retest: retest), trail.cell(from), trail.cell(to))
      first = writer.record.pairs.size
      pairs.times { |at| pair(account.id, first + at, effect + (at.even? ? 0.001 : -0.001)) }
    end

    def pair(id, number, effect)
      MadeComparison::ORDERS.first.each_with_index do |arm, slot|
        wall = arm == "baseline" ? 1_000_000 : (1_000_000 * Math.exp(effect)).round
        writer.add("block", comparison: id, pair: number, quad: 0, slot: slot, arm: arm, wall_ns: wall, calls: 300,
                            iterations: 100)
      end
      writer.add("pair", pair: number, set: 1, comparisons: [id])
    end
  end
end
