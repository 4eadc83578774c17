# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::ExplainTest < Minitest::Test
    include ACommand

    def test_two_contenders_are_examined_and_the_record_is_kept
      warm
      record = file("explain.jsonl")
      words = ["dalli@3.2.8", "dalli@3.2.8,protocol=meta", "--scenario", "client/get", "--record", record]
      assert_equal 0, command("explain", *words)

      assert_match(/\Adalli@3.2.8,protocol=meta makes \S+ (?:more|fewer) calls per get than dalli@3.2.8, most in \S+/, out.string)
      command("show", record, "--format", "json")
      assert_equal "cachemark/explain/1", JSON.parse(out.string)["schema"]
    end

    def test_wrong_words_are_refused_before_anything_starts
      { %w[dalli] => /needs two contenders, not 1/, %w[dalli dalli@3.2.8 memcached] => /needs two contenders, not 3/,
        %w[dalli dalli@3.2.8] => /needs one scenario, not 7.*--scenario client/m,
        %w[socket python/socket --scenario client/get] => /two contenders of one language, not of Ruby and Python/ }
        .each { |words, why| assert_match why, refused("explain", *words) }
    end
  end
end
