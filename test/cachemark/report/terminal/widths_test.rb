# frozen_string_literal: true

require "test_helper"

class TerminalWidthsTest < Minitest::Test
  # Widths of 10, 20 (or 8, folded) and 6.
  def test_gives_each_what_it_needs_where_there_is_room
    assert_equal [10, 20, 6], rooms(80).then { |first, *others| [[first, 10].min, *others] }
    assert_equal 28, widths(80).needed
  end

  def test_folds_before_it_leaves_out
    assert_equal [10, 12, 6], rooms(32)
    assert_equal [10, 8, 6], rooms(28)
    assert_empty widths(28).left_out
  end

  def test_leaves_out_what_is_worth_least
    assert_equal ["figure"], widths(27).left_out
    assert_equal [10, 15], rooms(27)
  end

  private

  def widths(width)
    label, list, figure = column("", 0), column("list", 0, narrow: 8), column("figure", 1)
    texts = { label => [["x" * 10]], list => [["\e[31m#{"y" * 20}\e[0m"]], figure => [["1"]] }
    Cachemark::Report::Terminal::Widths.new(texts, width)
  end

  def rooms(width) = widths(width).then { |found| found.columns.map { |column| found.room(column) } }

  def column(heading, keep, **more)
    Cachemark::Report::Terminal::Columns::Column.new(heading: heading, keep: keep, cell: nil, **more)
  end
end
