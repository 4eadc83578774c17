# frozen_string_literal: true

# Whether whole checks of the same clients have the same outcomes with different seeds.
#
#   ruby bench/check_repeats.rb [SEEDS] [CONTENDER...]
#
# SEEDS is a number (20 means 1 to 20) or a range (8..20). Each finished check is kept under tmp/, by the code that made it, so
# that an interrupted series can continue.

require_relative "support"
require "digest"
require "fileutils"

LAST, FIRST = ARGV.fetch(0, "20").split("..").map(&:to_i).reverse
CONTENDERS = ARGV.size > 1 ? ARGV.drop(1) : %w[memcache-client dalli pymemcache python-memcached]

# The folders that affect a check.
MADE_OF = %w[bin lib catalog drivers protocol schema setup].freeze

# A name for the commit's trees of these folders; nil where a file was changed since the commit.
def code
  clean = system("git", "diff", "--quiet", "HEAD", "--", *MADE_OF, chdir: Bench::ROOT)
  listed, status = Open3.capture2("git", "ls-tree", "HEAD", *MADE_OF, chdir: Bench::ROOT)
  clean && status.success? ? Digest::SHA256.hexdigest(listed)[0, 12] : nil
end

# {[contender, case] => outcome}, without the controls.
def outcomes(record)
  lines = Bench.lines(record).select { |line| line["type"] == "case" && !line["control"] }
  lines.to_h { |line| [line.values_at("contender", "case"), line["outcome"]] }
end

# A short name for all outcomes, to compare two machines.
def name_of(found) = Digest::SHA256.hexdigest(found.sort.map { |cell, outcome| [*cell, outcome].join(" ") }.join("\n"))[0, 12]

# Runs a command to its end, and answers its exit status. A signal that ends this script ends the command first. It may come
# while the command runs already and its pid is not known yet.
def finish(argv, **streams)
  pid = asked = nil
  before = %w[INT TERM].to_h { |name| [name, trap(name) { |signal| (asked = signal) && pid && Process.kill(signal, pid) }] }
  pid = Process.spawn(*argv, chdir: Bench::ROOT, in: File::NULL, out: File::NULL, **streams)
  Process.kill(asked, pid) if asked
  status = Process.wait2(pid).last.exitstatus
  pid = nil
  asked ? raise(SignalException, Signal.signame(asked)) : status
ensure
  before.each { |name, handler| trap(name, handler) }
end

# Examines the contenders. The record gets its name when the check has finished.
def check(record, seed)
  began = Bench.now
  FileUtils.rm_f(part = "#{record}.part")
  argv = [*Bench::COMMAND, "check", *CONTENDERS, "--with", "seed=#{seed}", "--output", "record=#{part}", "--color", "never"]
  status = finish(argv, err: "#{record}.err")
  seconds = (Bench.now - began).round
  messages = File.readlines("#{record}.err").last(60).join
  abort("#{argv.join(" ")} ended with #{status.inspect}:\n#{messages}") unless [0, 1].include?(status)

  File.rename(part, record)
  "#{seconds} s, load #{Bench.load}"
end

def repeat(folder, seed)
  record = File.join(folder, "#{seed}.jsonl")
  took = File.exist?(record) ? "kept from before" : check(record, seed)
  found = outcomes(record)
  tally = found.values.tally.sort.map { |outcome, count| "#{count} #{outcome}" }
  puts "seed #{seed}: #{found.size} cells, #{tally.join(", ")}, together #{name_of(found)}; #{took}"
  $stdout.flush
  found
end

name = code || abort("a series is of one commit: #{MADE_OF.join(", ")} differ from it; commit them first")
folder = File.join(Bench::ROOT, "tmp", "check_repeats", [name, *CONTENDERS].join("-").tr("/", "_"))
FileUtils.mkdir_p(folder)
runs = ((FIRST || 1)..LAST).map { |seed| repeat(folder, seed) }
cells = runs.flat_map(&:keys).uniq
differing = cells.reject { |cell| runs.map { |run| run[cell] }.uniq.size == 1 }
differing.each { |cell| puts "#{cell.join(" ")}: #{runs.map { |run| run[cell] }.tally}" }
puts "#{cells.size - differing.size} of #{cells.size} cells had one outcome in #{runs.size} checks"
