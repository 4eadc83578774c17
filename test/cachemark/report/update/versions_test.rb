# frozen_string_literal: true

require "test_helper"

class UpdateVersionsTest < Minitest::Test
  def test_documents_from_their_own_numbers_are_themselves
    %w[000 001].each do |number|
      document = PublishedRows.document(number)

      assert_equal document, apply(document, published(number)).first
    end
  end

  def test_a_new_heading_goes_after_the_last_and_older_ones_stay
    document = PublishedRows.document("000")
    text, = apply(document, renamed("9.9.9"))

    assert text.start_with?(document)
    assert_match(/\A\n    Testing 9\.9\.9 with ruby 1\.9\.2p0 .*\n +user .*\n(    \S+:dalli .*\n){7}\z/,
                 text.delete_prefix(document))
  end

  def test_a_new_heading_stays_inside_the_fence
    text, = apply(PublishedRows.document("001"), renamed("9.9.9"))

    assert_match(/61\.951933\)\n\nTesting 9\.9\.9\n +user.*\n(\S+:dalli .*\n){7}```\n\nYou can see/, text)
  end

  def test_the_same_heading_is_replaced_and_nothing_else
    document = PublishedRows.document("000")
    rows = PublishedRows.versions("000")[7, 7].map { |row| row.with(mean_ns: row.mean_ns * 2) }
    text, = apply(document, PublishedRows.table(rows, "versions", 2_500))
    changed = document.lines.zip(text.lines).reject { |old, new| old == new }

    assert_equal document.lines.size, text.lines.size
    assert_equal 7, changed.size
    assert_match(/set:plain:dalli .*\(  4\.065894\)/, changed.first.last)
  end

  def test_replacing_and_adding_at_once
    rows = PublishedRows.versions("000").last(7)
    text, = apply(PublishedRows.document("000"), PublishedRows.table(rows + renamed("9.9.9").rows, "versions", 2_500))

    assert_equal %w[1.8.5 0.9.0 0.9.4 9.9.9], text.scan(/^    Testing (\S+)/).flatten
    assert text.start_with?(PublishedRows.document("000"))
  end

  def test_crlf_and_a_missing_last_line_end_stay
    document = PublishedRows.document("000").gsub("\n", "\r\n").chomp
    text, = apply(document, renamed("9.9.9"))

    refute_match(/(?<!\r)\n/, text)
    assert text.start_with?(document)
    refute text.end_with?("\n")
  end

  def test_another_machine_and_ruby_are_warned_about
    warnings = apply(PublishedRows.document("000"), MadeRecord.table(run: { "suite" => { "layout" => "versions" } })).last

    assert_equal 2, warnings.size
    assert_match(/\Aline 5 tells of another machine; this run: Times are from a machine with 2 AMD EPYC/, warnings.first)
    assert_match(/\Atables of another Ruby stay in it: ruby 1\.9\.2p0.*; this run's is ruby 3\.1\.2\z/, warnings.last)
  end

  def test_headings_without_a_ruby_are_warned_about
    warnings = apply(PublishedRows.document("001"), MadeRecord.table(run: { "suite" => { "layout" => "versions" } })).last

    assert_match(/\Ait names another Ruby or none; this run's is ruby 3\.1\.2\z/, warnings.last)
  end

  def test_fewer_rows_are_warned_about
    rows = PublishedRows.versions("000").last(3)

    assert_includes apply(PublishedRows.document("000"), PublishedRows.table(rows, "versions", 2_500)).last,
                    "line 27: 3 rows replace the 7 that stood there"
  end

  def test_a_contender_without_figures_is_left_out_and_said
    rows = renamed("5.3.2").rows.map { |row| row.with(status: "unavailable", reason: "needs Ruby >= 3.3", runtime: nil) }
    text, warnings = apply(PublishedRows.document("000"), PublishedRows.table(rows, "versions", 2_500))

    assert_equal PublishedRows.document("000"), text
    assert_includes warnings, "left out, without figures: Testing 5.3.2 (needs Ruby >= 3.3)"
  end

  def test_a_document_without_a_table_is_refused
    error = refusal("# Performance\nTesting is fun\n")

    assert_match(/\APerformance.md:2: there is no table headed `Testing VERSION`\npaste/, error)
    assert_match(/\APerformance.md:1: /, refusal(""))
  end

  def test_a_heading_that_stands_twice_is_refused
    document = PublishedRows.document("001")

    assert_match(/\APerformance.md:\d+: `Testing 1\.6\.4` stands twice \(first in line 15\)/, refusal(document + document))
  end

  private

  def published(number) = PublishedRows.table(PublishedRows.versions(number), "versions", 2_500)

  def renamed(version)
    rows = PublishedRows.versions("000").last(7).map { |row| row.with(section: "Testing #{version}", contender: version) }
    PublishedRows.table(rows, "versions", 2_500)
  end

  def apply(text, table) = Cachemark::Report::Update.apply(text, table, path: "Performance.md")

  def refusal(text)
    suite = { "layout" => "versions" }
    assert_raises(Cachemark::Usage) { Cachemark::Report::Update.check(text, suite: suite, path: "Performance.md") }.message
  end
end
