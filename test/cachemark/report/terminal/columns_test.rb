# frozen_string_literal: true

require "test_helper"

class TerminalColumnsTest < Minitest::Test
  def test_a_column_that_nobody_fills_is_left_out
    table = MadeRecord.table
    bare = { allocations: nil, gc_share: nil, socket_ratio: nil, footnotes: [] }
    without = table.with(rows: table.rows.map { |row| row.with(**bare) })

    assert_includes headings(table), "allocations"
    assert_equal ["", "time per call", "calls/s", "fastest", "cpu"], headings(without)
  end

  def test_label_and_time_are_always_kept
    kept = columns(MadeRecord.table).select { |column| column.keep.zero? }

    assert_equal ["", "time per call"], kept.map(&:heading)
  end

  private

  def columns(table)
    marks = Cachemark::Report::Footnotes.new(table.shown)
    Cachemark::Report::Terminal::Columns.of(table, marks, Cachemark::Report::Terminal::Paint.new(false))
  end

  def headings(table) = columns(table).map(&:heading)
end
