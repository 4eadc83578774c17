# frozen_string_literal: true

require "test_helper"
require "json"
require "json_schemer"

module Cachemark
  class CLI::MergeTest < Minitest::Test
    include ACommand

    def test_joins_records_and_reports_their_verdicts
      assert_equal 0, command("merge", part("laptop", 1), part("server", 2), part("third", 3), "--output", file("all.jsonl"))
      assert_match(/dalli@3.2.8 is 10 % slower/, out.string)
      assert_match(/^laptop +dalli@3.2.8: get +▲ slower/, out.string)
      assert_match(/Note: over 3 hosts \(laptop, server and third\)/, out.string)
    end

    def test_the_merged_record_has_every_report
      merge
      Report::Comparison.formats.each do |format|
        assert_equal 0, command("show", file("all.jsonl"), "--format", format)
        assert_includes out.string, "dalli@3.2.8", format
      end
    end

    def test_json_has_the_verdict_of_each_host
      merge
      command("show", file("all.jsonl"), "--format", "json")
      document = ::JSON.parse(out.string)
      verdict = document["verdicts"].first
      schema = JSONSchemer.schema(Pathname(File.join(ROOT, "schema", "compare.json")))

      assert_empty schema.validate(document).map { |error| error["error"] }
      assert_equal(%w[laptop server], verdict["hosts"].map { |host| host["host"] })
      assert_in_delta 0.0, verdict["spread"], 0.01
    end

    def test_a_record_that_exists_is_never_overwritten
      File.write(file("all.jsonl"), "mine")

      assert_match(/never overwritten/, refused("merge", part("a", 1), part("b", 2), "--output", file("all.jsonl")))
      assert_equal "mine", File.read(file("all.jsonl"))
    end

    def test_a_merged_record_can_be_merged_again
      command("merge", part("a", 1), part("b", 2), "--output", file("ab.jsonl"))

      assert_equal 0, command("merge", file("ab.jsonl"), part("c", 3), "--output", file("abc.jsonl"))
    end

    def test_a_line_that_no_cachemark_wrote_is_reported_with_the_files
      damaged = part("a", 1)
      run, *others = File.readlines(damaged)
      File.write(damaged, [JSON.generate(JSON.parse(run).merge("placement" => "x")), "\n", *others].join)

      assert_match(/a.jsonl and .*b.jsonl: its figures cannot be read \(/, refused("merge", damaged, part("b", 2)))
    end

    private

    def merge = command("merge", part("laptop", 1), part("server", 2), "--output", file("all.jsonl"))

    def part(name, seed)
      lines = MadeComparison.lines(effects: { "client/get" => 0.1, "client/set" => 0.1 }, seed: seed, run: { "seed" => seed })
      file("#{name}.jsonl").tap { |path| File.write(path, lines.map { |line| "#{::JSON.generate(line)}\n" }.join) }
    end
  end
end
