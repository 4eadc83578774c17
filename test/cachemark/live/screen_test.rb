# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class Live::ScreenTest < Minitest::Test
    def setup
      @io = StringIO.new
      @now = 100.0
      @screen = Live::Screen.new(@io, clock: -> { @now })
    end

    def test_shows_the_table_with_precision_and_the_reference
      round(rows: [MadeRecord.row(label: "dalli:set", wall_ns: 31_370.0, interval: [31_000.0, 31_700.0], socket_ratio: 1.5)])

      assert_match(/0:00  fresh processes 1/, visible)
      assert_match(/dalli:set +31.37 us +± 1.1 % +1.50 x$/, visible)
    end

    def test_a_row_without_figures_says_why
      round(rows: [MadeRecord.row(status: "invalid", label: "dalli:set")])

      assert_match(/dalli:set +invalid/, visible)
    end

    def test_draws_twice_a_second_at_most
      3.times { round(rows: []) }
      once = @io.string.scan("fresh processes").size
      @now += 0.5
      round(rows: [])

      assert_equal [1, 2], [once, @io.string.scan("fresh processes").size]
    end

    def test_each_drawing_replaces_the_one_before
      round(rows: [MadeRecord.row(label: "one")])
      @now += 1
      @screen.tell(:generation, number: 4)
      round(rows: [MadeRecord.row(label: "two")], generation: 4)

      assert_match(/fresh processes 5/, visible)
      refute_match(/fresh processes 1|one/, visible)
    end

    def test_rows_that_do_not_fit_are_shown_page_by_page
      rows = Array.new(60) { |index| MadeRecord.row(label: "row#{index}") }
      round(rows: rows)

      assert_match(/row0 .*rows 1 to (\d+) of 60/m, visible)
      assert_operator visible.lines.size, :<, TTY::Screen.height
      first_missing = visible[/rows 1 to (\d+)/, 1]
      @now += 60
      round(rows: rows)

      assert_match(/row#{first_missing} /, visible)
    end

    def test_the_first_line_tells_the_time_and_what_is_measured_now
      @screen.tell(:start, total_s: 120)
      round(rows: [MadeRecord.row(label: "one")])
      @now += 65
      @screen.tell(:cell, cell: Struct.new(:title).new("dalli:get"))

      assert_match(/1:05 of 2:00 .*now dalli:get/, @io.string)
    end

    def test_environments_that_do_not_fit_are_counted_too
      500.times { |index| @screen.tell(:environment, contender: "c#{index}", state: "resolving") }

      assert_match(/environments: 0 of 500 done/, visible)
      assert_operator visible.lines.size, :<, TTY::Screen.height
    end

    def test_environments_go_as_they_are_done
      @screen.tell(:environment, contender: "dalli", state: "building", gem: "kgio 2.11.4")
      assert_match(/0 of 1 done\n +dalli: building kgio 2.11.4$/, visible)

      @screen.tell(:environment, contender: "dalli", state: "failed", message: "no compiler")
      assert_match(/1 of 1 done\ndalli: no compiler$/, visible)
    end

    def test_verdicts_are_a_table_too_made_only_when_it_is_drawn
      made = 0
      3.times { @screen.tell(:verdicts, verdicts: -> { made += 1 and [MadeVerdicts.slower] }) }

      assert_match(/^  get +\+ slower +\+4\.1 % \[3\.6, 4\.7\] +24 pairs$/, visible)
      assert_equal 1, made
    end

    def test_pairs_are_told_in_the_first_line
      @screen.tell(:verdicts, verdicts: -> { [] })
      @screen.tell(:pair, number: 14, of: 60, left_s: 95)

      assert_match(/pair 14 of 60, about 1:35 left/, @io.string)
    end

    def test_steps_of_a_search_are_its_table
      @screen.tell(:step, text: "3.0.0 and 3.0.4: +4 %")
      @now += 1
      @screen.tell(:step, text: "3.0.0 and 3.0.2: +0 %\nmore")

      assert_match(/^  3\.0\.0 and 3\.0\.4: \+4 %\n  3\.0\.0 and 3\.0\.2: \+0 %$/, visible)
    end

    def test_verdicts_of_a_search_leave_its_steps_in_their_place
      @screen.tell(:step, text: "3.0.0 and 3.0.4")
      @now += 1
      @screen.tell(:verdicts, verdicts: -> { [MadeVerdicts.slower] })

      assert_match(/3\.0\.0 and 3\.0\.4$/, visible)
      refute_match(/slower/, visible)
    end

    def test_a_step_beside_a_table_is_a_note
      @screen.tell(:verdicts, verdicts: -> { [MadeVerdicts.slower] })
      @screen.tell(:step, text: "looking again")
      @now += 1
      @screen.tell(:verdicts, verdicts: -> { [MadeVerdicts.slower] })

      assert_match(/24 pairs\nlooking again$/, visible)
    end

    def test_notes_stand_below_the_table
      @screen.tell(:failure, cell: MadeCells.cell, status: "failed", reason: "the driver ended\nmore")
      round(rows: [])

      assert_match(/failed: socket:get: the driver ended$/, visible)
    end

    def test_nothing_of_it_stays_but_warnings
      @screen.tell(:warning, message: "memcached is gone")
      round(rows: [MadeRecord.row(label: "one")])
      @screen.tell(:done)

      assert_equal "memcached is gone", visible.strip
    end

    def test_a_terminal_that_went_away_is_no_reason_to_stop
      reader, writer = IO.pipe
      reader.close

      assert_nil Live::Screen.new(writer, clock: -> { 0.0 }).tell(:environment, contender: "dalli", state: "ready")
      writer.close
    end

    private

    def round(rows:, generation: 0) = @screen.tell(:round, number: 0, generation: generation, rows: -> { rows })

    # What a terminal would show: lines, and the one control that erases them.
    def visible
      @io.string.scan(/\e\[2K\e\[1G|\e\[1A|[^\e\n]*\n|[^\e\n]+/).each_with_object([[], ""]) do |token, (lines, _)|
        case token
        when "\e[1A" then lines.pop
        when /\A\e/ then next
        else lines << token
        end
      end.first.join
    end
  end
end
