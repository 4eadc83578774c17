# frozen_string_literal: true

# The reference in every case on each memcached of `list servers`. Every option of every client in every quick case, next to the
# same client with its defaults: the values of its options are packed into at most three contenders. A case has three trials.
#
#   ruby bench/untried.rb [servers|options]... [--only GLOB]... [--case GLOB]... [--minutes N]
#
# A series continues where it was interrupted, or where its minutes were over: the records are kept under tmp/untried. Remove the
# records of a server or client to check it again. The mutants are not examined; bench/controls.rb does that.

require_relative "support"
require "fileutils"
require "optparse"
Bench.with_gems(__FILE__)
require "cachemark"

$stdout.sync = true

OPTIONS = { only: [], case: [], minutes: 60.0 } # rubocop:disable Style/MutableConstant
PARTS = OptionParser.new do |parser|
  parser.on("--only GLOB") { |glob| OPTIONS[:only] << glob }
  parser.on("--case GLOB") { |glob| OPTIONS[:case] << glob }
  parser.on("--minutes N", Float) { |minutes| OPTIONS[:minutes] = minutes }
end.parse!
abort("#{(PARTS - %w[servers options]).join(", ")}: the parts are servers and options") if (PARTS - %w[servers options]).any?

# Whether a server or a client is to be examined.
def wanted?(name) = OPTIONS[:only].empty? || OPTIONS[:only].any? { |glob| File.fnmatch?(glob, name) }

DEADLINE = Bench.now + (OPTIONS[:minutes] * 60)
FOLDER = File.join(Bench::ROOT, "tmp", "untried")
SOURCES = Cachemark::CLI.sources({}).freeze
RESOLVER = Cachemark::Contender::Resolver.new(**SOURCES)
REFERENCE = [Cachemark::Plan::Exam::REFERENCE].freeze
MOST = 3

# The contenders of a client that have all values of its options. A value is a Hash with everything that it needs.
class Packing
  # Array[Hash]: the options of each contender. Array[Hash]: values that fit into none.
  attr_reader :packs, :left

  def initialize(name)
    @name = name
    @default = RESOLVER.resolve(name)
    @packs = []
    @left = (companions + values).reject { |value| pack(value) }
  end

  def contenders = @packs.map { |pack| notation(pack) }

  # Options with several values come first, so that the others can be spread over the contenders of these values.
  def values
    @values ||= options.sort_by { |option| -option.others.size }.flat_map do |option|
      option.others.map { |word| { **needed(option), option.name => word } }
    end
  end

  # The gems that the client uses only on request.
  def companions
    lines = @default.client.companions_at(@default.facts).reject { |_, line| line.version }
    @companions ||= lines.keys.map { |gem| { gem => "newest" } }.select { |value| resolved(value) }
  end

  private

  # With its companions, the client may have more options.
  def options = @default.client.options_at(resolved(together).facts).values

  def together = companions.reduce({}, :merge)

  def needed(option) = { **option.needs, **option.acts.fetch("options", {}) }

  # Adds a value to the contender with the fewest options that can have it, or to a new one, if need be with the companions.
  def pack(value)
    found = @packs.select { |pack| joined(pack, value) }.min_by(&:size)
    return found.update(value) if found
    return if @packs.size == MOST

    (joined({}, value) || joined(together, value))&.then { |pack| @packs << pack }
  end

  # nil if the client refuses it.
  def joined(pack, value)
    both = { **pack, **value }
    both if pack.all? { |name, word| both[name] == word } && resolved(both)
  end

  def resolved(pack)
    RESOLVER.resolve(notation(pack)).then { |contender| contender unless contender.refusal }
  rescue Cachemark::Usage
    nil
  end

  def notation(pack) = [@name, *pack.map { |name, word| "#{name}=#{word}" }].join(",")
end

# A check of contenders, as far as there was time for it.
class Series
  attr_reader :name, :contenders

  def initialize(name, contenders, **options)
    @name = name
    @contenders = contenders
    @selection = Cachemark::CLI::Check::Selection.new(contenders, { seed: 7, cases: OPTIONS[:case], **options }, **SOURCES)
    @task = @selection.task
  end

  # Examines the cases that are not in the records of before. Ctrl-C and the deadline end it.
  def call
    rest = left
    return self if rest.empty? || Bench.now > DEADLINE

    puts "#{@name}: #{rest.sum { |exam| exam.cases.size }} cases"
    timer = Thread.new { sleep(DEADLINE - Bench.now) && Process.kill("INT", Process.pid) }
    measure(@task.with(exams: rest))
    self
  ensure
    timer&.kill
    @records = nil
  end

  def outcomes = records.flat_map(&:cases).map { |line| Cachemark::Stats::Check::Outcome.of(line) }

  # Array[String]: what went wrong with the check itself.
  def failures = records.flat_map(&:failures).map { |line| line.values_at("contender", "reason").join(": ") }

  def left
    done = outcomes.to_set { |outcome| [outcome.contender, outcome.case] }
    rest = exams.map do |exam|
      exam.with(cases: exam.cases.reject { |fault_case| done.include?([exam.contender.id, fault_case.id]) })
    end
    rest.reject { |exam| exam.cases.empty? }
  end

  private

  # Each case is tried as often as the reference is in every check.
  def exams
    controls, own = @task.exams.partition(&:control)
    return controls.select { |exam| REFERENCE.include?(exam.control) } if @contenders == REFERENCE

    own.map { |exam| exam.with(control: REFERENCE.first) }
  end

  def file = @name.tr("/", "-")

  def paths = Cachemark::Paths.matching(FOLDER, "#{file}.*.jsonl")

  def records = @records ||= paths.map { |path| Cachemark::Record::Reader.read(path) }

  def measure(task)
    clock = -> { Bench.now }
    settings = Cachemark::Lab::Settings.new(argv: ["bench/untried.rb"], paths: Cachemark::Paths.new, options: {},
                                            suite: @selection.suite_facts,
                                            record: File.join(FOLDER, "#{file}.#{paths.size + 1}.jsonl"))
    live = Cachemark::Live.for($stderr, clock: clock, plain: true)
    code = Cachemark::Lab::Measurement.new(task, settings, live: live, clock: clock).call.code
    exit(code) if code >= 128 && Bench.now < DEADLINE
  end
end

# Prints what differs: [[case, outcome before, Outcome], ...]. The cases of a fault with the same change share a line.
def differing(name, changes)
  lines = changes.group_by { |_, before, outcome| [name, outcome.fault, before, outcome.outcome, outcome.headline[0, 160]] }
  lines.each do |(who, fault, before, after, reason), own|
    cases = own.one? ? own.first.first : "#{fault} (#{own.size} cases)"
    puts "  #{who}: #{cases}: #{before} -> #{after} #{reason}".rstrip
  end
end

def remaining(checks) = checks.sum { |check| check.left.sum { |exam| exam.cases.size } }

def say_failures(checks)
  failures = checks.flat_map { |check| check.failures.map { |failure| "#{check.name}: #{failure}" } }
  failures.each { |failure| puts "  #{failure}" }
  Bench.say("checks without a failure of their own (#{remaining(checks)} cases left)",
            "#{checks.size - checks.count { |check| check.failures.any? }} of #{checks.size}", "all",
            failures.empty? && remaining(checks).zero?)
end

def servers
  checks = Cachemark::CLI.servers({}).known.map(&:number).select { |number| wanted?(number) }.to_h do |number|
    [number, Series.new("server-#{number}", REFERENCE, thorough: true, memcacheds: [number]).call]
  end
  found = checks.transform_values { |check| check.outcomes.to_h { |outcome| [outcome.case, outcome] } }
  best = found.values.flat_map(&:values).group_by(&:case).transform_values { |all| all.min_by(&:severity).outcome }
  odd = found.flat_map do |number, own|
    changes = own.map { |id, outcome| [id, best.fetch(id), outcome] }.reject { |_, before, outcome| outcome.outcome == before }
    differing("memcached #{number}", changes)
    changes.map(&:first)
  end.uniq
  Bench.say("cases of the reference with one outcome on #{checks.size} servers", "#{best.size - odd.size} of #{best.size}", "all",
            odd.empty?)
  say_failures(checks.values)
end

# Those of Ruby first.
CLIENTS = SOURCES[:catalog].clients.values.reject(&:reference).partition { |client| client.language == "ruby" }.flatten
                           .map { |client| SOURCES[:catalog].word(client) }.select { |name| wanted?(name) }

def packed
  packings = CLIENTS.to_h { |name| [name, Packing.new(name)] }
  left = packings.flat_map { |name, packing| packing.left.map { |value| "#{name}: #{value}" } }
  left.each { |value| puts "  in no contender: #{value}" }
  packings.each_value { |packing| puts(packing.contenders.map { |contender| "  #{contender}" }) }
  all = packings.each_value.sum { |packing| packing.values.size + packing.companions.size }
  Bench.say("values of options in #{MOST} contenders a client", "#{all - left.size} of #{all}", "all", left.empty?)
  packings
end

# Faults in which contenders share servers. One whose options place keys otherwise has nobody to share with.
SHARED = SOURCES[:catalog].faults.values.select(&:peers).map(&:id).freeze

# Whether a case was not tried, although its fault can strike the client.
def lacking?(outcome) = !outcome.tried? && !outcome.out_of_reach? && !SHARED.include?(outcome.fault)

# Prints what the options of a contender change. Answers how many cases they make UNSUPPORTED, and whether no tried case is good.
def changed(contender, own, defaults)
  changes = own.filter_map { |outcome| defaults[outcome.case]&.then { |before| [outcome.case, before.outcome, outcome] } }
  differing(contender, changes.reject { |_, before, outcome| outcome.outcome == before })
  lost = changes.count { |_, before, outcome| lacking?(outcome) && before != "UNSUPPORTED" }
  [lost, own.any? && own.all? { |outcome| outcome.bad? || !outcome.tried? }]
end

def options
  checks = packed.map { |name, packing| Series.new(name, [name, *packing.contenders]).call }
  seen = checks.flat_map do |check|
    outcomes = check.outcomes.group_by(&:contender)
    defaults = outcomes.fetch(check.name, []).to_h { |outcome| [outcome.case, outcome] }
    check.contenders.drop(1).map { |contender| changed(contender, outcomes.fetch(contender, []), defaults) }
  end
  Bench.say("cases that options make UNSUPPORTED within reach", seen.sum(&:first), "0", seen.sum(&:first).zero?)
  Bench.say("contenders whose options hide every case", seen.count(&:last), "0", seen.none?(&:last))
  say_failures(checks)
end

FileUtils.mkdir_p(FOLDER)
servers if PARTS.empty? || PARTS.include?("servers")
options if PARTS.empty? || PARTS.include?("options")
