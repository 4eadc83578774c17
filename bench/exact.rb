# frozen_string_literal: true

# Whether `gate --exact` finds 8 additional turns of an empty loop, and nothing else, while other processes use all cores.
#
#   ruby bench/exact.rb [GATES] [AA] [LOOPS]
#
# GATES (20) gates compare dalli's get with a copy that has the loop; AA (200) cells compare it with itself. LOOPS (6) busy
# loops run meanwhile.

require_relative "support"
require "fileutils"
require "rbconfig"

GATES, CELLS, LOOPS = [20, 200, 6].each_with_index.map { |usual, at| Integer(ARGV.fetch(at, usual)) }
CLIENT = "lib/dalli/client.rb"
METHOD = "def get(key, req_options = nil)\n"
TURNS = "turns = 0\nturns += 1 while turns < 8\n"
LONGEST_S = 180

def quiet(*argv, **options)
  out, status = Open3.capture2e(*argv, **options)
  status.success? ? out : abort("#{argv.join(" ")} ended with #{status.exitstatus}:\n#{out}")
end

def git(dir, *words) = quiet("git", "-c", "user.name=bench", "-c", "user.email=bench@localhost", *words, chdir: dir)

# A repository of dalli 3.2.8 with the branches main, same (a comment more) and slow (the loop).
def repository(dir)
  quiet("gem", "unpack", "dalli", "--version", "3.2.8", chdir: dir)
  repository = File.join(dir, "dalli-3.2.8")
  git(repository, "init", "--quiet", "--initial-branch", "main")
  git(repository, "add", ".")
  git(repository, "commit", "--quiet", "--message", "dalli 3.2.8")
  { "same" => "# the same\n", "slow" => TURNS }.each do |branch, lines|
    git(repository, "switch", "--quiet", "--create", branch, "main")
    path = File.join(repository, CLIENT)
    File.write(path, File.read(path).sub(METHOD) { METHOD + lines })
    git(repository, "commit", "--quiet", "--all", "--message", branch)
  end
  repository
end

# [exit code, seconds, document] of a gate of a branch.
def gate(repository, branch, number)
  git(repository, "switch", "--quiet", branch)
  report, record = %w[json jsonl].map { |kind| File.join(File.dirname(repository), "#{branch}#{number}.#{kind}") }
  began = Bench.now
  _, status = Open3.capture2e(*Bench::COMMAND, "gate", "--exact", "--scenario", "client/get", "--for", "20s",
                              "--seed", number.to_s, "--record", record, "--format", "json", "--output", report,
                              chdir: repository)
  [status.exitstatus, Bench.now - began, File.exist?(report) ? JSON.parse(File.read(report)) : {}]
end

def busy(count)
  loops = Array.new(count) { Process.spawn(RbConfig.ruby, "--disable-gems", "-e", "loop {}") }
  yield
ensure
  loops&.each { |pid| Process.kill("KILL", pid) }
  loops&.each { |pid| Process.wait(pid) }
end

# Of the instructions of a gate: the change, and the smallest detectable one.
def instructions(document)
  verdict = Array(document["verdicts"]).find { |one| one["metric"] == "instructions" }
  verdict ? verdict.values_at("effect", "resolution") : [nil, nil]
end

def series(repository, branch, count)
  Array.new(count) do |at|
    code, seconds, document = gate(repository, branch, at + 1)
    effect, resolution = instructions(document)
    puts format("%s %d: exit %d in %d s, %s, detectable %s, load %s", branch, at + 1, code, seconds,
                effect ? format("%+.2f %%", effect * 100) : "no figure",
                resolution ? format("%.2f %%", resolution * 100) : "unknown", Bench.load)
    $stdout.flush
    [code, seconds, resolution]
  end
end

Dir.mktmpdir("cachemark-bench") do |dir|
  made = repository(dir)
  busy(LOOPS) do
    slow = series(made, "slow", GATES)
    puts "found in #{slow.count { |code, _| code == 1 }} of #{GATES} gates (goal: all), the longest took " \
         "#{slow.map { |_, seconds| seconds }.max.to_f.round} s (goal: #{LONGEST_S})"
    # A gate has a cell and an A/A check in each of its two metrics.
    same = series(made, "same", (CELLS / 4.0).ceil)
    puts "#{same.count { |code, _| code == 1 }} false alarms in #{same.size * 4} A/A cells (goal: 0)"
    worst = (slow + same).filter_map(&:last).max
    puts format("smallest detectable change of instructions: %.2f %% at worst (goal: 0.5 %%)", worst * 100) if worst
  end
end
