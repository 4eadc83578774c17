# frozen_string_literal: true

# Whether the live table moves what is measured: the same short run with it, on a terminal of 200 x 60, and with --plain,
# in turns (on off off on ...), each pair beside each other in time.
#   ruby bench/live.rb [TIME OF A RUN] [PAIRS]
require_relative "support"

# {"wall_ns" => {row => ns}, "socket_ratio" => {row => ratio}} of a run.
def figures(dir, number, time, terminal)
  record = File.join(dir, "#{number}.jsonl")
  Bench.watched(["dalli", "socket", "--scenario", "client/*", "--for", time, "--seed", "1"], record, terminal: terminal)
  rows = JSON.parse(IO.popen([*Bench::COMMAND, "show", record, "--format", "json"], &:read))["rows"]
  rows = rows.select { |row| row["status"] == "ok" && row["client"] == "ruby/dalli" }
  %w[wall_ns socket_ratio].to_h { |name| [name, rows.to_h { |row| [Bench.key(row), row[name]] }] }
end

# The median over rows of on / off - 1.
def shift(on, off) = Bench.median((on.keys & off.keys).map { |row| (on[row] / off[row]) - 1 })

# The ranks between which the median of so many lies with at least 95 % (binomial): the order statistics of an interval.
def ranks(count)
  outside = ->(low) { 2 * (0...low).sum { |k| (1..k).reduce(1.0) { |product, i| product * (count - i + 1) / i } } / (2.0**count) }
  low = (1..count / 2).take_while { |rank| outside.call(rank) <= 0.05 }.last or abort("6 pairs are the fewest for an interval")
  [low - 1, count - low]
end

time = ARGV.fetch(0, "12s")
count = ARGV.fetch(1, "6").to_i
interval = ranks(count)

Bench.in_dir do |dir|
  pairs = (1..count).map do |pair|
    order = pair.odd? ? [true, false] : [false, true]
    order.to_h { |terminal| [terminal, figures(dir, "#{pair}-#{terminal}", time, terminal)] }
  end
  { "wall_ns" => "time per call", "socket_ratio" => "x socket" }.each do |name, title|
    shifts = pairs.map { |pair| shift(pair[true][name], pair[false][name]) * 100 }.sort
    low, high = shifts.values_at(*interval)
    Bench.say("A/A, live table on against off: #{title}",
              format("%+.2f %% [%+.2f, %+.2f]", Bench.median(shifts), low, high), "0 in it", low <= 0 && high >= 0)
  end
end
