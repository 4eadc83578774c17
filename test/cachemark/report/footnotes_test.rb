# frozen_string_literal: true

require "test_helper"

class ReportFootnotesTest < Minitest::Test
  def test_numbers_each_sentence_once
    rows = [row(footnotes: %w[a b]), row(footnotes: %w[b c])]
    footnotes = Cachemark::Report::Footnotes.new(rows)

    assert_equal %w[a b c], footnotes.sentences
    assert_equal [[1, 2], [2, 3]], rows.map { |row| footnotes.numbers(row) }
  end

  def test_what_every_row_carries_is_said_once_for_the_table
    rows = [%w[b all], %w[all a], %w[b all]].map { |sentences| row(footnotes: sentences) }
    footnotes = Cachemark::Report::Footnotes.new(rows)

    assert_equal ["all"], footnotes.common
    assert_equal %w[b a], footnotes.sentences
    assert_equal [[1], [2], [1]], rows.map { |row| footnotes.numbers(row) }
  end

  def test_numbers_rise
    rows = [row(footnotes: %w[a b]), row(footnotes: %w[b a])]

    assert_equal [1, 2], Cachemark::Report::Footnotes.new(rows).numbers(rows.last)
  end

  def test_the_reason_of_a_row_without_figures_is_one
    assert_equal ["unavailable: needs Ruby >= 3.3", "a"],
                 Cachemark::Report::Footnotes.of(row(status: "unavailable", reason: "needs Ruby >= 3.3", footnotes: ["a"]))
  end

  private

  def row(**members) = MadeRecord.row(**members)
end
