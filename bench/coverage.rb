# frozen_string_literal: true

# Do the intervals tell the truth? N runs of the classic suite: the share of
# socket_ratio intervals, pooled over rows, that cover the row's median over the runs.
#   ruby bench/coverage.rb [RUNS] [TIME]
require_relative "support"

runs = Integer(ARGV.fetch(0, "20"))
time = ARGV.fetch(1, "2m")

Bench.in_dir do |dir|
  reports = (1..runs).map do |number|
    report, = Bench.run("--for", time, dir: dir, name: "run#{number}")
    warn format("run %d of %d, load %s", number, runs, Bench.load)
    report["rows"].select { |row| row["status"] == "ok" && row["socket_ratio_interval"] && row["client"] !~ /socket|null/ }
  end
  by_row = reports.flatten.group_by { |row| [row["contender"], row["scenario"]] }
  covered = by_row.values.flat_map do |rows|
    middle = Bench.median(rows.map { |row| row["socket_ratio"] })
    rows.map { |row| middle.between?(*row["socket_ratio_interval"]) }
  end
  share = covered.count(true).fdiv(covered.size)
  widths = reports.flatten.map { |row| row["socket_ratio_interval"].reverse.reduce(:-) / row["socket_ratio"] / 2 }
  puts format("  half-widths: median %.2f %%, 90th percentile %.2f %%",
              Bench.median(widths) * 100, widths.sort[(widths.size * 0.9).floor] * 100)
  Bench.say("coverage over #{runs} runs of #{time}, #{by_row.size} rows", format("%.1f %%", share * 100), ">= 93 %",
            share >= 0.93)
end
