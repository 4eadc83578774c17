# frozen_string_literal: true

# The classic suite: how soon the first complete table appears, and how long 10,000 iterations of
# all rows take, with environments built.
require_relative "support"

Bench.in_dir do |dir|
  Bench.run("--for", "1x", dir: dir, name: "warm")
  _, record = Bench.run("--for", "40s", dir: dir, name: "first")
  lines = Bench.lines(record)
  shown = lines.count { |line| line["type"] == "cell" && line["shown"] } - lines.count { |line| line["type"] == "failure" }
  first = lines.select { |line| line["of"] == "block" }.uniq { |line| line["cell"] }.map { |line| line["at_s"] }.max
  Bench.say("first whole table of #{shown} rows", format("%.1f s", first), "< 25 s", first < 25)

  unless ARGV.include?("--quick")
    began = Bench.now
    Bench.run("--for", "10000x", dir: dir, name: "ten-thousand")
    took = Bench.now - began
    Bench.say("10,000 iterations of all rows", format("%.0f s", took), "< 360 s", took < 360)
  end
end
