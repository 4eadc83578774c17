# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::Delivery::SubjectTest < Minitest::Test
    def test_a_run_is_a_table
      subject = CLI::Delivery::Subject.new(MadeRecord.of)

      assert_predicate subject, :table?
      assert_match(/^set +2\.000 µs/, subject.report("terminal", width: 100))
    end

    def test_a_run_at_rates_has_its_own_reports
      subject = CLI::Delivery::Subject.new(MadeRates.of)

      refute_predicate subject, :table?
      assert_match(%r{^get +1,000/s}, subject.report("terminal", width: 100))
      assert_equal "cachemark/open-loop/1", JSON.parse(subject.report("json"))["schema"]
      assert_raises(Usage) { subject.report("classic") }
    end

    def test_only_a_run_can_be_one_at_rates
      assert_equal ["run --rate", "run", "compare"],
                   [["run", { "rates" => [5] }], ["run", {}], ["compare", { "rates" => [5] }]]
                     .map { |command, options| CLI::Delivery::Subject.kind({ "command" => command, "options" => options }) }
    end

    def test_a_comparison_has_its_own_reports
      subject = CLI::Delivery::Subject.new(MadeComparison.of(effects: { "client/get" => 0.05 }))

      refute_predicate subject, :table?
      assert_match(/^get +\+ slower/, subject.report("terminal", width: 100))
      assert_equal "cachemark/compare/1", JSON.parse(subject.report("json"))["schema"]
    end

    def test_a_format_of_another_kind_is_refused
      assert_raises(Usage) { CLI::Delivery::Subject.new(MadeRecord.of).report("junit") }
      assert_raises(Usage) { CLI::Delivery::Subject.new(MadeComparison.of).report("classic") }
    end

    def test_the_record_and_what_to_do_next_end_a_page
      record = Record.from_lines(MadeRecord.lines, path: "/records/run.jsonl")

      assert_match(%r{^Record: /records/run.jsonl\nNext: cachemark show /records}, CLI::Delivery::Subject.new(record).report("terminal"))
    end

    def test_a_search_that_was_ended_says_how_to_go_on
      { "interrupted" => true, "stopped early" => true, "complete" => false }.each do |outcome, goes_on|
        lines = MadeComparison.lines(command: "find", ending: { "outcome" => outcome })
        page = CLI::Delivery::Subject.new(Record.from_lines(lines, path: "/r.jsonl")).report("terminal")

        assert_equal goes_on, page.include?("\nNext: cachemark find --resume /r.jsonl\nNext: cachemark show"), outcome
      end
    end

    def test_the_proposed_next_command_works
      %w[run compare gate find selftest].each do |command|
        lines = MadeComparison.lines(command: command)
        subject = CLI::Delivery::Subject.new(Record.from_lines(lines, path: "/r.jsonl"))
        format = subject.report("terminal")[/^Next: cachemark show .* --format (\w+)/, 1]

        assert subject.report(format), command
      end
    end

    def test_knows_every_format
      assert_empty %w[terminal classic markdown json csv github junit] - CLI::Delivery::Subject.formats
    end
  end
end
