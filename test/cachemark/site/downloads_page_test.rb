# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::DownloadsPageTest < Minitest::Test
    def test_links_every_file
      %w[figures.csv changes.csv summaries.jsonl].each { |name| assert_includes page, %(<a href="data/#{name}">#{name}</a>) }
    end

    def test_says_whether_the_records_are_there
      assert_includes page, "were not published with this site (publish --records does)"
      assert_match(%r{1 record, linked from <a href="runs.html">}, page("x" => "data/records/x.jsonl"))
    end

    private

    def page(records = {}) = Site::DownloadsPage.new(Site::Downloads.new(MadeSite.contents), records: records).to_s
  end
end
