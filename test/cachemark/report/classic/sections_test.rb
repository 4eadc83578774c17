# frozen_string_literal: true

require "test_helper"

class ClassicSectionsTest < Minitest::Test
  def test_prints_document_003_byte_for_byte
    published = PublishedRows.document("003")[/^<!-- results_table -->\n```\n(.*?)```\n<!-- result_table_end -->/m, 1]
    table = PublishedRows.table(PublishedRows.sections, "classic", 100_000)

    assert_equal 74, table.shown.size
    assert_equal published, Cachemark::Report::Classic::Sections.new(table).to_s
  end

  def test_a_longer_label_widens_its_own_table_only
    rows = PublishedRows.sections.first(8)
    rows[0] = rows[0].with(label: "x" * 80)
    lines = Cachemark::Report::Classic::Sections.new(PublishedRows.table(rows, "classic", 100_000)).to_s.lines(chomp: true)

    assert_equal [126] * 7, lines[2..8].map(&:size)
    assert_equal 121, lines.last.size
  end

  def test_a_row_without_figures_says_why
    rows = [PublishedRows.sections.first.with(status: "unavailable", reason: "needs Ruby >= 3.3")]
    lines = Cachemark::Report::Classic::Sections.new(PublishedRows.table(rows, "classic", 10)).to_s.lines(chomp: true)

    assert_equal "#{"mem_cache:set".ljust(76)}unavailable: needs Ruby >= 3.3", lines.last
  end
end
