# frozen_string_literal: true

require "test_helper"

module Check
  class SizesTest < Minitest::Test
    include FixtureTree

    LARGEST = ("x" * 1_000_000).freeze

    def test_accepts_a_file_of_one_megabyte
      assert_empty problems_of("sizes", "docs/x.jsonl" => LARGEST)
    end

    def test_a_larger_file_is_a_problem
      assert_equal ["docs/x.jsonl: has 1.1 MB, and a file may have 1 MB"], problems_of("sizes", "docs/x.jsonl" => "#{LARGEST}x")
    end

    def test_many_files_are_a_problem
      files = Array.new(25) { |number| ["docs/#{number}.jsonl", LARGEST] }.to_h

      assert_empty problems_of("sizes", files)
      assert_equal ["the files of this tree: have 25.1 MB, and may have 25 MB"], problems_of("sizes", files, "README.md" => "x")
    end
  end
end
