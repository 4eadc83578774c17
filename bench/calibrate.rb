# frozen_string_literal: true

# How often real runs find slowdowns of known size, and how often an alarm is false. guides/method.md explains it.
#
#   ruby bench/calibrate.rb [--minutes N] [--condition TEXT]... [--record FILE]
#
# - minutes (60): measure for this long, or until each condition was measured as often as wanted; 0 only prints the tables
# - condition: only conditions whose name contains TEXT
# - record: FILE is continued if it exists. The default is the calibration of this machine, of which `run` and `doctor` report

require_relative "support"
ARGUMENTS = ARGV.dup.freeze
Bench.with_gems(__FILE__)
require_relative "../check/included"
require "optparse"

$stdout.sync = true

OPTIONS = { minutes: 60.0, condition: [], record: Cachemark::Paths.new.calibration }
OptionParser.new do |options|
  options.on("--minutes N", Float)
  options.on("--condition TEXT") { |text| OPTIONS[:condition] + [text] }
  options.on("--record FILE")
end.parse!(into: OPTIONS)

Stats = Cachemark::Stats
Record = Cachemark::Record

# `share` is how much slower the method gets. A pilot has `loops` instead, and measures what they cost. `core` is the core of the
# placement that another process keeps busy.
Condition = Cachemark::Value.define(:name, :kind, :wanted, seconds: 60, share: 0.0, method: "get", loops: nil,
                                                           placement: "one-core", core: nil)
# 59 of 59 show 95 % with a confidence of 95 %.
CONDITIONS = [
  { name: Stats::Calibration::SAME_CODE, kind: "gate", wanted: 72 },
  { name: "slower by 0.25 %", kind: "compare", wanted: 20, share: 0.0025 },
  { name: "slower by 0.5 %", kind: "compare", wanted: 59, share: 0.005 },
  { name: "slower by 1 %", kind: "compare", wanted: 59, share: 0.01 },
  { name: "slower by 2 %", kind: "compare", wanted: 20, share: 0.02 },
  { name: "slower by 3 %", kind: "compare", wanted: 20, share: 0.03 },
  { name: "one of seven slower by 3 %", kind: "gate", wanted: 20, seconds: 90, share: 0.03, method: "get_multi" },
  { name: "one commit of 64 slower by 2 %", kind: "find", wanted: 10, seconds: 600, share: 0.02 },
  { name: Stats::Calibration.disturbed(Stats::Calibration::UNPINNED), kind: "gate", wanted: 9, placement: "unpinned" },
  { name: Stats::Calibration.disturbed(Stats::Calibration::PROCESS_ON_OTHER_CORE), kind: "gate", wanted: 9, core: :own_cpus },
  { name: Stats::Calibration.disturbed(Stats::Calibration::PROCESS_ON_SAME_CORE), kind: "gate", wanted: 9, core: :driver_cpus }
].map { |members| Condition.new(**members) }.freeze
PILOT_LOOPS = 400

# The compared code is that of two commits, and of 64 for a search. A change within the smallest margin counts too.
COMMITS = Hash.new(2).merge("find" => 64).freeze
ONE = { "get" => %w[--scenario client/get], "get_multi" => %w[--scenario client/multiget] }.freeze
COMPARED = {
  "compare" => ->(condition) { ["dalli@git:HEAD~1", "dalli@git:HEAD", *ONE.fetch(condition.method), "--margin", "0.01%"] },
  "gate" => ->(_) { %w[--base git:HEAD~1 --suite clients --threshold 0] },
  "find" => ->(condition) { ["git:HEAD~#{COMMITS["find"] - 1}..HEAD", *ONE.fetch(condition.method)] }
}.freeze

# Each method counts down first, in every commit; from one commit on, from a larger number.
CLIENT = "lib/dalli/client.rb"
METHODS = { "get" => "def get(key, req_options = nil)\n", "get_multi" => "def get_multi(*keys)\n" }.freeze
LOOPS = 80

def now = Time.now.utc.iso8601

# The record, which is continued on a similar machine only: another one has another power.
def opened(path, machine)
  unless File.exist?(path)
    return Record::Writer.create(path).tap do |writer|
      writer.add("run", schema: Record::SCHEMA, method: Stats::TimeMethod::CURRENT, command: "calibrate",
                        argv: ["bench/calibrate.rb", *ARGUMENTS], version: Cachemark::VERSION, started_at: now, machine: machine)
    end
  end

  Record::Writer.resume(path).tap do |writer|
    run = writer.record.run
    like = Cachemark::CLI::Calibration::LIKE
    abort("#{path} is not the record of a calibration") unless run["command"] == "calibrate"
    abort("#{path} is of another machine: name another --record") if run["machine"].slice(*like) != machine.slice(*like)
  end
end

# The condition of the next experiment is the one that is furthest behind, so that a short calibration has some of each. If
# nothing says today what a loop in its method costs, a pilot comes first. nil when all are done.
def following(conditions, record)
  done = record.experiments.map { |line| line["condition"] }.tally
  shares = conditions.to_h { |condition| [condition, done.fetch(condition.name, 0).fdiv(condition.wanted)] }
  condition, share = shares.min_by(&:last)
  return if share >= 1
  return condition if condition.share.zero? || cost(record, condition.method)

  Condition.new(name: Stats::Calibration::PILOT, kind: "compare", wanted: 1, method: condition.method, loops: PILOT_LOOPS)
end

def cost(record, method) = Stats::Calibration.new(record).per_loop(method, "wall", at: now)

# The commits of a new branch. One of them changes the client, the others a line that nothing runs.
def commit(repository, condition, loops, guilty)
  Bench.git(repository, "switch", "--quiet", "--force-create", "measured", "main")
  path = File.join(repository, CLIENT)
  original = File.read(path)
  COMMITS[condition.kind].times do |number|
    changed = number >= guilty
    count = "loops = #{LOOPS + (changed ? loops : 0)} # #{changed ? "after" : "before"}\nloops -= 1 while loops > 0\n"
    File.write(path, original.sub(METHODS.fetch(condition.method)) { |line| line + count })
    File.write(File.join(repository, "NEWS"), "#{number}\n", mode: "a")
    Bench.git(repository, "add", "--all")
    Bench.git(repository, "commit", "--quiet", "--message", "change #{number}")
  end
end

# Runs the command of a condition in the repository: its record.
def measured(repository, condition)
  words = [*COMPARED.fetch(condition.kind).call(condition), "--for", "#{condition.seconds}s", "--with",
           "placement=#{condition.placement}"]
  placement = Cachemark::Host::Placement.choose("one-core", Cachemark::Host::Machine.facts)
  cpu = placement.public_send(condition.core).first if condition.core
  Bench.in_dir do |dir|
    Bench.busy(cpu ? 1 : 0, cpu: cpu) do
      Record::Reader.read(Bench.run(*words, dir: dir, command: condition.kind, chdir: repository).last)
    end
  end
end

# The verdicts of a comparison, and the changes in its pairs, from which every verdict can be computed again.
def comparison(record)
  pairs = Stats::Pairs.new(record)
  cells = record.comparisons.map do |line|
    effects = Stats::Calibration::METRICS.to_h do |metric|
      [metric, pairs.effects(line["comparison"], metric).map { |effect| effect.round(6) }]
    end
    { **line.slice("comparison", "scenario", "noise"), "effects" => effects }
  end
  { cells: cells, verdicts: Stats::Calibration::METRICS.to_h { |metric| [metric, verdicts(record, metric)] } }
end

# As of a command with this metric only: verdicts on several metrics are wider.
def verdicts(record, metric)
  names = record.comparisons.reject { |line| line["noise"] }.map { |line| [line["comparison"], metric] }
  Stats::Comparison.of(record, only: names).verdicts.map do |verdict|
    verdict.to_h.slice(:comparison, :scenario, :verdict, :effect, :resolution, :pairs)
  end
end

def gate(record)
  decision = Stats::Gate.of(record)
  { code: decision.code, alarms: decision.alarms.map(&:scenario).uniq, regressions: decision.regressions.map(&:scenario).uniq }
end

def search(record, guilty)
  steps = Stats::Steps.of(record)
  { guilty: "change #{guilty}", pairs: record.pairs.size, undecided: steps.undecided,
    found: steps.found.map { |change| { to: change.to, subject: change.subject, effect: change.effect } } }
end

def experiment(writer, repository, condition)
  loops = condition.loops ||
          (condition.share.zero? ? 0 : [(condition.share / cost(writer.record, condition.method)).round, 1].max)
  guilty = rand(1...COMMITS[condition.kind])
  commit(repository, condition, loops, guilty)
  record = measured(repository, condition)
  found = case condition.kind
          when "find" then search(record, guilty)
          when "gate" then { **comparison(record), **gate(record) }
          else comparison(record)
          end
  writer.add("experiment", condition: condition.name, kind: condition.kind, method: condition.method, loops: loops,
                           share: condition.share, for_s: condition.seconds.to_f, at: now,
                           load: record.run.dig("machine", "load"), seconds: record.pairs.last&.fetch("at_s"),
                           machine: record.ending["machine"], outcome: record.ending["outcome"], **found)
end

def calibrate(conditions, writer)
  Bench.in_dir do |dir|
    repository = Bench.repository(dir)
    ends_s = Bench.now + (OPTIONS[:minutes] * 60)
    while (condition = following(conditions, writer.record)) && Bench.now + condition.seconds <= ends_s
      experiment(writer, repository, condition)
      done = writer.record.experiments.count { |line| line["condition"] == condition.name }
      puts "#{condition.name}: #{done}#{" of #{condition.wanted}" unless condition.loops}, load #{Bench.load}"
    end
  end
  writer.record
end

words = OPTIONS[:condition]
chosen = CONDITIONS.select { |condition| words.empty? || words.any? { |word| condition.name.include?(word) } }
abort("there is no such condition, only: #{CONDITIONS.map(&:name).join("; ")}") if chosen.empty?

begin
  path = OPTIONS[:record]
  measuring = OPTIONS[:minutes].positive?
  record = measuring ? calibrate(chosen, opened(path, Cachemark::Host::Machine.facts)) : Record::Reader.read(path)
  puts Check::Included::Calibration.new(record).report
rescue Cachemark::Error => error
  abort(error.message)
end
