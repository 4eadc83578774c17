# frozen_string_literal: true

# Do the intervals tell the truth? N runs of the classic suite: the share of socket_ratio intervals,
# pooled over rows, that cover the row's median over the runs. Then the same for the median of plain
# means, which a biased estimator would miss.
#   ruby bench/coverage.rb [RUNS] [TIME]
require_relative "support"

runs = Integer(ARGV.fetch(0, "20"))
time = ARGV.fetch(1, "2m")

# The share of the intervals that cover their row's median of the figure over the runs.
def coverage(rows, figure)
  covered = rows.group_by { |row| Bench.key(row) }.values.flat_map do |own|
    middle = Bench.median(own.map { |row| row[figure] })
    own.map { |row| middle.between?(*row["socket_ratio_interval"]) }
  end
  covered.count(true).fdiv(covered.size)
end

Bench.in_dir do |dir|
  rows = (1..runs).flat_map do |number|
    report, = Bench.run("--for", time, dir: dir, name: "run#{number}")
    warn format("run %d of %d, load %s", number, runs, Bench.load)
    Bench.rows(report).select { |row| row["socket_ratio_interval"] }
  end
  abort("no row has an interval: measure longer than #{time}") if rows.empty?

  widths = rows.map { |row| row["socket_ratio_interval"].reverse.reduce(:-) / row["socket_ratio"] / 2 }
  puts format("  half-widths: median %.2f %%, 90th percentile %.2f %%",
              Bench.median(widths) * 100, widths.sort[(widths.size * 0.9).floor] * 100)
  puts format("  coverage of the median of plain means: %.1f %%", coverage(rows, "mean_ratio") * 100), Bench.bias(rows)
  share = coverage(rows, "socket_ratio")
  Bench.say("coverage over #{runs} runs of #{time}, #{rows.map { |row| Bench.key(row) }.uniq.size} rows",
            format("%.1f %%", share * 100), ">= 93 %", share >= 0.93)
end
