# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::ColumnsTest < Minitest::Test
    def test_text_is_escaped_html_is_not_and_figures_are_sorted_as_numbers
      columns = [Site::Columns.text("text") { "<b>" }, Site::Columns.html("html") { "<i>x</i>" },
                 Site::Columns.figure("figure", ->(row) { "#{row} us" }, how: ->(_row) { "measured" }) { |row| row * 1_000 }]
      grid = Report::HTML::Grid.new(id: "grid", caption: "Grid", columns: columns, rows: [7]).to_s

      assert_includes grid, "&lt;b&gt;"
      assert_includes grid, "<i>x</i>"
      assert_match(%r{data-value="7000".*7 us.*measured}m, grid)
    end
  end
end
