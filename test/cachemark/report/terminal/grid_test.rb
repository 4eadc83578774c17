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

  def drawn(rows, width)
    sections = Cachemark::Stats::Section.of(rows)
    column = Cachemark::Report::Terminal::Columns::Column
    columns = [column.new(heading: "", keep: 0, align: :left, cell: :label.to_proc),
               column.new(heading: "figure", keep: 1, cell: ->(_) { "1" })]
    Cachemark::Report::Terminal::Grid.new(columns, sections, width, Cachemark::Report::Terminal::Paint.new(false)).to_s
  end
end
