# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::BenchstatTest < Minitest::Test
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

    def test_what_is_not_comparable_is_configuration
      _, configuration = read(MadeRecord.table)

      assert_equal({ "cpu" => "AMD EPYC", "cores" => "2", "os" => "Debian GNU/Linux 12 (bookworm)", "memcached" => "1.6.18",
                     "placement" => "one-core" }, configuration)
    end

    def test_a_name_has_the_scenario_the_contender_and_the_workers
      results, = read(with_samples(contender: "dalli@git:v1-2,repo=../a b", mode: "sync"))

      assert_equal({ base: "BenchmarkCall", workers: "1", positional: %w[client set], mode: "sync",
                     contender: "dalli@git:v1-2,repo=..%2Fa%20b" }, results.first.parts)
    end

    def test_workers_stand_where_go_has_its_processors
      results, = read(with_samples(contender: "dalli", mode: "gevent-8,shared"))

      assert_equal ["8", "gevent,shared"], results.first.parts.values_at(:workers, :mode)
    end

    def test_a_row_without_figures_is_told_in_a_comment
      text = Report::Benchstat.new(MadeRecord.table(blocks: 0)).to_s

      assert_includes text, "# dalli client/set: failed: not measured before the run ended\n"
      assert_empty read(MadeRecord.table(blocks: 0)).first
    end

    private

    def with_samples(**changes)
      table = MadeRecord.table
      table.with(samples: table.samples.map { |sample| sample.with(**changes) })
    end

    def read(table)
      lines = Report::Benchstat.new(table).to_s.lines(chomp: true)
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
