# frozen_string_literal: true

require "test_helper"

module Cachemark
  # How a document looks in Markdown.
  class Report::MarkdownTest < Minitest::Test
    Part = Report::Part

    def test_markup_in_text_is_text_on_one_line
      assert_includes text(Part::Text.new(text: "a|b\n  <i> `c`")), "\n\na\\|b \\<i\\> \\`c\\`\n"
    end

    def test_a_table_has_its_alignment_and_bold_where_it_matters
      columns = [Report::Column.words("a", &:contender), Report::Column.figures("n", tone: ->(_) { "slower" }) { "1" }]
      table = Report::Table.of_rows(id: "t", caption: "t", rows: [MadeRecord.row], columns: columns)

      assert_includes text(table), "| a | n |\n| --- | ---: |\n| a | **1** |"
    end

    def test_a_slim_table_has_no_column_that_nothing_fills
      columns = [Report::Column.words("a", &:contender), Report::Column.words("b") { "" }]
      table = Report::Table.of_rows(id: "t", caption: "t", rows: [MadeRecord.row], columns: columns)

      assert_includes text(table), "| a | b |"
      assert_includes text(table.with(slim: true)), "| a |\n"
    end

    def test_lists
      item = Part::Item.new(mark: "FAIL", tone: "FAIL", text: "it", details: ["one"], code: "cachemark x")

      assert_includes text(Part::List.new(items: ["a", item])), "- a\n- FAIL it\n  - one\n  `cachemark x`\n"
      assert_includes text(*Report::Footnotes.new([MadeRecord.row(footnotes: %w[a b])]).parts), "1. a\n2. b"
    end

    def test_omits_an_empty_fold
      assert_includes text(Part::List.new(items: ["a"], unfold: "s")), "<details><summary>s</summary>\n\n- a\n\n</details>"
      assert_equal "## t\n", text(Part::List.new(items: [], unfold: "s"))
    end

    private

    def text(*parts) = Report::Markdown.new(Report::Document.new(title: "t", origin: nil, parts: parts, data: nil)).to_s
  end
end
