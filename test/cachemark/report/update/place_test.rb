# frozen_string_literal: true

require "test_helper"

class UpdatePlaceTest < Minitest::Test
  PLACE = Cachemark::Report::Update::Place

  def test_lines_are_counted_from_one_in_bytes
    assert_equal [1, 1, 2, 3], [0, 3, 4, 6].map { |offset| PLACE.line("ab\xFF\nc\nd".b, offset) }
  end

  def test_says_how_lines_end
    assert_equal ["\n", "\r\n", "\n"], ["a\nb", "a\r\nb", "a"].map { |text| PLACE.line_end(text) }
  end

  def test_counts_rows_with_figures
    assert_equal 74, PLACE.rows(PublishedRows.document("003"))
    assert_equal 1, PLACE.rows("a   0.1 (  0.060000)\r\nb   failed: hung\r\n")
  end
end
