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
      text = text(width: 140)

      assert_match(/^a  \(a@1.0\)\nmixed +4 get, set, add, delete, incr, decr, touch +10 +300 +30 +4 +4 marshalled$/, text)
      assert_match(/^get +3 get +3 +300 +30 +3 +3 +1$/, text)
      assert_match(/^get +failed +2$/, text)
      assert_match(/^1  raises and rescues an exception per hit \(Miss\): 3 per iteration$/, text)
      assert_match(/^2  failed: not measured before the run ended$/, text)
      refute_includes text, "no room"
    end

    def test_every_command_can_be_read_where_there_is_little_room
      [80, 60, 40].each do |width|
        text = text(width: width)

        assert_equal "4 get, set, add, delete, incr, decr, touch", commands(text)
        assert_operator text.lines.map(&:chomp).map(&:size).max, :<=, width
      end
    end

    def test_what_is_worth_least_goes_first_and_is_told
      heads = [80, 60, 50].map { |width| text(width: width).lines.find { |line| line.include?("commands  ") }.split }

      assert_equal %w[commands trips out in hits raised values notes], heads[0]
      assert_equal %w[commands trips out in hits notes], heads[1]
      assert_equal %w[commands trips out in notes], heads[2]
      assert_includes text(width: 60).gsub(/\s+/, " "),
                      "Note: no room here for raised and values: a terminal of 74 columns shows all"
    end

    def test_the_first_line_says_how_many_rows_have_something_to_say
      assert_match(/^2 of 3 rows have a footnote, where the work is not what its label says, or its peers do\.$/,
                   text(width: 140))
    end

    def test_says_where_the_record_is
      assert_match(%r{^Record: /r.jsonl$}, text(record: "/r.jsonl"))
    end

    private

    # What stands in the column of commands of the first row.
    def commands(text)
      lines = text.lines(chomp: true)
      at = lines.find { |line| line.include?("commands") }.index("commands")
      lines.drop_while { |line| !line.start_with?("mixed") }.take_while { |line| line.start_with?("mixed", " ") }
           .map { |line| line[at..].split("  ").first }.join(" ")
    end

    def text(**page) = Report::Work::Terminal.new(Said::WorkTable.of(MadeWork.record(*ROWS)), **page).to_s
  end
end
