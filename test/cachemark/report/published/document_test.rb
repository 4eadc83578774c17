# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Published::UpdateTest < Minitest::Test
    def test_the_suites_layout_decides_the_form
      classic = PublishedRows.document("003")
      versions = PublishedRows.document("000")

      assert_nil Report::Published.check(classic, suite: { "layout" => "classic" }, path: "a")
      assert_nil Report::Published.check(versions, suite: { "layout" => "versions" }, path: "a")
      assert_nil Report::Published.check(PublishedRows.document("002"), suite: { "layout" => "gevent" }, path: "a")
      assert_raises(Cachemark::Usage) { Report::Published.check(classic, suite: { "layout" => "gevent" }, path: "a") }
      assert_raises(Cachemark::Usage) { Report::Published.check(versions, suite: { "layout" => "classic" }, path: "a") }
      assert_raises(Cachemark::Usage) { Report::Published.check(classic, suite: { "layout" => "versions" }, path: "a") }
    end

    def test_the_old_text_is_not_touched
      document = PublishedRows.document("003").freeze

      refute_equal document, Report::Published.update(document, MadeRecord.table, path: "a").first
    end
  end

  class Report::Published::UpdateMarkersTest < Minitest::Test
    README = "# A\n<!-- results_table -->\nold\n<!-- result_table_end -->\nafter\n"

    def setup
      @table = PublishedRows.table(PublishedRows.sections, "classic", 100_000)
    end

    def test_document_003_from_its_own_numbers_is_document_003
      document = PublishedRows.document("003")

      assert_equal document, apply(document, @table).first
    end

    def test_changes_only_the_text_between_the_markers
      old = PublishedRows.document("003")
      new = apply(old, MadeRecord.table).first
      outside = /\A(.*<!-- results_table -->).*(<!-- result_table_end -->.*)\z/m

      assert_equal old.match(outside).captures, new.match(outside).captures
      assert_match(/<!-- results_table -->\n```\n={18} dalli ={18}\n.*\n```\n<!-- result_table_end -->/m, new)
    end

    def test_crlf_stays_crlf
      text, = apply(README.gsub("\n", "\r\n"), MadeRecord.table)

      refute_match(/(?<!\r)\n/, text)
      assert_match(/results_table -->\r\n```\r\n=/, text)
    end

    def test_no_last_line_end_stays_none
      assert_match(/after\z/, apply(README.chomp, MadeRecord.table).first)
    end

    def test_bytes_that_are_no_utf8_stay
      text, = apply("#{README}\xFF\xFEend", MadeRecord.table)

      assert_equal "\xFF\xFEend".b, text.b[-5..]
      assert_equal Encoding::UTF_8, text.encoding
    end

    def test_fewer_rows_are_warned_about
      assert_equal "1 rows replace the earlier 74", apply(PublishedRows.document("003"), MadeRecord.table).last.first
      assert_empty apply(README, MadeRecord.table).last
    end

    def test_a_list_of_another_server_is_warned_about
      warning = apply(PublishedRows.document("003"), MadeRecord.table).last.last

      assert_match(/\Aline 136: the list `Test Server:` names another machine or Ruby; this run has: - Debian/, warning)
    end

    def test_a_list_that_is_right_is_not
      list = Report::Published::Origin.new(MadeRecord.table).list.join("\n")

      assert_empty apply("#{README}\nTest Server:\n\n#{list}\n", MadeRecord.table).last
    end

    def test_missing_markers_name_the_file
      assert_match(/\AREADME.md:1: there is no <!-- results_table -->\n/, refusal("# A\n"))
      assert_match(/there is no <!-- result_table_end -->/, refusal("<!-- results_table -->\n"))
    end

    def test_doubled_markers_name_both_lines
      assert_match(/\AREADME.md:7: <!-- results_table --> appears twice \(first in line 2\)/, refusal(README + README))
    end

    def test_reversed_markers_name_the_line
      assert_match(/\AREADME.md:1: <!-- result_table_end --> is before <!-- results_table --> \(line 2\)/,
                   refusal("<!-- result_table_end -->\n<!-- results_table -->\n"))
    end

    private

    def apply(text, table) = Report::Published.update(text, table, path: "README.md")

    def refusal(text)
      error = assert_raises(Cachemark::Usage) { Report::Published.check(text, suite: {}, path: "README.md") }
      assert_operator error.message.lines.size, :<=, 3
      error.message
    end
  end

  class Report::Published::UpdateVersionsTest < Minitest::Test
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
      assert_match(/\Aline 5 names another machine; this run: Times are from a machine with 2 AMD EPYC/, warnings.first)
      assert_match(/\Atables of another Ruby stay in it: ruby 1\.9\.2p0.*; this run's is ruby 3\.1\.2\z/, warnings.last)
    end

    def test_headings_without_a_ruby_are_warned_about
      warnings = apply(PublishedRows.document("001"), MadeRecord.table(run: { "suite" => { "layout" => "versions" } })).last

      assert_match(/\Ait names another Ruby or none; this run's is ruby 3\.1\.2\z/, warnings.last)
    end

    def test_fewer_rows_are_warned_about
      rows = PublishedRows.versions("000").last(3)

      assert_includes apply(PublishedRows.document("000"), PublishedRows.table(rows, "versions", 2_500)).last,
                      "line 27: 3 rows replace the earlier 7"
    end

    def test_omits_and_reports_a_contender_without_figures
      rows = renamed("5.3.2").rows.map { |row| row.with(status: "unavailable", reason: "needs Ruby >= 3.3", runtime: nil) }
      text, warnings = apply(PublishedRows.document("000"), PublishedRows.table(rows, "versions", 2_500))

      assert_equal PublishedRows.document("000"), text
      assert_includes warnings, "omitted, without figures: Testing 5.3.2 (needs Ruby >= 3.3)"
    end

    def test_a_document_without_a_table_is_refused
      error = refusal("# Performance\nTesting is fun\n")

      assert_match(/\APerformance.md:2: there is no table headed `Testing VERSION`\npaste/, error)
      assert_match(/\APerformance.md:1: /, refusal(""))
    end

    def test_refuses_a_heading_that_appears_twice
      document = PublishedRows.document("001")

      assert_match(/\APerformance.md:\d+: `Testing 1\.6\.4` appears twice \(first in line 15\)/, refusal(document + document))
    end

    private

    def published(number) = PublishedRows.table(PublishedRows.versions(number), "versions", 2_500)

    def renamed(version)
      rows = PublishedRows.versions("000").last(7).map { |row| row.with(section: "Testing #{version}", contender: version) }
      PublishedRows.table(rows, "versions", 2_500)
    end

    def apply(text, table) = Report::Published.update(text, table, path: "Performance.md")

    def refusal(text)
      suite = { "layout" => "versions" }
      assert_raises(Cachemark::Usage) { Report::Published.check(text, suite: suite, path: "Performance.md") }.message
    end
  end

  class Report::Published::UpdateDifferencesTest < Minitest::Test
    def test_a_document_that_names_no_machine
      assert_match(/\Ait does not name this machine; this run: Times are from/, warnings(["ruby 3.1.2\n"]).first)
    end

    private

    def warnings(lines) = Report::Published::Document::Versions::Differences.new(lines, [], MadeRecord.table).warnings
  end

  class Report::Published::UpdateHeadingsTest < Minitest::Test
    def test_finds_both_forms_with_their_levels
      assert_equal [["Title", 1, 0, 1], ["method", 2, 3, 4], ["a b", 3, 6, 6], ["", 6, 7, 7]],
                   of("Title", "=", "text", "method", "---", "", "### a b ##", "######")
    end

    def test_skips_lines_that_are_no_heading
      assert_empty of("#hash", "    # code", "", "----", "- item", "---", "> said", "---", "    code", "---", "| a |", "---",
                      "a - b", "- -")
    end

    def test_a_fence_holds_none
      assert_equal [["after", 1, 6, 6]], of("```sh", "# comment", "~~~", "results", "---", "```", "# after")
      assert_empty of("~~~~", "# in", "~~~", "# still", "~~~~")
    end

    private

    def of(*lines) = Report::Published::Document::Results::Headings.all(lines).map(&:to_a)
  end

  class Report::Published::UpdateResultsTest < Minitest::Test
    DOCUMENT = PublishedRows.document("002").freeze
    BEFORE = DOCUMENT[/\A.*^results\n-+\n/m]

    def test_replaces_the_results_and_nothing_else
      text = update(DOCUMENT)

      assert_equal "#{BEFORE}#{Report::Published::Gevent.new(PublishedRows.gevent_table).body}", text
      assert_equal text, update(text)
    end

    def test_ends_at_the_next_heading_of_its_level_or_a_higher_one
      ["notes\n-----\nkept\n", "# Notes\nkept\n", "## Notes\r\n"].each do |rest|
        text = update("#{DOCUMENT}\n#{rest}")

        assert text.end_with?("\n\n#{rest}"), text[-60..]
        assert_equal text, update(text)
      end
    end

    def test_a_lower_heading_is_part_of_it
      refute_includes update("#{DOCUMENT}\n### more\nold\n"), "old"
    end

    def test_a_heading_with_hashes_does_as_well
      assert update("# A\n## Results\nold\n# B\n").start_with?("# A\n## Results\n\n\n### pylibmc set")
      assert update("results\n=======").start_with?("results\n=======\n\n\n### ")
    end

    def test_keeps_the_documents_line_ends_and_strange_bytes
      text = update("\xFF\r\nresults\r\n-------\r\nold\r\n".b)

      assert text.start_with?("\xFF\r\nresults\r\n-------\r\n\r\n\r\n### ".b)
      assert_equal text.count("\n"), text.scan("\r\n").size
    end

    def test_refuses_a_document_without_a_place
      { "title\n=====\n" => "a.md:2: there is no heading `results`",
        "results\n---\n\n# results\n" => "a.md:4: `results` appears twice (first in line 1)",
        "### results\n" => "a.md:1: `results` is a heading of level 3",
        "```\nresults\n---\n```\n" => "a.md:4: there is no heading `results`" }.each do |text, message|
        error = assert_raises(Usage) { Report::Published.check(text, suite: { "layout" => "gevent" }, path: "a.md") }
        assert error.message.start_with?(message), error.message
        assert error.try
      end
    end

    def test_warns_about_errors_in_the_earlier_tables
      warnings = warnings(DOCUMENT)

      assert_equal 4, warnings.size
      assert_match(/\Aline \d+: in the earlier tables pylibmc get: the rates are those of set; /, warnings.first)
      assert_empty warnings("results\n---\nold\n")
    end

    def test_says_when_rows_are_lost
      assert_equal "5 rows replace the earlier 20", warnings(DOCUMENT, PublishedRows.gevent.first(5)).first
    end

    private

    def update(text) = apply(text).first
    def warnings(text, rows = PublishedRows.gevent) = apply(text, rows).last
    def apply(text, rows = PublishedRows.gevent) = Report::Published.update(text, PublishedRows.gevent_table(rows), path: "a.md")
  end
end
