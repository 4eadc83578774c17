# frozen_string_literal: true

# Two runs of the classic suite: how far their socket_ratio differ, row by row.
#   ruby bench/agreement.rb [TIME]
require_relative "support"

time = ARGV.fetch(0, "10m")

Bench.in_dir do |dir|
  ratios = %w[one two].map do |name|
    report, = Bench.run("--for", time, dir: dir, name: name)
    warn format("%s ended, load %s", name, Bench.load)
    report["rows"].select { |row| row["status"] == "ok" && row["client"] !~ /socket|null/ }
                  .to_h { |row| [row["label"], row["socket_ratio"]] }
  end
  differences = ratios[0].to_h { |label, ratio| [label, (ratios[1].fetch(label) / ratio - 1).abs] }
  differences.max_by(5, &:last).each { |label, difference| puts format("  %-60s %.2f %%", label, difference * 100) }
  middle = Bench.median(differences.values)
  worst = differences.values.max
  Bench.say("two runs of #{time}: median difference of #{differences.size} rows", format("%.2f %%", middle * 100), "< 1.5 %",
            middle < 0.015)
  Bench.say("two runs of #{time}: worst difference", format("%.2f %%", worst * 100), "< 5 %", worst < 0.05)
end
