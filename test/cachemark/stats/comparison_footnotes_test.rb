# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ComparisonFootnotesTest < Minitest::Test
    def test_each_stands_under_its_contenders_name
      cells = ->(cell) { { "footnotes" => cell["cell"] == "c1" ? ["both", "looks twice"] : ["both"] } }

      assert_equal ["both: both", "dalli@2.7.11: looks twice"], footnotes(cells: cells)
    end

    def test_identical_code_is_told_once_and_judged_all_the_same
      lines = MadeComparison.lines(contenders: %w[dalli dalli#2], scenarios: ["client/get"]).map do |line|
        line["type"] == "process" ? line.merge("digest" => "one") : line
      end
      verdict = Stats::Comparison.of(Record.from_lines(lines)).verdicts.first

      assert_equal ["dalli#2: identical to dalli: same code, same options"], verdict.footnotes
      assert_equal "same", verdict.verdict
    end

    # What both do alike is no reason for a difference.
    def test_only_the_work_that_differs_is_told
      entry = ->(bytes) { [MadeWork.command("get", hits: 3, encodings: ["ActiveSupport entry"], value_bytes: [bytes])] }
      definition = MadeWork.plain(MadeWork::CATALOG.scenario("client/get").to_record)
      works = { "dalli@2.7.11" => work(entry[84], 3), "dalli@3.2.8" => work(entry[11], 4) }

      assert_equal ["dalli@3.2.8: 4 round trips where dalli@2.7.11 makes 3",
                    "dalli@2.7.11: its values take 84 bytes where dalli@3.2.8's take 11"],
                   footnotes(works: works, cells: { "definition" => definition })
    end

    private

    def work(commands, trips) = { "round_trips" => trips, "hits" => 3, "misses" => 0, "commands" => commands }

    def footnotes(**options) = MadeComparison.comparison(scenarios: ["client/get"], **options).verdicts.first.footnotes
  end
end
