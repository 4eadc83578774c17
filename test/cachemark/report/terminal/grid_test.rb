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

  private

  def grid(labels, width: 80)
    sections = Cachemark::Stats::Section.of(labels.map { |label| MadeRecord.row(contender: "one", label: label) })
    column = Cachemark::Report::Terminal::Columns::Column
    columns = [column.new(heading: "", keep: 0, align: :left, cell: :label.to_proc),
               column.new(heading: "figure", keep: 1, cell: ->(_) { "1" })]
    Cachemark::Report::Terminal::Grid.new(columns, sections, width, Cachemark::Report::Terminal::Paint.new(false)).to_s
  end
end
