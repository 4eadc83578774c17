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
      assert_equal 0, command("explain", *sides, "--scenario", "client/get", "--output", "record=#{record}", "--format",
                              "full")

      assert_match(/\A\S+ makes \S+ more calls per get than\s+\S+, most in String#hash \(\S+:53\)/, out.string)
      assert_match(/executes \d+,\d+ more instructions per get than\s+\S+, most in \S+ \(libruby/, out.string) if valgrind?
      assert_equal true, Record::Reader.read(record).run.dig("options", "all")
      command("show", record, "--format", "json")
      assert_equal "cachemark/explain/1", JSON.parse(out.string)["schema"]
    end

    private

    def valgrind? = Host::Keeper.start { |keeper| keeper.which("valgrind") }
  end
end
