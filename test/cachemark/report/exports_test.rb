# frozen_string_literal: true

require "test_helper"
require "json"
require "json_schemer"
require "rexml/document"

module Cachemark
  class Report::ExportsTest < Minitest::Test
    # A schema of Bencher's Metric Format, after its reference, and the lengths that it allows.
    METRIC = { "type" => "object", "required" => ["value"], "additionalProperties" => false,
               "properties" => %w[value lower_value upper_value].to_h { |name| [name, { "type" => "number" }] } }.freeze
    BENCHER = JSONSchemer.schema({
      "$schema" => "http://json-schema.org/draft-07/schema#", "type" => "object", "propertyNames" => { "maxLength" => 1024 },
      "additionalProperties" => { "type" => "object", "minProperties" => 1, "additionalProperties" => METRIC,
                                  "propertyNames" => { "pattern" => "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength" => 64 } }
    })
    # A schema of the entries of customSmallerIsBetter, after that action's README.
    TEXTS = %w[name unit range extra].to_h { |name| [name, { "type" => "string", "minLength" => 1 }] }
    ENTRY = { "type" => "object", "required" => %w[name unit value], "additionalProperties" => false,
              "properties" => { "value" => { "type" => "number" }, **TEXTS } }.freeze
    ENTRIES = JSONSchemer.schema({ "type" => "array", "items" => ENTRY })
    BAD = "<a href=\"x\">&'\u0000\u001b[31m\n]]> \xff".dup.force_encoding("UTF-8").freeze
    READ = "<a href=\"x\">&'??[31m\n]]> ?"

    def test_a_name_of_benchstat_has_the_scenario_the_contender_and_the_workers
      { { contender: "dalli@git:v1-2,repo=../a b", mode: "sync" } => "contender=dalli@git:v1-2,repo=..%2Fa%20b/mode=sync-1",
        { contender: "dalli", mode: "gevent-8,shared" } => "contender=dalli/mode=gevent,shared-8" }.each do |changes, name|
        table = MadeRecord.table
        text = Report::Run.text(table.with(samples: table.samples.map { |sample| sample.with(**changes) }), "benchstat")

        assert_equal "BenchmarkCall/client/set/#{name}", text[/^Benchmark\S+/]
      end
    end

    def test_trackers_can_read_every_table
      [MadeRecord.table, MadeRecord.table(processes: 2), MadeRecord.table(blocks: 0)].each do |table|
        assert_empty BENCHER.validate(bencher(table)).to_a
        assert_empty ENTRIES.validate(entries(table)).to_a
      end
      assert_empty BENCHER.validate(bencher(MadeRates.table, Report::OpenLoop)).to_a
      assert_empty ENTRIES.validate(entries(MadeRates.table, Report::OpenLoop)).to_a
    end

    def test_counts_are_figures_for_trackers
      counted = bencher(MadeRecord.counted).values.first

      assert_equal [79_086.0, 1.0], %w[instructions writes].map { |name| counted.dig(name, "value") }
      assert_equal "instructions/call", entries(MadeRecord.counted)[-2]["unit"]
    end

    def test_any_text_in_junit_can_be_read_back
      suite = suite(test(state: "failure", type: "x", message: BAD, text: BAD), output: BAD)

      assert_equal READ, suite.elements["testcase/failure"].attributes["message"]
      assert_equal [READ, READ], [suite.elements["testcase/failure"], suite.elements["system-out"]].map(&:text)
    end

    def test_a_suite_of_junit_counts_its_cases
      cases = [nil, *%w[failure] * 2, *%w[error] * 3, *%w[skipped] * 4].map { |state| test(state: state, inline: true) }
      suite = suite(*cases)

      assert_equal %w[10 2 3 4], %w[tests failures errors skipped].map { |name| suite.attributes[name] }
      assert_nil suite(test, skips: false).attributes["skipped"]
    end

    private

    def bencher(table, kind = Report::Run) = ::JSON.parse(kind.text(table, "bencher"))
    def entries(table, kind = Report::Run) = ::JSON.parse(kind.text(table, "github-action-benchmark"))

    def test(**members) = Report::Exports::Case.new(group: "g", name: "n", **members)

    def suite(*cases, **members)
      suite = Report::Exports::Suite.new(name: "s", cases: cases, **members)
      data = Object.new.tap { |object| object.define_singleton_method(:suites) { |value| [value] } }
      REXML::Document.new(Report::Exports.junit(data, suite)).root.elements["testsuite"]
    end
  end
end
