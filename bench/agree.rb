# frozen_string_literal: true

# Whether a time per call means the same in `run` and in `compare`, and × socket the same in each run.
#
#   ruby bench/agree.rb [TIME] [quiet|busy|socket]...
#
# Six pairs of contenders are measured by both commands: the ratio of two rows of `run` and the change of `compare`. `busy` does
# the same next to four busy loops. `socket` measures × socket of dalli alone, with three others, and in the classic table.

require_relative "support"

$stdout.sync = true

TIME = ARGV.first.to_s.match?(/\A\d+[sm]\z/) ? ARGV.shift : "60s"
PARTS = ARGV.empty? ? %w[quiet busy socket] : ARGV
SCENARIOS = %w[client/get client/set].flat_map { |name| ["--scenario", name] }.freeze
# The points by which the two answers may differ.
MOST = { "quiet" => 2, "busy" => 4 }.freeze
HALF_WIDTH = 0.02
RATIO = 0.02
OTHERS = %w[memcached pymemcache pylibmc].freeze

# The second of each pair is compared with the first.
def pairs(dir)
  copies = Bench.copies(dir, "one", "two").values
  [%w[dalli@2.7.11 dalli@4.3.10], %w[dalli@4.3.10,protocol=binary dalli@4.3.10,protocol=meta], %w[pymemcache pylibmc],
   %w[memcached dalli@4.3.10], copies.map { |copy| "dalli@path:#{copy}" }, %w[pymemcache python-memcached]]
end

# [label, points apart or nil, half-widths] of each scenario. A half-width is a share of the time, or of the ratio of two times.
def answers(names, dir)
  run, = Bench.run(*names, *SCENARIOS, "--for", TIME, dir: dir)
  compared, = Bench.run(*names, *SCENARIOS, "--for", TIME, dir: dir, command: "compare")
  compared["verdicts"].select { |verdict| verdict["metric"] == "wall" }
                      .map { |verdict| answer(verdict, rows(run, verdict["scenario"])) }
end

# The two rows of a scenario, in the order of the command line.
def rows(run, scenario)
  run["rows"].select { |row| row["scenario"] == scenario && !row["client"].end_with?("/socket") }
end

def answer(verdict, rows)
  label = "#{verdict["baseline"]} and #{verdict["contender"]}, #{verdict["label"]}".gsub(%r{@path:\S+/}, "@path:")
  return [label, nil, nil] unless verdict["interval"] && rows.size == 2 && rows.all? { |row| row["interval"] }

  ratio = rows.last["wall_ns"] / rows.first["wall_ns"]
  halves = rows.map { |row| (row["interval"].last - row["interval"].first) / 2 / row["wall_ns"] }
  halves << ((verdict["interval"].last - verdict["interval"].first) / 2 / (1 + verdict["effect"]))
  puts format("  %-58s run %+6.1f %%, compare %+6.1f %% [%.1f, %.1f]", label, (ratio - 1) * 100, verdict["effect"] * 100,
              *verdict["interval"].map { |bound| bound * 100 })
  [label, (ratio - 1 - verdict["effect"]).abs * 100, halves.max]
end

def agree(condition, dir)
  found = Bench.under(condition) { pairs(dir).flat_map { |names| answers(names, dir) } }
  misses = found.count { |_, apart,| apart.nil? }
  apart = found.filter_map { |answer| answer[1] }
  Bench.say("#{condition}: #{found.size} answers, those without an interval", misses.to_s, "0", misses.zero?)
  Bench.say("#{condition}: run and compare apart, at most", format("%.1f points", apart.max), "#{MOST[condition]} points",
            apart.max <= MOST[condition])
  widths(found.filter_map(&:last)) if condition == "quiet"
end

def widths(halves)
  Bench.say("quiet: half of an interval, at most", format("%.1f %%", halves.max * 100), "2 %", halves.max <= HALF_WIDTH)
end

def socket(dir)
  runs = { "alone" => ["dalli", *SCENARIOS, "--for", TIME], "with three others" => ["dalli", *OTHERS, *SCENARIOS, "--for", TIME],
           "in the classic table" => ["--suite", "classic", "--for", "120s"] }
  ratios = runs.transform_values { |words| ratio(Bench.run(*words, dir: dir).first) }
  ratios.each { |name, value| puts format("  × socket of dalli's get %-22s %s", name, value ? format("%.3f", value) : "unknown") }
  known = ratios.values.compact
  apart = known.size == runs.size ? (known.max / known.min) - 1 : Float::INFINITY
  Bench.say("× socket of dalli's get in three runs, apart", format("%.1f %%", apart * 100), "2 %", apart <= RATIO)
end

def ratio(run)
  rows = run["rows"].select { |row| row.values_at("client", "scenario") == %w[ruby/dalli client/get] }
  rows.find { |row| row["socket_ratio_interval"] }&.fetch("socket_ratio")
end

Bench.described do
  Bench.in_dir do |dir|
    PARTS.each { |part| part == "socket" ? socket(dir) : agree(part, dir) }
  end
end
