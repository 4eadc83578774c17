# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::ParticipantsTest < Minitest::Test
    include ALab

    def test_every_cell_has_its_own_state
      assert_equal %w[c1 c2 c3 c4], participants.live.map(&:id)
      assert_same participants.state(cells.first), participants.live.first
    end

    def test_a_dropped_cell_is_recorded_and_reported_in_one_line
      participants.drop(cells.first, "failed", "it broke\n  twice\n")

      assert_equal [["c1", "a", "failed", "it broke; twice"]],
                   writer.record.failures.map { |line| line.values_at("cell", "contender", "status", "reason") }
      assert_equal ["it broke; twice"], live.of(:failure).map { |facts| facts[:reason] }
      assert_equal %w[c2 c3 c4], participants.live.map(&:id)
    end

    def test_a_remark_is_recorded_as_its_facts_and_reported_as_it_is
      remark = Stats::Remark[:departure, way: :sent, timed: 9, seen: 5]
      participants.drop(cells.first, "invalid", remark)
      kept = ::JSON.parse(File.readlines(writer.path).last)["reason"]

      assert_equal ["departure", { "way" => "sent", "timed" => 9, "seen" => 5 }], kept.values_at("id", "facts")
      assert_equal Report::Sentences.of(remark), Report::Sentences.of(Stats::Remark.read(kept))
      assert_equal [remark], live.of(:failure).map { |facts| facts[:reason] }
    end

    def test_the_first_reason_is_kept
      participants.drop(cells[2], "invalid", "wrong reply")
      participants.drop(cells[2], "failed", "the driver died")

      assert_equal [["c3", "invalid", "wrong reply"]], dropped
      assert_equal "wrong reply", participants.state(cells[2]).reason
    end

    def test_a_comparison_needs_both_sides
      participants.drop(cells[2], "invalid", "wrong reply")

      assert_equal([false, true], [[0, 2], [1, 3]].map { |pair| participants.live?(comparison(*pair)) })
      assert participants.live?(comparison(0, 0))
    end

    def test_a_lane_is_dropped_with_all_its_cells
      cells << cells[2].with(id: "c5", mode: "threads-4")
      participants.drop(cells[2], "invalid", "wrong reply")
      participants.drop_lane(cells[2].lane, "failed", "it does not load")

      assert_equal [%w[c3 invalid], %w[c4 failed]], dropped.map { |line| line.first(2) }
      assert_predicate participants.state(cells[4]), :live?
    end

    def test_cells_that_cannot_run_here_are_dropped_and_those_that_have_no_place
      without = { "a" => environment("a"), "b" => Env::Unavailable.new(reason: "no compiler") }
      participants = Lab::Participants.new(engine([], others: without), cells)
      participants.drop_unavailable { |cell| "not now" if cell.id == "c2" }

      assert_equal [["c2", "unavailable", "not now"], ["c3", "unavailable", "no compiler"], ["c4", "unavailable", "no compiler"]],
                   dropped
    end

    def test_a_release_that_cannot_be_built_is_unavailable_and_the_users_own_code_has_failed
      own = MadeCells.contender("dalli").with(id: "own", source: Contender::Source.new(kind: "path", dir: "/own"))
      [cells.first, MadeCells.cell(contender: own, id: "c9")].each { |cell| participants.drop_unbuilt(cell, "no compiler") }

      assert_equal [%w[c1 unavailable], %w[c9 failed]], dropped.map { |line| line.first(2) }
    end

    def test_a_mode_that_the_language_or_the_environment_lacks_is_not_the_users_code
      own = MadeCells.contender("dalli").with(id: "own", source: Contender::Source.new(kind: "path", dir: "/own"))
      participants = Lab::Participants.new(engine([], others: { "own" => environment("own") }), [])
      participants.drop_unbuilt(MadeCells.cell(contender: own, mode: "gevent-8"), "Ruby has only the modes")
      participants.drop_unbuilt(MadeCells.cell(contender: own, id: "c2", mode: "threads-4"), "no threads for this runtime")

      assert_equal [%w[c1 unavailable], %w[c2 unavailable]], dropped.map { |line| line.first(2) }
    end

    def test_an_invalid_contender_that_was_expected_is_reported_as_such
      participants = Lab::Participants.new(engine, cells, expected_invalid: %w[a])
      [[0, "invalid"], [1, "failed"], [2, "invalid"]].each { |at, status| participants.drop(cells[at], status, "wrong") }

      assert_equal ["invalid, as expected", "failed", "invalid"], live.of(:failure).map { |facts| facts[:status] }
      assert_equal %w[invalid failed invalid], dropped.map { |line| line[1] }
    end

    private

    def cells
      @cells ||= %w[a b].product(%w[client/get client/set]).each_with_index.map do |(id, scenario), at|
        MadeCells.cell(contender: MadeCells.contender.with(id: id), scenario: scenario, id: "c#{at + 1}")
      end
    end

    def participants = @participants ||= Lab::Participants.new(engine, cells)

    def comparison(baseline, contender)
      Plan::Comparison.new(id: "v1", baseline: cells[baseline], contender: cells[contender])
    end

    def dropped = writer.record.failures.map { |line| line.values_at("cell", "status", "reason") }
  end
end
