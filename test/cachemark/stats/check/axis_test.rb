# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Check::AxisTest < Minitest::Test
    def test_releases_of_one_outcome_are_one_run
      axis = axis()

      assert_equal ["dalli@1.0..1.4", %w[1.0 1.1 1.2 1.4], %w[1.3]], [axis.name, axis.releases, axis.absent]
      assert_equal [[%w[1.0 1.1 CORRUPT], %w[1.2 1.4 PASS]]], axis.rows.map(&:runs)
    end

    def test_releases_that_nobody_put_to_a_case_were_not_examined
      lines = MadeCheck.ranged.lines
      other = lines.find { |line| line["type"] == "position" }.merge("position" => 9, "contender" => "dalli@1.5", "name" => "1.5")
      axis = Said::Check.of(Record.from_lines([*lines, other])).axes.first

      assert_equal [%w[1.0 1.1 1.2 1.4 1.5], %w[1.0 1.1 1.2 1.4]], [axis.releases, axis.examined]
    end

    def test_a_change_that_was_seen_twice_is_settled
      change = axis.changes.first

      assert_equal ["interrupt/kill-in-get", "1.1", "1.2", "mended", true, true],
                   [change.case, change.from, change.to, change.word, change.retested, change.settled]
    end

    def test_one_that_came_out_otherwise_is_not
      assert_equal [true, false], axis(retested: %w[CORRUPT HANG]).changes.first.then { |one| [one.retested, one.settled] }
      refute axis(retested: []).changes.first.retested
    end

    def test_a_change_with_releases_between_is_not_narrowed_down
      row = Stats::Check::Axis::Row.new(case: "c", outcomes: { "1" => ["PASS"], "3" => ["FAIL"] })

      assert_equal [false, true], [%w[1 2 3], %w[1 3]].map { |releases| row.changes(releases).first.narrowed }
    end

    def test_a_change_has_a_direction_where_one_side_is_bad
      words = { %w[PASS FAIL] => "broke", %w[FAIL CORRUPT] => "broke", %w[HANG PASS] => "mended",
                %w[PASS UNSUPPORTED] => "changed", %w[CORRUPT UNSUPPORTED] => "changed", %w[UNSUPPORTED FAIL] => "changed" }
      words.each do |(was, now), word|
        row = Stats::Check::Axis::Row.new(case: "c", outcomes: { "1" => [was], "2" => [now] })

        assert_equal word, row.changes(%w[1 2]).first.word
      end
    end

    private

    def axis(**made) = Said::Check.of(MadeCheck.ranged(**made)).axes.first
  end
end
