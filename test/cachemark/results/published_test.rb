# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  # The results of this repository, by the code of today.
  class Results::PublishedTest < Minitest::Test
    FOLDER = Results::Folder.new("#{ROOT}/results")
    # `bin/check results` reads all digests.
    SAMPLE = 2

    def test_results_are_verified
      paths = Dir.glob("#{FOLDER.path}/*/*.json").sort.sample(SAMPLE, random: Random.new(Minitest.seed))
      words = ["publish", "--results", FOLDER.path, *paths.flat_map { |path| ["--verify", path] }]
      code = CLI.call(words, out: out = StringIO.new, err: StringIO.new)

      assert_equal [0, SAMPLE], [code, out.string.lines.size], out.string
    end

    def test_a_site_is_made_of_all
      Dir.mktmpdir do |dir|
        out = StringIO.new

        assert_equal 0, CLI.call(["publish", "#{dir}/site", "--results", FOLDER.path], out: out, err: StringIO.new)
        assert_match(/\A#{FOLDER.results.size} results: \d+ files written/, out.string)
        FOLDER.results.each { |result| assert_path_exists "#{dir}/site/data/#{result.folder}/#{result.name}.json" }
      end
    end
  end
end
