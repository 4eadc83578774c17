# frozen_string_literal: true

require "test_helper"

class ReportFootnotesTest < Minitest::Test
  def test_numbers_each_sentence_once
    rows = [row(footnotes: %w[a b]), row(footnotes: %w[b c])]
    footnotes = Cachemark::Report::Footnotes.new(rows)

    assert_equal %w[a b c], footnotes.sentences
    assert_equal [[1, 2], [2, 3]], rows.map { |row| footnotes.numbers(row) }
  end

  def test_a_footnote_of_every_row_is_printed_once_for_the_table
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

class LabelsTest < Minitest::Test
  def test_published_labels_stay_as_they_are
    row = row(label: "mem_cache:set:plain")

    assert_equal "mem_cache:set:plain", Cachemark::Report::Labels.new([row]).published(row)
  end

  def test_short_labels_omit_the_words_of_the_heading
    first = row(label: "mem_cache:set:plain", contender: "mem_cache")
    second = row(label: "set:plain:memcache-client", contender: "memcache-client@1.8.5")
    labels = Cachemark::Report::Labels.new([first, second])

    assert_equal ["set:plain", "set:plain"], [labels.short(first), labels.short(second)]
  end

  def test_labels_distinguish_several_modes
    rows = [row(label: "a:set"), row(label: "a:set", mode: "threads-4")]
    labels = Cachemark::Report::Labels.new(rows)

    assert_equal ["a:set:sync", "a:set:threads-4"], rows.map { |row| labels.published(row) }
  end

  def test_short_labels_end_with_a_mode_that_is_not_sync
    row = row(label: "a:set:memcache-client", mode: "threads-4")
    labels = Cachemark::Report::Labels.new([row])

    assert_equal ["a:set:memcache-client:threads-4", "set:threads-4"], [labels.published(row), labels.short(row)]
  end

  private

  def row(**members) = MadeRecord.row(client: "ruby/memcache-client", **members)
end
