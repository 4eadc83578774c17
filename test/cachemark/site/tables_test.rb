# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::TablesTest < Minitest::Test
    def test_text_is_escaped_html_is_not_and_figures_are_sorted_as_numbers
      columns = [Site::Tables.text("text") { "<b>" }, Site::Tables.html("html") { "<i>x</i>" },
                 Site::Tables.figure("figure", ->(row) { "#{row} µs" }, how: ->(_row) { "measured" }) { |row| row * 1_000 }]
      grid = Report::HTML::Grid.new(id: "grid", caption: "Grid", columns: columns, rows: [7]).to_s

      assert_includes grid, "&lt;b&gt;"
      assert_includes grid, "<i>x</i>"
      assert_match(%r{data-value="7000".*7\u00a0µs.*measured}m, grid)
    end
  end

  class Site::ChangesTableTest < Minitest::Test
    def test_says_when_what_and_how_much_with_its_evidence
      text = table([MadeSite.change(MadeSite.track)])

      ["2026-01-03", "the series", "3.2.8", "4.0.0", %(<span class="verdict slower">slower</span>), "+33.3 % [31.0, 35.0]",
       "× socket", "p 0.005, between the runs of 2026-01-02 10:00"].each { |words| assert_includes text, words }
      assert_match(/<tr id="change-\h{12}"/, text)
    end

    def test_names_the_machine_as_the_cause_of_a_change
      change = MadeSite.change(MadeSite.track, metric: "wall_ns", surroundings: true)

      assert_includes table([change]), "time per call: the machine"
    end

    def test_says_so_where_nothing_moved
      assert_equal "<p>No series has moved beyond what chance does.</p>", table([])
    end

    private

    def table(changes) = Site::Tables::Changes.new(changes, caption: "Changes", series: ->(_change) { "the series" }).to_s
  end
end
