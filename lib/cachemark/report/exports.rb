# frozen_string_literal: true

require "csv"
require "json"

module Cachemark
  module Report
    # The formats of other programs: a method for each. It gets the value of a report, and the Data of the report's module,
    # which has the facts:
    #
    # - `lines(value)`: [columns, Hashes with these keys]
    # - `figures(value)`: [columns that identify a row, [row, its Figures]...]
    # - `measures(row)`: [name for programs, name for people, unit, value, interval] of each measure; smaller is better
    # - `suites(value)`: Suites, `annotations(value)`: [level, title, message, [path, line]]
    module Exports
      # One figure of a row.
      Figure = Value.define(:name, :unit, :value, interval: nil)
      # `facts` are attributes of a suite after its counts. `skips`: the suite counts skipped cases. `output` belongs to the
      # whole suite.
      Suite = Value.define(:name, :cases, facts: {}.freeze, skips: true, output: nil)
      # `state` is "failure", "error", "skipped", or nil for a passed case. `type` is the kind of failure, `text` the command
      # that repeats the case. `inline`: the state is on the line of the case.
      Case = Value.define(:group, :name, state: nil, message: nil, type: nil, text: nil, inline: false)
      # Characters that XML forbids, even when escaped.
      FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/
      private_constant :FORBIDDEN

      class << self
        # A line for each row, for a spreadsheet.
        #: (Module, Object) -> String
        def csv(data, value)
          names, lines = data.lines(value)
          table(names, lines.map { |line| line.values_at(*names) })
        end

        # A line for each figure, for a data frame. Every line identifies its run and its row. A row without figures has one.
        #: (Module, Stats::RunFacts) -> String
        def tidy(data, value)
          run = Provenance.new(value).columns
          identity, rows = data.figures(value)
          lines = rows.flat_map do |row, figures|
            dimensions = Sweeps.columns(row[:dimensions], value).values if value.sweeps.any?
            known = figures.select { |figure| figure.unit && figure.value }
                           .map { |figure| [figure.name, figure.unit, figure.value, *figure.interval] }
            named = [*run.values, *identity.map { |name| row[name] }, *dimensions]
            (known.any? ? known : [[]]).map { |figure| [*named, *figure.values_at(0..4)] }
          end
          table([*run.keys, *identity, *Sweeps.names(value), *%w[figure unit value low high]], lines)
        end

        # The Go benchmark format, which benchstat reads. A line is one fresh process of one row; these lines are the sample
        # for benchstat's intervals and tests. Facts that make runs incomparable are configuration lines, because benchstat
        # splits tables by them. Facts that may differ between compared runs (versions, seed, time) are comments. Source:
        # https://golang.org/design/14313-benchmark-format.
        #: (Module, Stats::Table) -> String
        def benchstat(_data, table)
          rows = table.shown.map do |row|
            row.ok? ? "#{row.contender}: #{row.notation}" : "#{row.contender} #{row.scenario}: #{row.status}: #{row.reason}"
          end
          comments = [*Provenance.new(table).sentences, *rows.uniq].map { |fact| "# #{fact.gsub(/\s+/, " ")}" }
          "#{[*comments, *configuration(table), "", *table.samples.map { |sample| sampled(sample) }].join("\n")}\n"
        end

        # Bencher's Metric Format, for `bencher run --adapter json`: benchmark => measure => value with its interval.
        # `latency` is Bencher's name, in ns. Source: the schema that Bencher publishes as bmf.json.
        #: (Module, Stats::Table | Stats::OpenLoop) -> String
        def bencher(data, table)
          json(benchmarks(data, table).to_h do |name, measures|
            [name, measures.to_h do |slug, _, _, value, (low, high)|
              [slug, { value: value, lower_value: low, upper_value: high }.compact]
            end]
          end)
        end

        # The input of the GitHub action `benchmark-action/github-action-benchmark` for `tool: customSmallerIsBetter`: an
        # array with an entry for each figure. Source: that action's README, "customSmallerIsBetter".
        #: (Module, Stats::Table | Stats::OpenLoop) -> String
        def github_action_benchmark(data, table)
          json(benchmarks(data, table).flat_map do |name, measures, facts|
            measures.map do |_, title, unit, value, interval|
              range = interval && "± #{Figures.percent(Stats::Row.half_width(interval))}"
              { name: "#{name}: #{title}", unit: unit, value: value, range: range, extra: facts.join("\n") }.compact
            end
          end)
        end

        # Test suites as XML, which CI systems read.
        #: (Module, Object) -> String
        def junit(data, value)
          suites = data.suites(value).flat_map { |suite| suite(suite) }
          ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>", *suites, "</testsuites>", ""].join("\n")
        end

        # GitHub takes these lines out of a job's output and shows them next to the change. Its runner makes an absolute path
        # relative to the repository.
        #: (Module, Object) -> String
        def github(data, value)
          data.annotations(value).map do |level, title, message, (path, line)|
            properties = { file: path, line: line, title: title }.compact.map { |name, text| "#{name}=#{property(text.to_s)}" }
            "::#{level} #{properties.join(",")}::#{escaped(message)}\n"
          end.join
        end

        # The published layouts, to the byte.
        #: (Module, Stats::Table) -> String
        Published::LAYOUTS.each_key do |name|
          define_method(name) { |_data, table| Published.layout(name).new(table).to_s }
        end

        # These members of a row as columns.
        #: (Object, Array[Symbol]) -> Hash[String, Object]
        def pick(row, names) = names.to_h { |name| [name.to_s, row[name]] }

        # The columns of an interval.
        #: (Symbol | String, [Numeric, Numeric]?) -> Hash[String, Numeric?]
        def bounds(name, interval) = { "#{name}_low" => interval&.first, "#{name}_high" => interval&.last }

        private

        def table(names, lines) = ::CSV.generate { |csv| [names, *lines].each { |line| csv << line } }
        def json(value) = "#{::JSON.pretty_generate(value)}\n"

        # [name, measures, facts] of each row with figures, for programs that track benchmarks. A name stays the same from run
        # to run: it has no version, unless the user named one.
        def benchmarks(data, table)
          table.shown.select(&:ok?).map do |row|
            rate = "at #{row.rate}/s" if row.respond_to?(:rate)
            name = [row.contender, row.scenario, (row.mode unless row.mode == "sync"), rate].compact.join(" ")
            facts = [row.notation, row.runtime, "#{row.processes} processes, #{row.blocks} blocks", *row.footnotes].compact
            [name, data.measures(row).select { |measure| measure[3] }, facts]
          end
        end

        def configuration(table)
          machine = table.machine
          { "cpu" => machine["cpu"], "cores" => machine["cores"], "os" => machine["os"], "kernel" => machine["kernel"],
            "memcached" => table.server["version"], "placement" => table.placement["name"] }
            .compact.map { |key, value| "#{key}: #{value.to_s.gsub(/\s+/, " ")}" }
        end

        # CPU times are in seconds. benchstat does not rescale 0 ns, and would show it in a separate unit. The number of
        # workers is at the end of the name, as GOMAXPROCS is in Go: benchstat would read a contender's own "-2" as one.
        def sampled(sample)
          figures = { "ns/op" => sample.wall_ns, "user-sec/op" => sample.user_ns&./(1e9),
                      "system-sec/op" => sample.system_ns&./(1e9), "allocs/op" => sample.allocations }.compact
          scenario = sample.scenario.split("/").map { |part| word(part) }.join("/")
          name = "BenchmarkCall/#{scenario}/contender=#{word(sample.contender)}/mode=#{word(sample.mode.sub(/-\d+/, ""))}"
          ["#{name}-#{sample.mode[/-(\d+)/, 1] || 1}", sample.iterations,
           *figures.map { |unit, value| format("%.8g %s", value, unit) }].join("\t")
        end

        # A blank ends a name, and a slash ends a part of a name.
        def word(text) = text.gsub(%r{[[:space:]%/]}) { |sign| format("%%%02X", sign.ord) }

        def suite(suite)
          states = suite.cases.map(&:state).tally
          counts = { tests: suite.cases.size, failures: states.fetch("failure", 0), errors: states.fetch("error", 0),
                     **(suite.skips ? { skipped: states.fetch("skipped", 0) } : {}) }
          output = "    <system-out>#{text(suite.output)}</system-out>" if suite.output
          ["  <testsuite#{attributes({ name: suite.name, **counts, **suite.facts })}>",
           *suite.cases.map { |suite_case| test_case(suite_case) }, *output, "  </testsuite>"]
        end

        def test_case(suite_case)
          head = "    <testcase#{attributes({ classname: suite_case.group, name: suite_case.name })}"
          return "#{head}/>" unless suite_case.state

          inside = attributes({ type: suite_case.type, message: suite_case.message }.compact)
          result = suite_case.text ? "#{inside}>#{text(suite_case.text)}</#{suite_case.state}>" : "#{inside}/>"
          return "#{head}><#{suite_case.state}#{result}</testcase>" if suite_case.inline

          "#{head}>\n      <#{suite_case.state}#{result}\n    </testcase>"
        end

        # ' name="value"' of each member.
        def attributes(members)
          members.map { |name, value| " #{name}=#{clean(value).encode(xml: :attr).gsub("\n", "&#10;")}" }.join
        end

        def text(value) = clean(value).encode(xml: :text)
        def clean(value) = value.to_s.scrub("?").gsub(FORBIDDEN, "?")

        # Escapes the characters that would end the message of an annotation or begin another command.
        def escaped(text) = text.gsub("%", "%25").gsub("\r", "%0D").gsub("\n", "%0A")
        def property(text) = escaped(text).gsub(":", "%3A").gsub(",", "%2C")
      end
    end
  end
end
