# frozen_string_literal: true

# Whether `gate --metric counts` finds an additional loop, and nothing else, while other processes use all cores.
#
#   ruby bench/exact.rb [--gates N] [--aa N] [--small N] [--loops N] [--seed N]
#
# Each option has a number; 0 skips the part. A series that was stopped continues with `--seed` of its next gate.
#
# - gates (20): gates of dalli's get against a copy with 8 turns of an empty loop
# - small (20): gates of a copy with 1 turn, which is about the change that a gate calls detectable
# - aa (200): cells that compare the same code
# - loops (6): busy loops that run meanwhile
# - seed (1): the seed of the first gate of each part

require_relative "support"
require "fileutils"
require "optparse"
require "rbconfig"

COUNTS = { gates: 20, aa: 200, small: 20, loops: 6, seed: 1 }
OptionParser.new { |options| COUNTS.each_key { |name| options.on("--#{name} N", Integer) } }.parse!(into: COUNTS)

CLIENT = "lib/dalli/client.rb"
METHOD = "def get(key, req_options = nil)\n"
TURNS = { "slow" => 8, "small" => 1 }.freeze
LONGEST_S = 180
FOUND = 0.95
# The metrics that must be exact, and those whose processes may differ.
EXACT = %w[writes allocations round-trips bytes].freeze

# One gate: its branch, exit code, seconds and document.
Run = Struct.new(:branch, :code, :seconds, :document) do
  def verdicts = Array(document["verdicts"])
  def noise = Array(document["noise"])
  def verdict(metric) = verdicts.find { |verdict| verdict["metric"] == metric } || {}
  def instructions = verdict("instructions")

  # The A/A cells: verdicts on the same code, and the A/A check of the gate itself.
  def cells = verdicts.size + noise.size
  def alarms = verdicts.count { |verdict| verdict["verdict"] != "same" } + noise.count { |check| check["moved"] }
  def exact?(metric) = verdict(metric).values_at("effect", "interval") == [0.0, [0.0, 0.0]]

  def to_s
    effect, detectable = instructions.values_at("effect", "resolution")
    format("%s: exit %d in %d s, instructions %s, detectable %s, load %s", branch, code, seconds,
           effect ? format("%+.2f %%", effect * 100) : "unknown",
           detectable ? format("%.2f %%", detectable * 100) : "unknown", Bench.load)
  end
end

# A repository of dalli 3.2.8 with the branches main, same (with one more comment), slow and small (with loops).
def repository(dir)
  repository = Bench.repository(dir)
  loops = TURNS.transform_values { |count| "turns = 0\nturns += 1 while turns < #{count}\n" }
  { "same" => "# the same\n", **loops }.each { |branch, lines| branch(repository, branch, lines) }
  repository
end

def branch(repository, branch, lines)
  Bench.git(repository, "switch", "--quiet", "--create", branch, "main")
  path = File.join(repository, CLIENT)
  File.write(path, File.read(path).sub(METHOD) { METHOD + lines })
  Bench.git(repository, "commit", "--quiet", "--all", "--message", branch)
end

def gate(repository, branch, number)
  Bench.git(repository, "switch", "--quiet", branch)
  report, record = %w[json jsonl].map { |kind| File.join(File.dirname(repository), "#{branch}#{number}.#{kind}") }
  began = Bench.now
  _, status = Open3.capture2e(*Bench::COMMAND, "gate", "--metric", "counts", "--scenario", "client/get", "--for", "20s",
                              "--with", "seed=#{number}", "--output", "record=#{record}", "--format", "json", "--output", report,
                              chdir: repository)
  Run.new(branch, status.exitstatus, Bench.now - began, File.exist?(report) ? JSON.parse(File.read(report)) : {})
end

# Gates of a branch, as long as the block returns true for those that are done.
def series(repository, branch)
  done = []
  while yield(done)
    done << gate(repository, branch, COUNTS[:seed] + done.size)
    puts done.last
    $stdout.flush
  end
  done
end

def report_slow(runs)
  return if runs.empty?

  puts "8 turns found in #{runs.count { |run| run.code == 1 }} of #{runs.size} gates (goal: all), the longest took " \
       "#{runs.map(&:seconds).max.round} s (goal: #{LONGEST_S})"
end

def report_same(runs)
  return if runs.empty?

  puts "#{runs.sum(&:alarms)} false alarms in #{runs.sum(&:cells)} A/A cells (goal: 0)"
  EXACT.each { |metric| puts "#{metric} exact in #{runs.count { |run| run.exact?(metric) }} of #{runs.size} gates (goal: all)" }
end

# The median of all gates is taken as the true change. Of the gates that call such a change detectable, most must find it.
def report_small(runs)
  known = runs.select { |run| run.instructions["effect"] }
  return if known.empty?

  truth = Bench.median(known.map { |run| run.instructions["effect"] })
  able = known.select { |run| run.instructions["resolution"] <= truth }
  puts format("1 turn (%+.2f %%) found in %d of %d gates that call such a change detectable (goal: %d %%), of %d in all",
              truth * 100, able.count { |run| run.instructions["verdict"] == "slower" }, able.size, FOUND * 100, runs.size)
end

def report_detectable(runs)
  worst = runs.filter_map { |run| run.instructions["resolution"] }.max
  puts format("smallest detectable change of instructions: %.2f %% at worst (goal: 0.5 %%)", worst * 100) if worst
end

Dir.mktmpdir("cachemark-bench") do |dir|
  made = repository(dir)
  Bench.busy(COUNTS[:loops]) do
    slow = series(made, "slow") { |done| done.size < COUNTS[:gates] }
    report_slow(slow)
    small = series(made, "small") { |done| done.size < COUNTS[:small] }
    report_small(small)
    same = series(made, "same") { |done| done.sum(&:cells) < COUNTS[:aa] && done.size < COUNTS[:aa] }
    report_same(same)
    report_detectable(slow + small + same)
  end
end
