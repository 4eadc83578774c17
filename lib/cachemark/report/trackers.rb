# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    # The formats of programs that track benchmarks over time.
    module Trackers
      # The Go benchmark format, which benchstat reads. A line is one fresh process of one row; these lines are the sample
      # for benchstat's intervals and tests. Source: https://golang.org/design/14313-benchmark-format.
      #
      # A name is Call/SCENARIO/contender=CONTENDER/mode=MODE-WORKERS. Facts that make runs incomparable are configuration
      # lines, because benchstat splits tables by them. Facts that may differ between compared runs (versions, seed, time)
      # are comments.
      class Benchstat
        #: (Stats::Table) -> void
        def initialize(table)
          @table = table
        end

        #: () -> String
        def to_s = "#{[*comments, *configuration, "", *@table.samples.map { |sample| line(sample) }].join("\n")}\n"

        private

        def comments
          facts = Provenance.new(@table).sentences + @table.shown.map { |row| comment(row) }.uniq
          facts.map { |fact| "# #{fact.gsub(/\s+/, " ")}" }
        end

        def comment(row)
          row.ok? ? "#{row.contender}: #{row.notation}" : "#{row.contender} #{row.scenario}: #{row.status}: #{row.reason}"
        end

        def configuration
          machine = @table.machine
          { "cpu" => machine["cpu"], "cores" => machine["cores"], "os" => machine["os"], "kernel" => machine["kernel"],
            "memcached" => @table.server["version"], "placement" => @table.placement["name"] }
            .compact.map { |key, value| "#{key}: #{value.to_s.gsub(/\s+/, " ")}" }
        end

        # CPU times are in seconds. benchstat does not rescale 0 ns, and would show it in a separate unit.
        def line(sample)
          figures = { "ns/op" => sample.wall_ns, "user-sec/op" => sample.user_ns&./(1e9),
                      "system-sec/op" => sample.system_ns&./(1e9), "allocs/op" => sample.allocations }.compact
          [name(sample), sample.iterations, *figures.map { |unit, value| format("%.8g %s", value, unit) }].join("\t")
        end

        # The number of workers is at the end, as GOMAXPROCS is in Go. Without it, benchstat would read a contender's own
        # "-2" as the number.
        def name(sample)
          workers = sample.mode[/-(\d+)/, 1] || 1
          scenario = sample.scenario.split("/").map { |part| word(part) }.join("/")
          "BenchmarkCall/#{scenario}/contender=#{word(sample.contender)}/mode=#{word(sample.mode.sub(/-\d+/, ""))}-#{workers}"
        end

        # A blank ends a name, and a slash ends a part of a name.
        def word(text) = text.gsub(%r{[[:space:]%/]}) { |sign| format("%%%02X", sign.ord) }
      end

      # The figures of a row for programs that track benchmarks. The names stay the same from run to run: they have no
      # versions, unless the user named one. It includes only rows with figures. For all measures, smaller is better.
      class Tracked < Value.define(:name, :measures, facts: [].freeze)
        # `slug` is the name for programs, `title` the name for people. `value` is in `unit`.
        Measure = Value.define(:slug, :title, :unit, :value, interval: nil)

        class << self
          # For each row of a run: time per call, cost relative to `socket`, allocations, and what else was counted.
          #: (Stats::Table) -> Array[Tracked]
          def of_table(table)
            table.shown.select(&:ok?).map do |row|
              measures = [measure("latency", "time per call", "ns/call", row.wall_ns, row.interval),
                          measure("socket-ratio", "x socket", "ratio", row.socket_ratio, row.socket_ratio_interval),
                          measure("allocations", "allocations", "objects/call", row.allocations), *counts(row)]
              new(name: name(row), measures: measures.compact, facts: facts(row))
            end
          end

          # For each row at a rate: percentiles of latency, measured from the times when calls were due.
          #: (Stats::OpenLoop) -> Array[Tracked]
          def of_open_loop(table)
            table.shown.select(&:ok?).map do |row|
              measures = Stats::Latencies::HEADINGS.map do |title, key|
                interval = row.intervals&.fetch(key, nil)
                measure("latency-#{title.tr(".", "-")}", "latency #{title}", "ns", row.percentiles[key], interval)
              end
              new(name: "#{name(row)} at #{row.rate}/s", measures: measures.compact, facts: facts(row))
            end
          end

          # Bencher's Metric Format, for `bencher run --adapter json`: benchmark => measure => value with its interval.
          # `latency` is Bencher's name, in ns. Source: the schema that Bencher publishes as bmf.json.
          #: (Array[Tracked]) -> String
          def bencher(tracked)
            json(tracked.to_h do |one|
              [one.name, one.measures.to_h do |measure|
                low, high = measure.interval
                [measure.slug, { value: measure.value, lower_value: low, upper_value: high }.compact]
              end]
            end)
          end

          # The input of the GitHub action `benchmark-action/github-action-benchmark` for `tool: customSmallerIsBetter`: an
          # array with an entry for each figure. Source: that action's README, "customSmallerIsBetter".
          #: (Array[Tracked]) -> String
          def github_action_benchmark(tracked)
            json(tracked.flat_map { |one| one.measures.map { |measure| entry(one, measure) } })
          end

          private

          def json(value) = "#{::JSON.pretty_generate(value)}\n"

          def entry(one, measure)
            { name: "#{one.name}: #{measure.title}", unit: measure.unit, value: measure.value,
              range: measure.interval && "± #{Figures.percent(Stats::Row.half_width(measure.interval))}",
              extra: one.facts.join("\n") }.compact
          end

          def measure(slug, title, unit, value, interval = nil)
            Measure.new(slug: slug, title: title, unit: unit, value: value, interval: interval) if value
          end

          def counts(row)
            row.counts.map { |name, value| measure(name.tr("_", "-"), name, CountColumns.unit(name), value) }
          end

          def name(row) = [row.contender, row.scenario, (row.mode unless row.mode == "sync")].compact.join(" ")

          def facts(row)
            [row.notation, row.runtime, "#{row.processes} processes, #{row.blocks} blocks", *row.footnotes].compact
          end
        end
      end
    end
  end
end
