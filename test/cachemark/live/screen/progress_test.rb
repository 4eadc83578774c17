# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Live::Screen::ProgressTest < Minitest::Test
    def setup
      @now = 100.0
      @progress = Live::Screen::Progress.new(clock: -> { @now })
    end

    def test_time_counts_from_the_start_of_measuring
      @now += 30
      @progress.start(total_s: 120)
      @progress.generation = 0
      @now += 65

      assert_equal ["1:05 of 2:00, 0:55 left, fresh processes 1, Ctrl-C stops and reports", "processes are starting"], lines
    end

    def test_what_the_start_says_of_the_end
      { { total_s: 120, until_share: 0.02 } => ["0:11 of 2:00, at most 1:49 left", 0.02], { margin: 0.03 } => ["0:11", 0.03],
        { total_s: 10 } => ["0:11 of 0:10", 0.01] }.each do |start, (first, goal)|
        @progress.start(**start)
        @now += 11

        assert_equal ["#{first}, Ctrl-C stops and reports", goal], [lines.first, @progress.goal]
      end
    end

    def test_shows_the_row_and_the_pairs
      %i[proving measuring].zip(["proving dalli:get", "now dalli:get"]) do |step, line|
        @progress.public_send(step, "dalli:get")
        assert_equal line, lines.last
      end
      { [42, 14] => "42 pairs, 14 of them A/A", [2, 2] => "2 A/A pairs", [1, 0] => "1 pair" }.each do |counts, text|
        @progress.pairs(*counts)
        assert lines.first.start_with?("0:00, #{text}, Ctrl"), lines.first
      end
    end

    def test_rows_that_have_one_turn_are_counted
      @progress.start(rows: 3)
      2.times { @progress.measuring("a:get") }
      @progress.measuring("a:set")

      assert_match(/\A0:00, row 2 of 3,/, lines.first)
    end

    def test_iterations_tell_how_long_the_rest_takes
      @progress.start(iterations: 100)
      @now += 30
      @progress.measured([MadeRecord.row(iterations: 50), MadeRecord.row(iterations: 0)])

      assert_match(/\A0:30, about 1:30 left/, lines.first)
    end

    def test_a_check_says_how_long_the_rest_takes_when_enough_cases_are_done
      @progress.start(cases: 300, controls: 700)
      @now += 5
      @progress.counts(cases: [1, 300], controls: [0, 700], share: 0.04)
      refute_match(/left/, lines.first)

      @now += 10
      @progress.counts(cases: [30, 300], controls: [45, 700], share: 0.075)
      assert_match(/\A0:15, about 3:05 left/, lines.first)
    end

    def test_omits_the_least_important_parts_on_a_narrow_terminal
      @progress.start(total_s: 120)
      @progress.generation = 3

      assert_equal "0:00 of 2:00, 2:00 left, fresh processes 4, Ctrl-C reports", lines(60).first
      assert_equal "0:00 of 2:00, 2:00 left, fresh processes 4", lines(50).first
      assert_equal "0:00 of 2:00, 2:00 left", lines(40).first
    end

    private

    def lines(width = 80) = @progress.lines(width)
  end
end
