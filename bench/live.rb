# frozen_string_literal: true

# Whether the live table moves what is measured. One run on a terminal of 200 x 60 draws it in every other round and writes
# lines in the rest (alternating.rb). A round takes some tens of ms, so the same disturbances of the machine affect both. Of
# each generation of processes the median over rows of with / without - 1; the interval is over generations.
#   ruby bench/live.rb [TIME]
require_relative "support"

# The ranks between which the median of so many lies with at least 95 % (binomial).
def ranks(count)
  outside = ->(low) { 2 * (0...low).sum { |k| (1..k).reduce(1.0) { |product, i| product * (count - i + 1) / i } } / (2.0**count) }
  low = (1..count / 2).take_while { |rank| outside.call(rank) <= 0.05 }.last
  low ? [low - 1, count - low] : abort("#{count} generations of processes make no interval: measure longer")
end

# The two figures: a whole block, and its fastest stretch, which other processes on a busy machine hardly affect.
COSTS = { "time per call" => ->(block) { block["wall_ns"].fdiv(block["calls"]) },
          "fastest" => ->(block) { block["batches"].min.fdiv(block["batch"]) } }.freeze

# The shift of one cell's cost in one generation; nil where it has too few blocks of either kind.
def shift(blocks, cost)
  with, without = blocks.partition { |block| (block["round"] + block["generation"]).odd? }.map { |half| half.map(&cost) }
  (Bench.median(with) / Bench.median(without)) - 1 if [with, without].all? { |half| half.size > 2 }
end

# The command of bin/cachemark, with the view that alternates.
def command
  script = 'root=$1; . "$root/setup/common.sh"; prepare run; printf "%s\n%s\n" "$ruby" "$gems"'
  ruby, gems = Open3.capture2("sh", "-c", script, "sh", Bench::ROOT).first.lines(chomp: true).last(2)
  [ruby, "-r", gems, "-r", File.join(__dir__, "alternating.rb"), File.join(Bench::ROOT, "exe", "cachemark")]
end

time = ARGV.fetch(0, "60s")

Bench.in_dir do |dir|
  record = File.join(dir, "run.jsonl")
  args = ["run", "dalli", "socket", "--scenario", "client/get", "--scenario", "client/set", "--for", time]
  Bench.watched(args, record, terminal: true, command: command)
  blocks = Bench.lines(record).select { |line| line["of"] == "block" }
  generations = blocks.group_by { |block| block["generation"] }.values
  puts "  #{blocks.size} blocks in #{generations.size} generations"
  COSTS.each do |name, cost|
    shifts = generations.filter_map do |generation|
      rows = generation.group_by { |block| block["cell"] }.values.filter_map { |own| shift(own, cost) }
      Bench.median(rows) * 100 if rows.any?
    end.sort
    low, high = shifts.values_at(*ranks(shifts.size))
    Bench.say("live table on against off: #{name}", format("%+.2f %% [%+.2f, %+.2f]", Bench.median(shifts), low, high),
              "0 in it", low <= 0 && high >= 0)
  end
end
