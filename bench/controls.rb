# frozen_string_literal: true

# Every flaw put to every situation: by which of its group, whose `controls` name it, it is caught, and by which others. Those
# that take long are put to their own flaws only. Of a situation outside the group one variant is tried, and twice at most, but
# for those that go through every byte or line, or 100 faults: with --all each is, as often as `check` tries it, until one has
# caught it; with --own none.
#   ruby bench/controls.rb [--all|--own] [--flaw GLOB]... [--situation GLOB]...
require_relative "support"
require "optparse"
Bench.with_gems(__FILE__)
require "cachemark"

OPTIONS = { flaw: [], situation: [] } # rubocop:disable Style/MutableConstant
OptionParser.new do |parser|
  parser.on("--all") { OPTIONS[:all] = true }
  parser.on("--own") { OPTIONS[:own] = true }
  parser.on("--flaw GLOB") { |glob| OPTIONS[:flaw] << glob }
  parser.on("--situation GLOB") { |glob| OPTIONS[:situation] << glob }
end.parse!

def chosen(names, globs) = names.select { |name| globs.empty? || globs.any? { |glob| File.fnmatch?(glob, name) } }

CATALOG = Cachemark::Catalog.load
SITUATIONS = chosen(CATALOG.situations.keys, OPTIONS[:situation]).map { |id| CATALOG.situations.fetch(id) }.freeze
FLAWS = chosen(SITUATIONS.flat_map(&:controls).uniq.sort, OPTIONS[:flaw]).freeze
abort("no flaw and situation are called so") if FLAWS.empty?

RESOLVER = Cachemark::Contender::Resolver.new(catalog: CATALOG, **Cachemark::CLI::Rooms.new({}).to_h)
REFERENCE = RESOLVER.resolve("socket")

# The cases of a flaw's own situations, and of each other one that needs no mode that the flaw's language lacks.
def cases(flaw, contender)
  own, others = SITUATIONS.partition { |situation| situation.controls.include?(flaw) }
  others = [] if OPTIONS[:own]
  others = others.reject { |one| one.thorough || Cachemark::Vocabulary::Mode.of(one.mode).lacking(contender.language) }
  Cachemark::Fault::Case.all(own) + (OPTIONS[:all] ? Cachemark::Fault::Case.all(others) : others.filter_map { |one| first(one) })
end

# One variant, tried twice at most; nil where even that takes long.
def first(situation)
  return if !situation.repeats.is_a?(Integer) || situation.category == "leak"

  Cachemark::Fault::Case.all([situation.with(repeats: [situation.repeats, 2].min)]).first
end

def exams
  FLAWS.map do |flaw|
    language, _, name = flaw.rpartition("/")
    contender = RESOLVER.resolve("#{"#{language}/" unless language.empty?}control,flaw=#{name}")
    Cachemark::Plan::Exam.new(contender: contender, cases: cases(flaw, contender), control: flaw, peers: [REFERENCE])
  end
end

# {flaw => {situation's id => outcome}} of what caught it.
def caught(record)
  bad = record.cases.select { |line| Cachemark::Fault::BAD.include?(line["outcome"]) }
  bad.group_by { |line| line["control"] }.transform_values { |own| own.to_h { |line| line.values_at("situation", "outcome") } }
end

# The record of these exams. The reference is there to be a peer.
def examined(dir)
  clock = -> { Bench.now }
  reference = Cachemark::Plan::Exam.new(contender: REFERENCE, cases: [], control: "socket")
  job = Cachemark::Lab::Job.new(cells: [], seed: 7, exams: [reference, *exams])
  settings = Cachemark::Lab::Settings.new(argv: ["bench/controls.rb"], paths: Cachemark::Paths.new, options: {},
                                          suite: { "id" => "check", "title" => "controls" },
                                          record: File.join(dir, "controls.jsonl"))
  live = Cachemark::Live.for($stderr, clock: clock, plain: true)
  Cachemark::Lab::Measurement.new(job, settings, live: live, clock: clock, loop: Cachemark::Lab::Check).call.record
end

def told(found) = found.map { |id, outcome| "#{id} #{outcome}" }.join(", ")

Bench.in_dir do |dir|
  record = examined(dir)
  record.failures.each { |line| puts "could not be examined to the end: #{line.values_at("contender", "reason").join(": ")}" }
  found = caught(record)
  exact = FLAWS.map do |flaw|
    group = SITUATIONS.select { |situation| situation.controls.include?(flaw) }.map(&:id)
    own, others = found.fetch(flaw, {}).partition { |id, _| group.include?(id) }
    missed = group - own.map(&:first)
    puts format("%-36s %d of %d  %s", flaw, group.size - missed.size, group.size, told(own))
    puts "    NOT by #{missed.join(", ")}" if missed.any?
    puts "    also by #{told(others)}" if others.any?
    [group.size <= 4 && missed.empty?, others.empty?]
  end
  Bench.say("flaws that each of their 4 situations at most catches", "#{exact.count(&:first)} of #{exact.size}", "all",
            exact.all?(&:first))
  Bench.say("flaws that no other situation catches", "#{exact.count(&:last)} of #{exact.size}", "all", exact.all?(&:last))
end
