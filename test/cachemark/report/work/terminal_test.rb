# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Work::TerminalTest < Minitest::Test
    GET = MadeWork.command("get", count: 4, hits: 4, encodings: %w[marshalled], value_bytes: [4])
    OTHERS = %w[set add delete incr decr touch].map { |name| MadeWork.command(name, count: 1) }.freeze
    ROWS = [MadeWork.row("a", "store/mixed", [GET, *OTHERS]),
            MadeWork.row("a", "store/get", [MadeWork.command("get", hits: 3)], exceptions: { "Miss" => 3 }),
            MadeWork.row("b", "store/get", []).first(2)].freeze

    def test_a_line_for_each_row_and_a_footnote_for_each_difference
      text = text(width: 120)

      assert_match(/^a  \(a@1.0\)\nmixed +4 get, set, add, delete, incr… +10 +300 +30 +4 +4 marshalled$/, text)
      assert_match(/^get +3 get +3 +300 +30 +3 +3 +1$/, text)
      assert_match(/^get +failed +2$/, text)
      assert_match(/^1  raises exceptions 3 times per iteration/, text)
      assert_match(/^2  failed: not measured before the run ended$/, text)
    end

    def test_what_is_worth_least_goes_first_where_there_is_little_room
      heads = [120, 80, 60].map { |width| text(width: width).lines.find { |line| line.include?("commands  ") }.split }

      assert_includes heads[0], "raised"
      refute_includes heads[1], "raised"
      assert_equal %w[commands notes], heads[2] - %w[trips values out]
      assert_operator text(width: 80).lines.map(&:chomp).map(&:size).max, :<=, 80
    end

    def test_says_where_the_record_is
      assert_match(%r{^Record: /r.jsonl$}, text(record: "/r.jsonl"))
    end

    private

    def text(**page) = Report::Work::Terminal.new(Stats::WorkTable.of(MadeWork.record(*ROWS)), **page).to_s
  end
end
