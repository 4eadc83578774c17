# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  class Env::SourceFilesTest < Minitest::Test
    GLOBS = ["lib/**/*", "lib/a*", "*.py"].freeze

    def test_names_and_contents_of_what_matters_make_the_digest
      digests = [{}, { "lib/a" => "2" }, { "lib/c" => "" }, { "lib/b/d" => "1" }, { "README" => "new" }].map do |change|
        digest({ "lib/a" => "1", "lib/b/d" => "2", "x.py" => "3" }.merge(change))
      end

      assert_equal 4, digests.uniq.size
      assert_equal digests.first, digests.last
    end

    def test_a_file_that_two_patterns_find_counts_once
      assert_equal digest({ "lib/a" => "1" }), digest({ "lib/a" => "1" }, GLOBS.reverse)
      assert_equal digest({ "lib/a" => "1" }), digest({ "lib/a" => "1" }, GLOBS.first(1))
    end

    private

    def digest(files, globs = GLOBS)
      Dir.mktmpdir do |dir|
        files.each do |path, text|
          FileUtils.mkdir_p(File.dirname(File.join(dir, path)))
          File.write(File.join(dir, path), text)
        end
        Env::SourceFiles.new(dir, globs).digest
      end
    end
  end
end
