# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Update::ResultsTest < Minitest::Test
    DOCUMENT = PublishedRows.document("002").freeze
    BEFORE = DOCUMENT[/\A.*^results\n-+\n/m]

    def test_replaces_the_results_and_nothing_else
      text = update(DOCUMENT)

      assert_equal "#{BEFORE}#{Report::Gevent.new(PublishedRows.gevent_table).body}", text
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
        "results\n---\n\n# results\n" => "a.md:4: `results` stands twice (first in line 1)",
        "### results\n" => "a.md:1: `results` is a heading of level 3",
        "```\nresults\n---\n```\n" => "a.md:4: there is no heading `results`" }.each do |text, message|
        error = assert_raises(Usage) { Report::Update.check(text, suite: { "layout" => "gevent" }, path: "a.md") }
        assert error.message.start_with?(message), error.message
        assert error.try
      end
    end

    def test_says_what_was_wrong_with_what_stood_there
      warnings = warnings(DOCUMENT)

      assert_equal 4, warnings.size
      assert_match(/\Aline \d+: in what stood there pylibmc get: the rates are those of set; /, warnings.first)
      assert_empty warnings("results\n---\nold\n")
    end

    def test_says_when_rows_are_lost
      assert_equal "5 rows replace the 20 that stood there", warnings(DOCUMENT, PublishedRows.gevent.first(5)).first
    end

    private

    def update(text) = apply(text).first
    def warnings(text, rows = PublishedRows.gevent) = apply(text, rows).last
    def apply(text, rows = PublishedRows.gevent) = Report::Update.apply(text, PublishedRows.gevent_table(rows), path: "a.md")
  end
end
