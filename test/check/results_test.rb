# frozen_string_literal: true

require "test_helper"
require "digest"

module Check
  class ResultsTest < Minitest::Test
    include FixtureTree

    LINE = "#{Digest::SHA256.hexdigest("{}\n")}  m/a.json\n".freeze
    FILES = { "results/SHA256SUMS" => LINE, "results/m/a.json" => "{}\n", "results/README.md" => "#\n" }.freeze

    def test_accepts_what_is_listed
      assert_empty problems_of("results", FILES)
      assert_empty problems_of("results", "README.md" => "#\n")
    end

    def test_a_figure_that_somebody_edited_is_a_problem
      assert_equal ["results/m/a.json: is not what was published: results/SHA256SUMS has another digest"],
                   problems_of("results", FILES.merge("results/m/a.json" => "{ }\n"))
    end

    def test_a_result_that_somebody_removed_is_a_problem
      assert_equal ["results/m/a.json: is absent, and results/SHA256SUMS lists it"],
                   problems_of("results", FILES.except("results/m/a.json"))
    end

    def test_a_record_that_somebody_added_is_a_problem
      assert_match(%r{\Aresults/m/a.jsonl.gz: is not in results/SHA256SUMS; the repository takes no new results},
                   problems_of("results", FILES.merge("results/m/a.jsonl.gz" => "x")).join("\n"))
      assert_equal 1, problems_of("results", FILES.except("results/SHA256SUMS")).size
    end

    # Both programs must read the same list.
    def test_the_list_is_one_that_sha256sum_reads
      Dir.mktmpdir do |root|
        plant(root, FILES)

        assert system("sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS", chdir: "#{root}/results")
      end
    end
  end
end
