# frozen_string_literal: true

require "test_helper"
require "minitest/mock"

module Cachemark
  class CLI::ExplainTest < Minitest::Test
    include ACommand

    VALIDATED = "      key = key_with_namespace(key)\n"
    EDIT = { "lib/dalli/key_manager.rb" => { VALIDATED => "      key.hash\n#{VALIDATED}" * 20 } }.freeze

    # Each look takes seconds: test/cachemark/lab/explain_test.rb and inspection_test.rb have the others.
    class Calls < Lab::Explain
      def looks = %w[calls]
    end

    def test_two_contenders_are_examined_and_the_record_is_kept
      record = file("explain.jsonl")
      sides = [{}, EDIT].map { |edits| EditedCopies.notation("dalli@3.2.8", edits) }
      assert_equal 0, explain(*sides, "--scenario", "client/get", "--output", "record=#{record}", "--format", "full")

      assert_match(/\A\S+ makes \S+ more calls per get than\s+\S+, most in String#hash \(\S+:53\)/, out.string)
      assert_equal true, Record::Reader.read(record).run.dig("options", "all")
      command("show", record, "--format", "json")
      assert_equal "cachemark/explain/1", JSON.parse(out.string)["schema"]
    end

    private

    def explain(*words)
      made = Lab::Explain::Task.method(:new)
      Lab::Explain::Task.stub(:new, ->(**parts) { made.call(**parts, loop: Calls) }) { command("explain", *words) }
    end
  end
end
