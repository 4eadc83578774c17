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

    private

    def result(lines)
      report = ::JSON.parse(Report::Check.text(MadeCheck.of(lines: lines), "json"))
      Results::Summary.new(MadeCheck.record(lines: lines), kind: "check", report: report, answer: [], client: :itself.to_proc,
                                                           copy: { "sha256" => "a" * 64, "bytes" => 1 }).to_h
    end
  end
end
