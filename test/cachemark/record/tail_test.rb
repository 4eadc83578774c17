# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Record
    class TailTest < Minitest::Test
      SUMMARY = { "type" => "summary", "command" => "run" }.freeze

      def test_finds_the_summary_at_the_end
        assert_equal SUMMARY, summary("{\"type\":\"run\"}\n#{JSON.generate(SUMMARY)}\n")
        assert_equal SUMMARY, summary("#{JSON.generate(SUMMARY)}\n")
      end

      def test_reads_no_more_than_the_end
        big = "#{JSON.generate("type" => "block", "text" => "x" * (3 * Tail::BYTES))}\n"

        assert_equal SUMMARY, summary("#{big}#{JSON.generate(SUMMARY)}\n")
        assert_nil summary(big)
      end

      def test_reads_one_that_is_as_long_as_it_may_be
        longest = JSON.generate(SUMMARY.merge("text" => ""))
        longest = JSON.generate(SUMMARY.merge("text" => "x" * (Tail::BYTES - 1 - longest.bytesize)))

        assert_equal Tail::BYTES, longest.bytesize + 1
        assert_equal "run", summary("{}\n#{longest}\n")["command"]
      end

      def test_has_none_where_the_last_line_is_another_or_damaged
        ["", "{\"type\":\"end\"}\n", "{\"type\":\"summary\"", "[1]\n", "{\"type\":\"summ\n", "\xff\xfe\n"].each do |text|
          assert_nil summary(text), text.inspect
        end
      end

      private

      def summary(text)
        Dir.mktmpdir do |dir|
          path = File.join(dir, "a.jsonl")
          File.binwrite(path, text)
          Tail.summary(path)
        end
      end
    end
  end
end
