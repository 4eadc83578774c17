# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  # The results of this repository, by the code of today. It may have more members than they have, and other words.
  class Results::PublishedTest < Minitest::Test
    FOLDER = Results::Folder.new("#{ROOT}/results")
    # Records have megabytes, so that each run of the tests reads two of them.
    SAMPLE = 2
    WORDS = %w[answer notes footnotes reason note].freeze

    def test_a_result_is_what_its_record_says
      sample = FOLDER.results.sample(SAMPLE, random: Random.new(Minitest.seed))

      assert_equal SAMPLE, sample.size
      sample.each { |result| assert_equal wordless(result.facts), common(wordless(result.facts), today(result)), result.name }
    end

    def test_a_result_has_the_copy_of_its_record
      FOLDER.results.each do |result|
        text = Zlib::GzipReader.open(FOLDER.copy(result), &:read)

        assert_equal result.facts["record"], { "sha256" => Digest::SHA256.hexdigest(text), "bytes" => text.bytesize }, result.name
      end
    end

    def test_a_site_is_made_of_all
      Dir.mktmpdir do |dir|
        out = StringIO.new

        assert_equal 0, CLI.call(["publish", "#{dir}/site", "--results", FOLDER.path], out: out, err: StringIO.new)
        assert_match(/\A#{FOLDER.results.size} results: \d+ files written/, out.string)
        FOLDER.results.each { |result| assert_path_exists "#{dir}/site/data/#{result.folder}/#{result.name}.json" }
      end
    end

    private

    # The facts that the copy of its record makes.
    def today(result)
      record = Record::Reader.read(FOLDER.copy(result))
      CLI::Summaries.new.of(record, copy: result.facts["record"], step: result.campaign).facts
    end

    def wordless(value)
      case value
      when Hash then value.except(*WORDS).transform_values { |one| wordless(one) }
      when Array then value.map { |one| wordless(one) }
      else value
      end
    end

    # What `today` has where `published` has something.
    def common(published, today)
      case [published, today]
      in [Hash, Hash] then published.to_h { |name, one| [name, common(one, today.fetch(name, :absent))] }
      in [Array, Array] then today.each_with_index.map { |one, at| at < published.size ? common(published[at], one) : one }
      else today
      end
    end
  end
end
