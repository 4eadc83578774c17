# frozen_string_literal: true

require "test_helper"

class CatalogDocumentLinesTest < Minitest::Test
  def test_finds_the_line_of_every_part_and_tells_of_twins
    twins = []
    root = Psych.parse("a:\n  - b: 1\n  - 2\n\"c/d\": 3\na: 4\n").root
    lines = Cachemark::Catalog::Document::Lines.of(root) { |pointer, line| twins << [pointer, line] }
    assert_equal [2, 2, 3, 4], lines.values_at("/a/0", "/a/0/b", "/a/1", "/c~1d")
    assert_equal [["/a", 5]], twins
  end
end
