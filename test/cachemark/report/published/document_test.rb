# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Published::UpdateTest < Minitest::Test
    extend Golden

    README = "# A\n<!-- results_table -->\nold\n<!-- result_table_end -->\nafter\n"
    LIST = Report::Published::Origin.new(MadeRecord.table).list.join("\n")
    GEVENT = PublishedRows.document("002").freeze
    VERSIONS = MadeRecord.table(run: { "suite" => { "layout" => "versions" } })
    # Documents without a place for the results: [layout, path, text].
    PLACELESS = [
      ["classic", "README.md", "# A\n"], ["classic", "README.md", "<!-- results_table -->\n"],
      ["classic", "README.md", README + README],
      ["classic", "README.md", "<!-- result_table_end -->\n<!-- results_table -->\n"],
      ["versions", "Performance.md", "# Performance\nTesting is fun\n"], ["versions", "Performance.md", ""],
      ["versions", "Performance.md", PublishedRows.document("001") * 2],
      ["gevent", "a.md", "title\n=====\n"], ["gevent", "a.md", "results\n---\n\n# results\n"],
      ["gevent", "a.md", "### results\n"], ["gevent", "a.md", "```\nresults\n---\n```\n"]
    ].freeze

    golden "published-update", {
      "markers" => -> { change(PublishedRows.document("003"), MadeRecord.table) },
      "markers, CRLF stays" => -> { change(README.gsub("\n", "\r\n"), MadeRecord.table) },
      "markers, no last line end and bytes that are no UTF-8" => -> { change("#{README}\xFF\xFEend", MadeRecord.table) },
      "markers, a list that is right" => -> { change("#{README}\nTest Server:\n\n#{LIST}\n", MadeRecord.table) },
      "versions, a new heading goes after the last" => -> { change(PublishedRows.document("000"), renamed("9.9.9")) },
      "versions, a new heading stays inside the fence" => -> { change(PublishedRows.document("001"), renamed("9.9.9")) },
      "versions, the same heading is replaced" => lambda {
        rows = PublishedRows.versions("000")[7, 7].map { |row| row.with(mean_ns: row.mean_ns * 2) }
        change(PublishedRows.document("000"), versions(rows))
      },
      "versions, replacing and adding at once" => lambda {
        change(PublishedRows.document("000"), versions(PublishedRows.versions("000").last(7) + renamed("9.9.9").rows))
      },
      "versions, CRLF and a missing last line end stay" =>
        -> { change(PublishedRows.document("000").gsub("\n", "\r\n").chomp, renamed("9.9.9")) },
      "versions, another machine and Ruby" => -> { change(PublishedRows.document("000"), VERSIONS) },
      "versions, headings without a Ruby" => -> { change(PublishedRows.document("001"), VERSIONS) },
      "versions, fewer rows" => -> { change(PublishedRows.document("000"), versions(PublishedRows.versions("000").last(3))) },
      "versions, a contender without figures is omitted" => lambda {
        rows = renamed("5.3.2").rows.map { |row| row.with(status: "unavailable", reason: "needs Ruby >= 3.3", runtime: nil) }
        change(PublishedRows.document("000"), versions(rows))
      },
      "versions, a document that names no machine" =>
        -> { Report::Published::Document::Versions::Differences.new(["ruby 3.1.2\n"], [], MadeRecord.table).warnings },
      "results" => -> { change(GEVENT, PublishedRows.gevent_table) },
      "results, fewer rows" => -> { change(GEVENT, PublishedRows.gevent_table(PublishedRows.gevent.first(5))) },
      "results, a lower heading is part of them" => -> { results("results\n---\nold\n\n### more\nold\n") },
      "results, the next heading of their level ends them" => -> { results("results\n---\nold\n\nnotes\n-----\nkept\n") },
      "results, a heading of a higher level ends them" => -> { results("results\n---\nold\n\n# Notes\nkept\n") },
      "results, a heading with hashes and CRLF ends them" => -> { results("results\n---\nold\n\n## Notes\r\n") },
      "results, headings with hashes" => -> { results("# A\n## Results\nold\n# B\n") },
      "results, a heading without a line end" => -> { results("results\n=======") },
      "results, line ends and strange bytes stay" => -> { results("\xFF\r\nresults\r\n-------\r\nold\r\n".b) },
      "refusals" => lambda {
        PLACELESS.map do |layout, path, text|
          assert_raises(Usage) { Report::Published.check(text, suite: { "layout" => layout }, path: path) }.message
        end
      }
    }

    def test_the_suites_layout_decides_the_form
      layouts = { "classic" => "003", "versions" => "000", "gevent" => "002" }
      layouts.each_key do |layout|
        layouts.each do |own, number|
          check = -> { Report::Published.check(PublishedRows.document(number), suite: { "layout" => layout }, path: "a") }
          own == layout ? assert_nil(check.call) : assert_raises(Usage, &check)
        end
      end
    end

    def test_documents_from_their_own_numbers_are_themselves
      tables = { "003" => PublishedRows.table(PublishedRows.sections, "classic", 100_000),
                 "000" => versions(PublishedRows.versions("000")), "001" => versions(PublishedRows.versions("001")) }

      tables.each do |number, table|
        document = PublishedRows.document(number).freeze

        assert_equal document, updated(document, table).first
      end
    end

    private

    def versions(rows) = PublishedRows.table(rows, "versions", 2_500)

    def renamed(version)
      versions(PublishedRows.versions("000").last(7).map { |row| row.with(section: "Testing #{version}", contender: version) })
    end

    def updated(text, table) = Report::Published.update(text, table, path: "a.md")

    # The change of a document that is as long as the table is short.
    def results(text) = change(text, PublishedRows.gevent_table(PublishedRows.gevent.first(1)))

    # Which lines are replaced by which, and the warnings. The text is the same if it is updated again.
    def change(document, table)
      text, warnings = updated(document, table)
      assert_equal text, updated(text, table).first
      before, after = [document, text].map { |one| one.dup.force_encoding("UTF-8").lines }
      head = same(before, after)
      tail = same(*[before, after].map { |lines| lines.drop(head).reverse })
      ["#{head} lines, -#{before.size - head - tail}", *after[head..(-1 - tail)].map { |line| "+ #{line.inspect[1..-2]}" },
       "#{tail} lines", *warnings.map { |warning| "Warning: #{warning}" }]
    end

    # How many lines they have in common at their beginning.
    def same(some, others) = some.zip(others).take_while { |one, other| one == other }.size
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
end
