# frozen_string_literal: true

require "test_helper"
require "csv"
require "json"

module Cachemark
  class Site::DownloadsTest < Minitest::Test
    def test_every_figure_is_a_line
      lines = csv("data/figures.csv")

      assert_equal %w[3.0.0 3.2.8 4.0.0], lines.map { |line| line["version"] }
      assert_equal ["ruby/dalli", "client/get", "one-core", "24000.0", "1.6", "1.584"],
                   lines.last.values_at("client", "scenario", "placement", "wall_ns", "socket_ratio", "socket_ratio_low")
    end

    def test_every_change_is_a_line
      assert_equal [%w[slower 0.31 3.2.8 4.0.0]],
                   csv("data/changes.csv").map { |line| line.values_at("direction", "effect_low", "from_version", "to_version") }
    end

    def test_every_run_has_its_summary_with_its_id
      lines = files.fetch("data/summaries.jsonl").lines.map { |line| ::JSON.parse(line) }

      assert_equal contents.runs.map { |run| [run.id, run.started_at] }, lines.map { |line| line.values_at("id", "started_at") }
    end

    def test_every_file_is_explained
      assert_equal files.keys, Site::Downloads.new(contents).descriptions.keys
    end

    private

    def contents = @contents ||= MadeSite.contents
    def files = @files ||= Site::Downloads.new(contents).files
    def csv(path) = ::CSV.parse(files.fetch(path), headers: true).each.to_a
  end

  class Site::DownloadsPageTest < Minitest::Test
    def test_links_every_file
      %w[figures.csv changes.csv summaries.jsonl].each { |name| assert_includes page, %(<a href="data/#{name}">#{name}</a>) }
    end

    def test_says_whether_the_records_are_there
      assert_includes page, "were not published with this site (publish --records does)"
      assert_match(%r{1 record, linked from <a href="runs.html">}, page("x" => "data/records/x.jsonl"))
    end

    private

    def page(records = {}) = Site::Downloads::Page.new(Site::Downloads.new(MadeSite.contents), records: records).to_s
  end
end
