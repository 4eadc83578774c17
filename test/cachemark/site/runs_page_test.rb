# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::RunsPageTest < Minitest::Test
    def test_lists_runs_with_the_newest_first
      text = page(MadeSite.contents)

      assert_equal %w[03 02 01], text.scan(/<tr id="run-202601(\d\d)T/).flatten
      ["3 runs.", "2026-01-03 10:00", "AMD EPYC, 2 cores", "one-core"].each { |words| assert_includes text, words }
    end

    def test_says_of_how_many_it_shows_the_newest
      assert_includes page(MadeSite.contents.with(count: 5_000)), "The newest 3 of 5,000 runs."
    end

    def test_links_records_that_are_there
      contents = MadeSite.contents
      id = contents.runs.first.id

      assert_includes page(contents, records: { id => "data/records/r.jsonl" }), %(<a href="data/records/r.jsonl">record</a>)
      refute_includes page(contents), ">record<"
    end

    def test_names_what_could_not_be_read_without_its_folder
      path = "/home/me/history/records/x.jsonl"
      text = page(MadeSite.contents.with(skipped: [[path, "#{path}: its summary is damaged"]]))

      assert_includes text, "x.jsonl: its summary is damaged"
      refute_includes text, "/home/me"
    end

    private

    def page(contents, **more) = Site::RunsPage.new(contents, **more).to_s
  end
end
