# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ComparisonFootnotesTest < Minitest::Test
    def test_each_stands_under_its_contenders_name
      cells = ->(cell) { { "footnotes" => cell["cell"] == "c1" ? ["both", "looks twice"] : ["both"] } }

      assert_equal ["both", "dalli@2.7.11: looks twice"], footnotes(cells: cells)
    end

    def test_identical_code_is_told_once_and_judged_all_the_same
      lines = MadeComparison.lines(contenders: %w[dalli dalli#2], scenarios: ["client/get"]).map do |line|
        line["type"] == "process" ? line.merge("digest" => "one") : line
      end
      verdict = Stats::Comparison.of(Record.from_lines(lines)).verdicts.first

      assert_equal ["dalli#2: identical to dalli: same code, same options"], verdict.footnotes
      assert_equal "same", verdict.verdict
    end

    private

    def footnotes(**options) = MadeComparison.comparison(scenarios: ["client/get"], **options).verdicts.first.footnotes
  end
end
