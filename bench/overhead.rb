# frozen_string_literal: true

# Harness overhead: `null` (no call at all) as a share of `socket`, per call.
require_relative "support"

Bench.in_dir do |dir|
  report, = Bench.run("socket", "null", "--for", ARGV.fetch(0, "30s"), dir: dir)
  rows = report["rows"].group_by { |row| row["scenario"] }
  shares = rows.transform_values do |pair|
    null, socket = %w[ruby/null ruby/socket].map { |client| pair.find { |row| row["client"] == client } }
    null["wall_ns"] / socket["wall_ns"]
  end
  shares.sort.each { |scenario, share| puts format("  %-34s %.3f %%", scenario, share * 100) }
  worst = shares.values.max
  Bench.say("harness overhead per call, worst scenario", format("%.3f %%", worst * 100), "< 1 %", worst < 0.01)
end
