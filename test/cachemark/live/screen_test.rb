# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class Live::ScreenTest < Minitest::Test
    Size = Struct.new(:height, :width) do
      def color? = false
    end

    def setup
      @io = StringIO.new
      @now = 100.0
      @screen = Live::Screen.new(@io, clock: -> { @now }, display: @size = Size.new(24, 80))
    end

    def test_shows_the_table_with_precision_and_the_reference
      round(rows: [MadeRecord.row(label: "dalli:set", wall_ns: 31_370.0, interval: [31_000.0, 31_700.0], socket_ratio: 1.5)])

      assert_match(/\A0:00, Ctrl-C stops and reports$/, visible)
      assert_match(/^dalli:set +31.4 µs +1.50 +± 1.1 % +███████· /, visible)
    end

    def test_draws_twice_a_second_at_most
      3.times { round(rows: []) }
      once = @io.string.scan("Ctrl-C").size
      @now += 0.5
      round(rows: [])

      assert_equal [1, 2], [once, @io.string.scan("Ctrl-C").size]
    end

    def test_each_drawing_replaces_the_one_before
      round(rows: [MadeRecord.row(label: "one")])
      @now += 1
      @screen.notify(:generation, number: 4)
      round(rows: [MadeRecord.row(label: "two")], generation: 4)

      assert_match(/fresh processes 5.*^two/m, visible)
      refute_match(/one/, visible)
    end

    def test_rows_that_do_not_fit_are_shown_page_by_page
      rows = Array.new(60) { |index| MadeRecord.row(label: "row#{index}", wall_ns: 2_000.0) }
      round(rows: rows)
      first = visible

      assert_match(/row0 .*page 1 of 4$/m, first)
      assert_operator first.lines.size, :<, 24
      @now += Live::CurrentTable::Pages::TURN_S
      @screen.notify(:cell, cell: Struct.new(:title).new("dalli:get"))

      assert_match(/page 2 of 4$/, visible)
      refute_match(/row0 /, visible)
    end

    def test_the_first_lines_tell_the_time_and_what_is_measured_now
      @screen.notify(:start, total_s: 120)
      @screen.notify(:generation, number: 0)
      round(rows: [MadeRecord.row(label: "one")])
      @now += 65
      @screen.notify(:cell, cell: Struct.new(:title).new("dalli:get"))

      assert_match(/\A1:05 of 2:00, 0:55 left, fresh processes 1, .*\nnow dalli:get$/, visible)
    end

    def test_a_check_shows_its_progress_and_its_failures
      @screen.notify(:start, cases: 40, controls: 20)
      @now += 30
      @screen.notify(:case, cases: [10, 40], controls: [4, 20], share: 0.2, name: "dalli a/1", outcome: "HANG", reason: "no end",
                            bad: true)
      @now += 1
      @screen.notify(:case, cases: [11, 40], controls: [4, 20], share: 0.25, name: "dalli a/2", outcome: "PASS", bad: false)

      assert_match(/\A0:31, about 1:33 left, 11 of 40 cases, 4 of 20 controls, Ctrl-C reports\nlast dalli a\/2: PASS$/, visible)
      assert_match(/^  HANG dalli a\/1: no end$/, visible)
    end

    def test_wraps_the_failures_of_a_check
      @size.width = 40
      @screen.notify(:case, cases: [1, 40], controls: [0, 0], share: 0.0, name: "dalli a/1", outcome: "FAIL", bad: true,
                            reason: "delete of absent was reported as done\nmore")

      assert_match(/^  FAIL dalli a\/1: delete of absent\n    was reported as done$/, visible)
    end

    def test_shows_the_last_failures_that_fit_as_a_whole
      @size.height = 8
      (1..9).each do |number|
        @now += 1
        @screen.notify(:case, cases: [number, 40], controls: [0, 0], share: 0.0, name: "dalli a/#{number}", outcome: "FAIL",
                              bad: true, reason: "long " * 20)
      end

      assert_equal %w[a/8 a/9], visible.scan(/FAIL dalli (\S+):/).flatten
    end

    def test_the_time_goes_on_while_no_case_ends
      @screen.notify(:start, cases: 40, controls: 0)
      @now += 3
      @screen.notify(:progress, cases: [0, 40], controls: [0, 0], share: 0.0)

      assert_match(/\A0:03, 0 of 40 cases,/, visible)
    end

    def test_pairs_proofs_and_failures_are_shown
      @screen.notify(:start, total_s: 120)
      @screen.notify(:failure, cell: MadeCells.cell, status: "failed", reason: "the driver ended\nmore")
      @screen.notify(:pair, number: 14, noise: 3)
      @now += 1
      @screen.notify(:proof, cell: Struct.new(:title).new("dalli:get"))
      assert_match(/\A0:01 of 2:00, .*14 pairs, 3 of them A\/A.*\nproving dalli:get$/, visible)

      @now += 1
      round(rows: [])
      assert_match(/failed: socket:get: the driver ended$/, visible)
    end

    def test_redraws_when_the_terminal_is_resized
      round(rows: [MadeRecord.row(label: "a:set", wall_ns: 2_000.0, interval: [1_990.0, 2_010.0], socket_ratio: 2.0)])
      assert_match(/calls/, visible)
      @size.width = 40
      @now += 1
      @screen.notify(:cell, cell: Struct.new(:title).new("dalli:get"))

      refute_match(/calls/, visible)
    end

    def test_shows_a_disturbance_while_it_lasts_and_reports_it_at_the_end
      round(rows: [])
      @screen.notify(:disturbance, found: { "core 1 is shared with stress (pid 7)" => 0.971 })
      assert_match(/^! core 1 is shared with stress \(pid 7\): 97 %$/, visible)

      @screen.notify(:disturbance, found: { "core 1 is shared with stress (pid 7)" => 0.4 })
      @screen.notify(:disturbance, found: {})
      refute_match(/stress/, visible)
      @screen.notify(:done)

      assert_equal "core 1 is shared with stress (pid 7): up to 97 %", visible.strip
    end

    def test_of_many_that_disturb_the_worst_have_a_name
      round(rows: [])
      @screen.notify(:disturbance, found: { "a" => 0.1, "b" => 0.3, "c" => 0.2, "d" => 0.05 })

      assert_match(/^! b: 30 %\n! c: 20 %, and 2 more$/, visible)
    end

    def test_a_long_note_takes_two_lines_at_most
      @size.width = 40
      @screen.notify(:warning, message: "much " * 40)
      round(rows: [])

      assert_equal 2, visible.scan(/^much/).size
    end

    def test_environments_that_do_not_fit_are_counted_too
      500.times { |index| @screen.notify(:environment, contender: "c#{index}", state: "resolving") }

      assert_match(/environments: 0 of 500 done/, visible)
      assert_operator visible.lines.size, :<, 24
    end

    def test_environments_go_as_they_are_done
      @screen.notify(:environment, contender: "dalli", state: "building", gem: "kgio 2.11.4")
      assert_match(/0 of 1 done\n +dalli: building kgio 2.11.4$/, visible)

      @screen.notify(:environment, contender: "dalli", state: "failed", message: "no compiler")
      assert_match(/1 of 1 done\ndalli: no compiler$/, visible)
    end

    def test_verdicts_are_a_table_too_made_only_when_it_is_drawn
      made = 0
      3.times { @screen.notify(:verdicts, verdicts: -> { made += 1 and [MadeVerdicts.slower] }) }

      assert_match(/^get +▲ slower +\+4\.1 % \[3\.6, 4\.7\] +████████ +24 /, visible)
      assert_equal 1, made
    end

    def test_several_hosts_are_a_table_of_what_each_of_them_does
      host = Struct.new(:name, :state, :done)
      @screen.notify(:hosts, hosts: [host.new("web1", "measuring", 12), host.new("web2", "silent for 20 s", 3)], counted: "pairs")

      assert_match(/^host +state +pairs\n-+\nweb1 +measuring +12\nweb2 +silent for 20 s +3$/, visible)
    end

    def test_steps_of_a_search_are_its_table
      @screen.notify(:step, text: "3.0.0 and 3.0.4: +4 %")
      @now += 1
      @screen.notify(:step, text: "3.0.0 and 3.0.2: +0 %\nmore")

      assert_match(/^  3\.0\.0 and 3\.0\.4: \+4 %\n  3\.0\.0 and 3\.0\.2: \+0 %$/, visible)
    end

    def test_verdicts_of_a_search_leave_its_steps_in_their_place
      @screen.notify(:step, text: "3.0.0 and 3.0.4")
      @now += 1
      @screen.notify(:verdicts, verdicts: -> { [MadeVerdicts.slower] })

      assert_match(/3\.0\.0 and 3\.0\.4$/, visible)
      refute_match(/slower/, visible)
    end

    def test_a_step_is_a_note_below_the_table
      @screen.notify(:verdicts, verdicts: -> { [MadeVerdicts.slower] })
      @screen.notify(:step, text: "looking again")
      @now += 1
      @screen.notify(:verdicts, verdicts: -> { [MadeVerdicts.slower] })

      assert_match(/^get .*\nlooking again$/, visible)
    end

    def test_nothing_of_it_stays_but_warnings
      @screen.notify(:warning, message: "memcached is gone")
      round(rows: [MadeRecord.row(label: "one")])
      @screen.notify(:done)

      assert_equal "memcached is gone", visible.strip
    end

    def test_a_terminal_that_went_away_is_no_reason_to_stop
      reader, writer = IO.pipe
      reader.close

      assert_nil Live::Screen.new(writer, clock: -> { 0.0 }).notify(:environment, contender: "dalli", state: "ready")
      writer.close
    end

    private

    def round(rows:, generation: 0) = @screen.notify(:round, number: 0, generation: generation, rows: -> { rows })

    def visible = TinyTerminal.show(@io.string)
  end
end
