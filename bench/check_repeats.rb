# frozen_string_literal: true

# Whether whole checks of the same clients come to the same outcomes, each with a seed of its own.
#
#   ruby bench/check_repeats.rb [TIMES] [CONTENDER...]

require_relative "support"
require "tmpdir"

TIMES = (ARGV[0] || 20).to_i
CONTENDERS = ARGV.size > 1 ? ARGV.drop(1) : %w[memcache-client dalli pymemcache python-memcached]

# {[contender, case] => outcome} of what was examined; controls are the check's own to judge.
def outcomes(record)
  lines = File.foreach(record).map { |text| JSON.parse(text) }.select { |line| line["type"] == "case" && !line["control"] }
  lines.to_h { |line| [line.values_at("contender", "case"), line["outcome"]] }
end

def check(record, seed)
  began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  argv = [*Bench::COMMAND, "check", *CONTENDERS, "--seed", seed.to_s, "--record", record, "--plain"]
  system(*argv, chdir: Bench::ROOT, in: File::NULL, out: File::NULL, err: "#{record}.err")
  status = $?.exitstatus
  seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - began
  told = File.readlines("#{record}.err").last(60).join
  abort("#{argv.join(" ")} ended with #{status.inspect}:\n#{told}") unless [0, 1].include?(status)

  found = outcomes(record)
  puts "seed #{seed}: #{found.size} cells, #{found.values.tally.map { |outcome, count| "#{count} #{outcome}" }.join(", ")}; " \
       "#{seconds.round} s, load #{File.read("/proc/loadavg").split.first}"
  $stdout.flush
  found
end

Dir.mktmpdir do |folder|
  runs = Array.new(TIMES) { |at| check(File.join(folder, "#{at}.jsonl"), at + 1) }
  cells = runs.flat_map(&:keys).uniq
  differing = cells.reject { |cell| runs.map { |run| run[cell] }.uniq.size == 1 }
  differing.each { |cell| puts "#{cell.join(" ")}: #{runs.map { |run| run[cell] }.tally}" }
  puts "#{cells.size - differing.size} of #{cells.size} cells had one outcome in #{TIMES} checks"
end
