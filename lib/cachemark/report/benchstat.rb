# frozen_string_literal: true

module Cachemark
  module Report
    # The Go benchmark format, which benchstat reads: a line is one fresh process of one row, which is the sample that its
    # intervals and tests need. Source: https://golang.org/design/14313-benchmark-format.
    #
    # A name is Call/SCENARIO/contender=CONTENDER/mode=MODE-WORKERS. What is not comparable is a configuration line, by which
    # benchstat splits tables; what may differ between runs that are compared (versions, seed, time) is a comment.
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

      # CPU times are in seconds: benchstat does not rescale 0 ns, and would show it in a separate unit.
      def line(sample)
        figures = { "ns/op" => sample.wall_ns, "user-sec/op" => sample.user_ns&./(1e9),
                    "system-sec/op" => sample.system_ns&./(1e9), "allocs/op" => sample.allocations }.compact
        [name(sample), sample.iterations, *figures.map { |unit, value| format("%.8g %s", value, unit) }].join("\t")
      end

      # The number of workers ends it, as GOMAXPROCS does in Go: without one a contender's own "-2" would be taken for it.
      def name(sample)
        workers = sample.mode[/-(\d+)/, 1] || 1
        scenario = sample.scenario.split("/").map { |part| word(part) }.join("/")
        "BenchmarkCall/#{scenario}/contender=#{word(sample.contender)}/mode=#{word(sample.mode.sub(/-\d+/, ""))}-#{workers}"
      end

      # Blanks end a name, and a slash a part of it.
      def word(text) = text.gsub(%r{[[:space:]%/]}) { |sign| format("%%%02X", sign.ord) }
    end
  end
end
