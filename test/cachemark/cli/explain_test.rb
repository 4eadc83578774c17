# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::ExplainTest < Minitest::Test
    include ACommand

    VALIDATED = "      key = key_with_namespace(key)\n"
    EDIT = { "lib/dalli/key_manager.rb" => { VALIDATED => "      key.hash\n#{VALIDATED}" * 20 } }.freeze

    def test_two_contenders_are_examined_and_the_record_is_kept
      warm
      record = file("explain.jsonl")
      sides = [{}, EDIT].map { |edits| EditedCopies.notation("dalli@3.2.8", edits) }
      assert_equal 0, command("explain", *sides, "--scenario", "client/get", "--record", record)

      assert_match(/\A\S+ makes \S+ more calls per get than\s+\S+, most in String#hash \(\S+:53\)/, out.string)
      assert_match(/executes \d+,\d+ more instructions per get than\s+\S+, most in \S+ \(libruby/, out.string) if valgrind?
      command("show", record, "--format", "json")
      assert_equal "cachemark/explain/1", JSON.parse(out.string)["schema"]
    end

    def test_wrong_words_are_refused_before_anything_starts
      { %w[dalli] => /needs two contenders, not 1/, %w[dalli dalli@3.2.8 memcached] => /needs two contenders, not 3/,
        %w[dalli dalli@3.2.8] => /needs one scenario, not 7.*--scenario client/m,
        %w[socket python/socket --scenario client/get] => /two contenders of one language, not of Ruby and Python/ }
        .each { |words, why| assert_match why, refused("explain", *words) }
    end

    private

    def valgrind? = Host::Keeper.start { |keeper| keeper.which("valgrind") }
  end
end
