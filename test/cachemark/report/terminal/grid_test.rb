# frozen_string_literal: true

require "test_helper"

class TerminalGridTest < Minitest::Test
  def test_aligns_all_sections_under_one_head
    lines = grid(["a", "bbbb"]).lines(chomp: true)

    assert_equal ["      figure", "------------", "one", "a          1", "bbbb       1"], lines
  end

  def test_drops_columns_by_worth
    assert_equal "      figure", grid(%w[a bbbb], width: 14).lines.first.chomp
    assert_equal "", grid(%w[a bbbb], width: 11).lines.first.strip
  end

  def test_cuts_a_label_that_fits_nowhere
    assert_match(/^x{7}…$/, grid(["x" * 30], width: 8))
  end

  def test_folds_a_cell_into_lines_of_its_row
    columns = [column("", 0, align: :left, &:label), column("list", 0, align: :left, narrow: 8) { |_| "3 get, 3 set" }]
    lines = drawn(%w[a b].map { |label| MadeRecord.row(contender: "one", label: label) }, 12, columns).lines(chomp: true)

    assert_equal ["one", "a  3 get,", "   3 set", "b  3 get,", "   3 set"], lines.drop(2)
  end

  def test_a_heading_wider_than_the_columns_is_whole
    notation = "one@1.2.3,protocol=meta"

    assert_includes grid(["a"], notation: notation).lines(chomp: true), "one  (#{notation})"
    assert_includes grid(["a"], notation: notation, width: 24), "one\n(#{notation})\n"
  end

  def test_sections_stand_apart
    rows = %w[one two].map { |contender| MadeRecord.row(contender: contender, label: "a") }

    assert_equal ["one", "a       1", "", "two", "a       1"], drawn(rows, 80).lines(chomp: true).drop(2)
  end

  private

  def grid(labels, width: 80, **row)
    drawn(labels.map { |label| MadeRecord.row(contender: "one", label: label, **row) }, width)
  end

  def drawn(rows, width, columns = [column("", 0, align: :left, &:label), column("figure", 1) { |_| "1" }])
    sections = Cachemark::Stats::Section.of(rows)
    Cachemark::Report::Terminal::Grid.new(columns, sections, width, Cachemark::Report::Terminal::Paint.new(false)).to_s
  end

  def column(heading, keep, **more, &cell)
    Cachemark::Report::Terminal::Columns::Column.new(heading: heading, keep: keep, cell: cell, **more)
  end
end
