# frozen_string_literal: true

require "test_helper"

class ClassicVersionsTest < Minitest::Test
  def test_prints_document_000_byte_for_byte
    document = PublishedRows.document("000")
    blocks = blocks(PublishedRows.versions("000"))

    assert_equal document[document.index("    Testing")..], blocks.map { |block| "#{block.text(indent: "    ")}\n" }.join("\n")
  end

  def test_prints_document_001_byte_for_byte
    published = PublishedRows.document("001")[/^```\n(.*?)```$/m, 1]
    blocks = blocks(PublishedRows.versions("001"))

    assert_equal published, blocks.map { |block| "#{block.text(runtime: false)}\n" }.join("\n")
  end

  def test_a_version_that_stands_twice_is_told_apart
    rows = PublishedRows.versions("000").values_at(0, 7)
    rows = rows.each_with_index.map { |row, index| row.with(section: "1.0", contender: "c#{index}") }

    assert_equal ["Testing 1.0 (c0)", "Testing 1.0 (c1)"], blocks(rows).map { |block| block.heading(runtime: false) }
  end

  def test_two_rubies_are_two_headings
    rows = %w[3.1 3.4].map do |ruby|
      PublishedRows.versions("000").first.with(runtime: "ruby #{ruby}", contender: "c,ruby=#{ruby}", section: "1.8.5")
    end

    assert_equal ["Testing 1.8.5 with ruby 3.1", "Testing 1.8.5 with ruby 3.4"], blocks(rows).map(&:heading)
  end

  def test_a_longer_label_widens_its_table
    rows = PublishedRows.versions("000").first(2).map { |row| row.with(label: "l" * 40) }

    assert_equal [86, 86], blocks(rows).first.body.drop(1).map(&:size)
  end

  private

  def blocks(rows) = Cachemark::Report::Classic::Versions.new(PublishedRows.table(rows, "versions", 2_500)).blocks
end
