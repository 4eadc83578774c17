# frozen_string_literal: true

require "test_helper"

class ReportFootnotesTest < Minitest::Test
  def test_numbers_each_sentence_once
    rows = [row(footnotes: %w[a b]), row(footnotes: %w[b c])]
    footnotes = Cachemark::Report::Footnotes.new(rows)

    assert_equal %w[a b c], footnotes.sentences
    assert_equal [[1, 2], [2, 3]], rows.map { |row| footnotes.numbers(row) }
  end

  def test_the_reason_of_a_row_without_figures_is_one
    assert_equal ["unavailable: needs Ruby >= 3.3", "a"],
                 Cachemark::Report::Footnotes.of(row(status: "unavailable", reason: "needs Ruby >= 3.3", footnotes: ["a"]))
  end

  private

  def row(**members) = MadeRecord.row(**members)
end
