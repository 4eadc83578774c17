# frozen_string_literal: true

require "test_helper"
require "json"
require "json_schemer"

module Cachemark
  class Report::Trackers::BenchstatTest < Minitest::Test
    # The Go benchmark format as its specification has it: a line is a result, a configuration, or nothing.
    KEY = /\A([[:lower:]][^[:space:][:upper:]:]*):(?:[ \t]+(.*))?\z/
    Result = Struct.new(:name, :iterations, :values, keyword_init: true) do
      # Base name and parts, the digits after a last hyphen apart.
      def parts
        whole, workers = name.match(/\A(.*?)(?:-(\d+))?\z/).captures
        base, *parts = whole.split("/")
        { base: base, workers: workers, positional: parts.grep_v(/=/),
          **parts.grep(/=/).to_h { |part| part.split("=", 2).then { |key, value| [key.to_sym, value] } } }
      end
    end

    def test_a_line_for_each_process_of_each_row
      results, = read(MadeRecord.table(contenders: %w[dalli memcached], processes: 7))

      assert_equal({ "dalli" => 7, "memcached" => 7 }, results.map { |result| result.parts[:contender] }.tally)
      assert_equal [300], results.map(&:iterations).uniq
      assert_equal [%w[ns/op user-sec/op system-sec/op allocs/op]], results.map { |result| result.values.keys }.uniq
      assert_in_delta 2_000, results.first.values["ns/op"], 1e-3
      assert_in_delta 1e-6, results.first.values["user-sec/op"], 1e-12
    end

    def test_the_machine_and_the_server_are_configuration
      _, configuration = read(MadeRecord.table)

      assert_equal({ "cpu" => "AMD EPYC", "cores" => "2", "os" => "Debian GNU/Linux 12 (bookworm)", "memcached" => "1.6.18",
                     "placement" => "one-core" }, configuration)
    end

    def test_a_name_has_the_scenario_the_contender_and_the_workers
      results, = read(with_samples(contender: "dalli@git:v1-2,repo=../a b", mode: "sync"))

      assert_equal({ base: "BenchmarkCall", workers: "1", positional: %w[client set], mode: "sync",
                     contender: "dalli@git:v1-2,repo=..%2Fa%20b" }, results.first.parts)
    end

    def test_puts_workers_in_the_place_of_processors
      results, = read(with_samples(contender: "dalli", mode: "gevent-8,shared"))

      assert_equal ["8", "gevent,shared"], results.first.parts.values_at(:workers, :mode)
    end

    def test_a_row_without_figures_is_a_comment
      text = Report::Run.text(MadeRecord.table(blocks: 0), "benchstat")

      assert_includes text, "# dalli client/set: failed: not measured before the run ended\n"
      assert_empty read(MadeRecord.table(blocks: 0)).first
    end

    private

    def with_samples(**changes)
      table = MadeRecord.table
      table.with(samples: table.samples.map { |sample| sample.with(**changes) })
    end

    def read(table)
      lines = Report::Run.text(table, "benchstat").lines(chomp: true)
      results = lines.grep(/\ABenchmark/).map do |line|
        name, iterations, *pairs = line.split(/[[:space:]]+/)
        refute_empty pairs
        values = pairs.each_slice(2).to_h { |value, unit| [unit, Float(value)] }
        Result.new(name: name, iterations: Integer(iterations), values: values)
      end
      [results, lines.grep(KEY).to_h { |line| line.match(KEY).captures }]
    end
  end
end

module Cachemark
  class Report::Trackers::TrackedTest < Minitest::Test
    def test_a_row_is_called_what_it_is_called_in_every_run
      table = MadeRecord.table
      rows = table.shown.flat_map { |row| [row, row.with(mode: "threads-4")] }

      assert_equal ["dalli client/set", "dalli client/set threads-4"],
                   Report::Trackers::Tracked.of_table(table.with(rows: rows)).map(&:name)
    end

    def test_time_has_its_interval_and_every_figure_its_unit
      table = MadeRecord.table
      row = table.shown.first
      measures = Report::Trackers::Tracked.of_table(table).first.measures

      assert_equal [["latency", "ns/call", row.wall_ns, row.interval],
                    ["socket-ratio", "ratio", row.socket_ratio, row.socket_ratio_interval],
                    ["allocations", "objects/call", row.allocations, nil]],
                   measures.map { |one| [one.slug, one.unit, one.value, one.interval] }
    end

    def test_counts_are_measures_too
      measures = Report::Trackers::Tracked.of_table(MadeRecord.counted).first.measures

      assert_equal [["instructions", "instructions/call", 79_086.0], ["writes", "system calls/call", 1.0]],
                   measures.last(2).map { |one| [one.slug, one.unit, one.value] }
    end

    def test_omits_a_row_without_figures
      assert_empty Report::Trackers::Tracked.of_table(MadeRecord.table(blocks: 0))
    end

    def test_a_cell_at_a_rate_is_a_separate_benchmark
      tracked = Report::Trackers::Tracked.of_open_loop(MadeRates.table(rates: [1_000, 2_000]))

      assert_equal ["dalli client/get at 1000/s", "dalli client/get at 2000/s"], tracked.map(&:name)
      assert_equal %w[latency-p50 latency-p90 latency-max], tracked.first.measures.map(&:slug) - %w[latency-p99 latency-p99-9]
    end
  end
end

module Cachemark
  class Report::BencherTest < Minitest::Test
    # A schema of Bencher's Metric Format, after its reference, and the lengths that it allows.
    METRIC = { "type" => "object", "required" => ["value"], "additionalProperties" => false,
               "properties" => %w[value lower_value upper_value].to_h { |name| [name, { "type" => "number" }] } }.freeze
    FORMAT = JSONSchemer.schema({
      "$schema" => "http://json-schema.org/draft-07/schema#", "type" => "object", "propertyNames" => { "maxLength" => 1024 },
      "additionalProperties" => { "type" => "object", "minProperties" => 1, "additionalProperties" => METRIC,
                                  "propertyNames" => { "pattern" => "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength" => 64 } }
    })

    def test_follows_the_metric_format
      tables = [MadeRecord.table, MadeRecord.table(processes: 2), MadeRecord.table(blocks: 0)]

      tables.each { |table| assert_empty FORMAT.validate(document(table)).to_a }
      assert_empty FORMAT.validate(::JSON.parse(Report::OpenLoop.text(MadeRates.table, "bencher"))).to_a
    end

    def test_latency_is_the_time_per_call_with_its_interval
      table = MadeRecord.table
      row = table.shown.first

      assert_equal [row.wall_ns, *row.interval],
                   document(table).dig("dalli client/set", "latency").values_at("value", "lower_value", "upper_value")
    end

    private

    def document(table) = ::JSON.parse(Report::Run.text(table, "bencher"))
  end
end

module Cachemark
  class Report::GitHubActionBenchmarkTest < Minitest::Test
    # A schema of the entries of customSmallerIsBetter, after that action's README.
    TEXTS = %w[name unit range extra].to_h { |name| [name, { "type" => "string", "minLength" => 1 }] }
    ENTRY = { "type" => "object", "required" => %w[name unit value], "additionalProperties" => false,
              "properties" => { "value" => { "type" => "number" }, **TEXTS } }.freeze
    ENTRIES = JSONSchemer.schema({ "type" => "array", "items" => ENTRY })

    def test_follows_what_the_action_reads
      [MadeRecord.table, MadeRecord.table(processes: 2), MadeRecord.table(blocks: 0)].each do |table|
        assert_empty ENTRIES.validate(entries(table)).to_a
      end
      assert_empty ENTRIES.validate(::JSON.parse(Report::OpenLoop.text(MadeRates.table, "github-action-benchmark"))).to_a
    end

    def test_each_figure_is_an_entry_with_its_own_name
      entries = entries(MadeRecord.table { |contender, process, _| (contender == "socket" ? 1_000 : 2_000) + process })

      assert_equal ["dalli client/set: time per call", "dalli client/set: x socket", "dalli client/set: allocations"],
                   entries.map { |entry| entry["name"] }
      assert_match(/\A± 0\.\d %\z/, entries.first["range"])
      assert_match(/^dalli@1\.0\nruby 3\.1\.2\n8 processes/, entries.first["extra"])
    end

    private

    def entries(table) = ::JSON.parse(Report::Run.text(table, "github-action-benchmark"))
  end
end
