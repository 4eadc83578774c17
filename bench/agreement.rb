# frozen_string_literal: true

# Two runs of the classic suite: how far their socket_ratio differ, row by row, and how far plain
# means differ. That shows the gain of the estimator.
#   ruby bench/agreement.rb [TIME]
require_relative "support"

time = ARGV.fetch(0, "10m")

# {label => how far the two runs differ, as a share}
def differences(runs, figure)
  first, second = runs.map { |rows| rows.to_h { |row| [row["label"], row[figure]] } }
  (first.keys & second.keys).to_h { |label| [label, ((second[label] / first[label]) - 1).abs] }
end

Bench.in_dir do |dir|
  runs = %w[one two].map do |name|
    report, = Bench.run("--for", time, dir: dir, name: name)
    warn format("%s ended, load %s", name, Bench.load)
    Bench.rows(report)
  end
  found = differences(runs, "socket_ratio")
  found.max_by(5, &:last).each { |label, difference| puts format("  %-60s %.2f %%", label, difference * 100) }
  means = differences(runs, "mean_ratio").values
  puts format("  of plain means: median difference %.2f %%, worst %.2f %%", Bench.median(means) * 100, means.max * 100)
  puts Bench.bias(runs.flatten)
  middle = Bench.median(found.values)
  worst = found.values.max
  Bench.say("two runs of #{time}: median difference of #{found.size} rows", format("%.2f %%", middle * 100), "< 1.5 %",
            middle < 0.015)
  Bench.say("two runs of #{time}: worst difference", format("%.2f %%", worst * 100), "< 5 %", worst < 0.05)
end
