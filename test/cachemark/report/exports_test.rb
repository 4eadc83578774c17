# frozen_string_literal: true

require "test_helper"
require "json"
require "json_schemer"
require "rexml/document"

module Cachemark
  class Report::ExportsTest < Minitest::Test
    # The Go benchmark format as its specification has it: a line is a result, a configuration, or nothing.
    KEY = /\A([[:lower:]][^[:space:][:upper:]:]*):(?:[ \t]+(.*))?\z/
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

    def test_benchstat_has_a_line_for_each_process_of_each_row
      results, configuration = benchstat(MadeRecord.table(contenders: %w[dalli memcached], processes: 7))
      figures = results.first[2..].each_slice(2).to_h { |value, unit| [unit, Float(value)] }

      assert_equal({ "dalli" => 7, "memcached" => 7 }, results.map { |result| result.first[/contender=(\w+)/, 1] }.tally)
      assert_equal ["300"], results.map { |result| result[1] }.uniq
      assert_equal %w[ns/op user-sec/op system-sec/op allocs/op], figures.keys
      assert_in_delta 2_000, figures["ns/op"], 1e-3
      assert_in_delta 1e-6, figures["user-sec/op"], 1e-12
      assert_equal({ "cpu" => "AMD EPYC", "cores" => "2", "os" => "Debian GNU/Linux 12 (bookworm)", "memcached" => "1.6.18",
                     "placement" => "one-core" }, configuration)
    end

    def test_a_name_of_benchstat_has_the_scenario_the_contender_and_the_workers
      { { contender: "dalli@git:v1-2,repo=../a b", mode: "sync" } => "contender=dalli@git:v1-2,repo=..%2Fa%20b/mode=sync-1",
        { contender: "dalli", mode: "gevent-8,shared" } => "contender=dalli/mode=gevent,shared-8" }.each do |changes, name|
        table = MadeRecord.table
        results, = benchstat(table.with(samples: table.samples.map { |sample| sample.with(**changes) }))

        assert_equal "BenchmarkCall/client/set/#{name}", results.first.first
      end
    end

    def test_a_row_without_figures_is_a_comment_of_benchstat
      table = MadeRecord.table(blocks: 0)

      assert_includes Report::Run.text(table, "benchstat"), "# dalli client/set: failed: not measured before the run ended\n"
      assert_empty benchstat(table).first
    end

    def test_trackers_can_read_every_table
      [MadeRecord.table, MadeRecord.table(processes: 2), MadeRecord.table(blocks: 0)].each do |table|
        assert_empty BENCHER.validate(bencher(table)).to_a
        assert_empty ENTRIES.validate(entries(table)).to_a
      end
      assert_empty BENCHER.validate(bencher(MadeRates.table, Report::OpenLoop)).to_a
      assert_empty ENTRIES.validate(entries(MadeRates.table, Report::OpenLoop)).to_a
    end

    def test_bencher_has_each_figure_with_its_interval
      table = MadeRecord.table
      row = table.shown.first
      intervals = { "latency" => [row.wall_ns, *row.interval], "socket-ratio" => [row.socket_ratio, *row.socket_ratio_interval],
                    "allocations" => [row.allocations] }

      assert_equal intervals, bencher(table)["dalli client/set"].transform_values(&:values)
      counted = bencher(MadeRecord.counted).values.first
      assert_equal [79_086.0, 1.0], %w[instructions writes].map { |name| counted.dig(name, "value") }
    end

    def test_a_mode_and_a_rate_are_part_of_the_name
      table = MadeRecord.table
      rows = table.shown.flat_map { |row| [row, row.with(mode: "threads-4")] }
      rates = bencher(MadeRates.table(rates: [1_000, 2_000]), Report::OpenLoop)

      assert_equal ["dalli client/set", "dalli client/set threads-4"], bencher(table.with(rows: rows)).keys
      assert_equal ["dalli client/get at 1000/s", "dalli client/get at 2000/s"], rates.keys
      assert_equal %w[latency-p50 latency-p90 latency-max], rates.values.first.keys - %w[latency-p99 latency-p99-9]
    end

    def test_github_action_benchmark_has_an_entry_for_each_figure
      entries = entries(MadeRecord.table { |contender, process, _| (contender == "socket" ? 1_000 : 2_000) + process })

      assert_equal [["dalli client/set: time per call", "ns/call"], ["dalli client/set: x socket", "ratio"],
                    ["dalli client/set: allocations", "objects/call"]], entries.map { |entry| entry.values_at("name", "unit") }
      assert_match(/\A± 0\.\d %\z/, entries.first["range"])
      assert_match(/^dalli@1\.0\nruby 3\.1\.2\n8 processes/, entries.first["extra"])
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

    # [the words of each result, the configuration]
    def benchstat(table)
      lines = Report::Run.text(table, "benchstat").lines(chomp: true)
      [lines.grep(/\ABenchmark/).map(&:split), lines.grep(KEY).to_h { |line| line.match(KEY).captures }]
    end

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
