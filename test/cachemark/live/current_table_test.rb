# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Live::CurrentTableTest < Minitest::Test
    COLOURS = Report::Terminal::Colours.new(false)

    def test_has_headings_and_a_section_for_each_contender
      rows = %w[a b].map { |name| MadeRecord.row(contender: name, label: "#{name}:set", wall_ns: 2_000.0) }
      (heading, rule), sections = Live::CurrentTable.of_rows(rows, COLOURS, 0.01).lines(80)

      assert_match(/per call/, heading)
      assert_match(/\A-+\z/, rule)
      assert_equal [%w[a set], %w[b set]], sections.map { |lines| lines.map { |line| line.split.first } }
    end

    def test_rates_and_verdicts_have_their_own_columns
      rate = MadeRates.table { |_, _| Array.new(200) { [0, 50_000] } }.rows.first

      assert_match(/rate +sent/, Live::CurrentTable.of_rows([rate], COLOURS, 0.01).lines(80).first.first)
      heading, sections = Live::CurrentTable.of_verdicts([MadeVerdicts.slower], COLOURS, 0.01).lines(80)
      assert_match(/so far +change/, heading.first)
      assert_equal "dalli@3.2.8 against dalli@2.7.11", sections.first.first
    end
  end

  class Live::CurrentTable::ColumnsTest < Minitest::Test
    COLOURS = Report::Terminal::Colours.new(false)
    ROW = { label: "a:set", wall_ns: 31_370.0, interval: [31_000.0, 31_700.0], socket_ratio: 1.5, processes: 7 }.freeze

    def test_a_row_has_cost_precision_as_figure_and_bar_and_the_ratio
      assert_equal ["set", "31.4 µs", "1.50", "± 1.1 %", "███████·", "31,878"], cells(:of_rows, MadeRecord.row(**ROW))
    end

    def test_a_column_comes_when_there_is_something_to_say
      row = MadeRecord.row(**ROW, interval: nil, socket_ratio: nil)
      headings = Live::CurrentTable::Columns.of_rows([row], COLOURS, 0.01).map(&:heading)

      assert_equal ["", "per call", "processes", "calls/s"], headings
    end

    # Of the reference, the time is known.
    def test_what_is_known_and_how_well_it_should_be
      { [{ socket_ratio_interval: [1.47, 1.53] }] => "± 2.0 %", [{ mode: "threads-4" }] => "set:threads-4",
        [{ socket_ratio: 1.0, socket_ratio_interval: [1.0, 1.0] }] => "± 1.1 %", [{}, 0.05] => "████████" }
        .each { |(more, goal), cell| assert_includes cells(:of_rows, MadeRecord.row(**ROW, **more), goal: goal || 0.01), cell }
    end

    def test_counts_processes_until_there_is_an_interval
      early = MadeRecord.row(**ROW, interval: nil, processes: 4)
      assert_includes cells(:of_rows, early), "4 of 6"

      columns = Live::CurrentTable::Columns.of_rows([early, MadeRecord.row(**ROW)], COLOURS, 0.01)
      assert_equal ["", "± 1.1 %"], [early, MadeRecord.row(**ROW)].map { |row|
        columns.find { |one| one.heading == "known to" }.cell.call(row)
      }
    end

    def test_the_figures_of_a_single_process_are_faint
      colours = Report::Terminal::Colours.new(true)
      faint = [1, 2].map do |processes|
        row = MadeRecord.row(**ROW, interval: nil, processes: processes)
        cells = Live::CurrentTable::Columns.of_rows([row], colours, 0.01).map { |column| column.cell.call(row) }
        cells.grep(/\e\[2m/).map { |cell| Report::Terminal::Wrap.plain(cell) }
      end

      assert_equal [["31.4 µs", "1.50", "31,878"], []], faint
    end

    def test_a_row_without_figures_says_why
      assert_equal %w[set invalid], cells(:of_rows, MadeRecord.row(status: "invalid", label: "a:set"))
    end

    def test_a_row_at_a_rate_has_what_was_sent_and_percentiles
      row = MadeRates.table { |_, _| Array.new(200) { [0, 50_000] } }.rows.first

      assert_equal ["get", "1,000/s", "1,000/s", "50.0 µs", "50.0 µs"], cells(:of_rates, row).first(5)
    end

    def test_a_verdict_has_its_change_and_interval_and_bar_and_pairs
      assert_equal ["get", "▲ slower", "+4.1 % [3.6, 4.7]", "████████", "24", "17.2 -> 17.9 µs"],
                   cells(:of_verdicts, MadeVerdicts.slower)
      assert_equal ["multiget", "! invalid"], cells(:of_verdicts, MadeVerdicts.invalid)
    end

    private

    def cells(kind, row, goal: 0.01)
      Live::CurrentTable::Columns.public_send(kind, [row], COLOURS, goal).map { |column| column.cell.call(row) }
    end
  end

  class Live::CurrentTable::BarTest < Minitest::Test
    # It is full where the figure is known as well as it should be. Each part is a factor of the root of two.
    def test_is_as_full_as_a_figure_is_known
      { [0.01] => "████████", [0.0101] => "███████·", [0.02, { goal: 0.05 }] => "████████", [0.02] => "██████··",
        [0.04] => "████····", [0.4] => "········", [nil] => "" }.each do |(half, goal), bar|
        assert_equal bar, Live::CurrentTable::Bar.of(half, **goal.to_h), half
      end
    end
  end

  class Live::CurrentTable::PagesTest < Minitest::Test
    SECTIONS = [%w[a a1 a2 a3], %w[b b1]].freeze

    def setup
      @now = 0.0
      @pages = Live::CurrentTable::Pages.new(clock: -> { @now })
    end

    def test_sections_are_apart_where_there_is_room_and_close_where_not
      assert_equal ["a", "a1", "a2", "a3", "", "b", "b1"], @pages.of(SECTIONS, 7)
      assert_equal %w[a a1 a2 a3 b b1], @pages.of(SECTIONS, 6)
    end

    def test_pages_take_turns_and_each_begins_with_a_heading
      shown = Array.new(4) { @pages.of(SECTIONS, 4).tap { @now += Live::CurrentTable::Pages::TURN_S } }

      assert_equal [["a", "a1", "a2", "page 1 of 2"], ["a", "a3", "page 2 of 2"]].map(&:first), shown.first(2).map(&:first)
      assert_equal shown.first, shown[shown.first.last[/\d+\z/].to_i]
    end

    def test_no_row_is_lost_and_no_heading_ends_a_page
      shown = Array.new(3) { @pages.of(SECTIONS, 4).tap { @now += Live::CurrentTable::Pages::TURN_S }[0..-2] }

      assert_equal %w[a1 a2 a3 b1], (shown.flatten & %w[a1 a2 a3 b1])
      shown.each { |page| assert_match(/\d/, page.last) }
      assert_equal [], @pages.of([], 5)
    end

    def test_only_a_table_of_several_pages_is_due_after_a_while
      due = { 4 => [false, true], 20 => [false, false] }
      due.each do |room, wanted|
        @pages.of(SECTIONS, room)
        now = @pages.due?
        @now += Live::CurrentTable::Pages::TURN_S

        assert_equal wanted, [now, @pages.due?], room
      end
    end

    def test_the_rest_is_counted
      assert_equal ["a", "  ... 2 more"], Live::CurrentTable::Pages.fitting(%w[a b c], 1)
      assert_equal ["a"], Live::CurrentTable::Pages.fitting(["a"], 1)
    end
  end
end
