# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Results::SummaryTest < Minitest::Test
    def test_cases_that_passed_are_only_counted_unless_documentation_warns_against_the_use
      lines = [MadeCheck.line("dalli", "key/a", "PASS", because: "warned"),
               MadeCheck.line("dalli", "key/b", "UNSUPPORTED", because: "out of reach"), MadeCheck.line("dalli", "key/c", "FAIL")]
      result = result(lines)

      assert_equal [%w[key/a PASS warned], ["key/b", "UNSUPPORTED", "out of reach"], ["key/c", "FAIL", nil]],
                   result["cases"].map { |one| one.values_at("case", "outcome", "because") }
      assert_equal({ "dalli" => { "PASS" => 2, "UNSUPPORTED" => 1, "FAIL" => 1 } }, result["outcomes"])
      refute_includes result["cases"].last, "because"
    end

    def test_a_contender_without_an_environment_has_its_name_and_its_version
      cell = MadeRecord.lines.find { |line| line["type"] == "cell" && line["contender"] == "dalli" }
      absent = { **cell, "cell" => "c9", "contender" => "old", "notation" => "dalli@0.1,ruby=3.1", "client" => "ruby/dalli",
                 "given" => { "ruby" => "3.1" } }
      contenders = of_run([*MadeRecord.lines, absent])["contenders"]

      assert_equal({ "id" => "old", "client" => "ruby/dalli", "notation" => "dalli@0.1,ruby=3.1", "departures" => {},
                     "runtime_version" => "3.1", "memcached" => "1.6.18" }, contenders.last)
    end

    # It is that of the step before.
    def test_a_step_of_a_campaign_does_not_speak_of_the_load_before_it
      run = { "machine" => { **MadeRecord.lines.first["machine"], "load" => [1.9, 1.0, 1.0] } }
      notes = [nil, { "id" => "c", "begun" => "b", "step" => "s", "busy_percent" => 0.2 }].map do |step|
        of_run(MadeRecord.lines(run: run), step: step)["notes"].grep(/the machine was busy/).size
      end

      assert_equal [1, 0], notes
    end

    private

    def of_run(lines, **more)
      record = Record.from_lines(lines)
      report = { "rows" => [], "notes" => Report::Sentences.in(Stats::Table.of(record)).notes }
      Results::Summary.new(record, kind: "run", report: report, answer: [], client: :itself.to_proc,
                                   copy: { "sha256" => "a" * 64, "bytes" => 1 }, **more).to_h
    end

    def result(lines)
      report = ::JSON.parse(Report::Check.text(MadeCheck.of(lines: lines), "json"))
      Results::Summary.new(MadeCheck.record(lines: lines), kind: "check", report: report, answer: [], client: :itself.to_proc,
                                                           copy: { "sha256" => "a" * 64, "bytes" => 1 }).to_h
    end
  end
end
