# frozen_string_literal: true

# Puts every mutant to every fault, and prints which faults catch it: those whose `controls` name it (its group), and others.
# Of a fault outside the group, one case is tried at most twice, and none where it takes long. With --all every case is tried as
# often as by `check`, until one catches the mutant; with --own only the group is tried.
#
#   ruby bench/controls.rb [--all|--own] [--mutant GLOB]... [--fault GLOB]...
require_relative "support"
require "optparse"
Bench.with_gems(__FILE__)
require "cachemark"

OPTIONS = { mutant: [], fault: [] } # rubocop:disable Style/MutableConstant
OptionParser.new do |parser|
  parser.on("--all") { OPTIONS[:all] = true }
  parser.on("--own") { OPTIONS[:own] = true }
  parser.on("--mutant GLOB") { |glob| OPTIONS[:mutant] << glob }
  parser.on("--fault GLOB") { |glob| OPTIONS[:fault] << glob }
end.parse!

def chosen(names, globs) = names.select { |name| globs.empty? || globs.any? { |glob| File.fnmatch?(glob, name) } }

CATALOG = Cachemark::Catalog.load
FAULTS = chosen(CATALOG.faults.keys, OPTIONS[:fault]).map { |id| CATALOG.faults.fetch(id) }.freeze
MUTANTS = chosen(FAULTS.flat_map(&:controls).uniq.sort, OPTIONS[:mutant]).freeze
abort("no mutant or fault has such a name") if MUTANTS.empty?

RESOLVER = Cachemark::Contender::Resolver.new(**Cachemark::CLI.sources({}))
REFERENCE = RESOLVER.resolve("socket")

# The cases of a mutant's group, and of the other faults whose mode the mutant's language has.
def cases(mutant, contender)
  own, others = FAULTS.partition { |fault| fault.controls.include?(mutant) }
  others = [] if OPTIONS[:own]
  others = others.reject { |fault| fault.thorough || Cachemark::Vocabulary::Mode.of(fault.mode).lacking(contender.language) }
  of_others = OPTIONS[:all] ? Cachemark::Fault::Case.all(others) : others.filter_map { |fault| first(fault) }
  Cachemark::Fault::Case.all(own) + of_others
end

# One case, tried at most twice; nil where even that takes long.
def first(fault)
  return if !fault.repeats.is_a?(Integer) || fault.category == "leak"

  Cachemark::Fault::Case.all([fault.with(repeats: [fault.repeats, 2].min)]).first
end

def exams
  MUTANTS.map do |mutant|
    language, _, name = mutant.rpartition("/")
    contender = RESOLVER.resolve("#{"#{language}/" unless language.empty?}control,mutant=#{name}")
    Cachemark::Plan::Exam.new(contender: contender, cases: cases(mutant, contender), control: mutant, peers: [REFERENCE])
  end
end

# {mutant => {fault's id => outcome}} of the faults that caught it.
def caught(record)
  bad = record.cases.select { |line| Cachemark::Vocabulary::Outcomes.bad?(line["outcome"]) }
  bad.group_by { |line| line["control"] }.transform_values { |own| own.to_h { |line| line.values_at("fault", "outcome") } }
end

# The record of these exams. The reference is among them as a peer.
def examined(dir)
  clock = -> { Bench.now }
  reference = Cachemark::Plan::Exam.new(contender: REFERENCE, cases: [], control: "socket")
  task = Cachemark::Lab::Check::Task.new(seed: 7, exams: [reference, *exams])
  settings = Cachemark::Lab::Settings.new(argv: ["bench/controls.rb"], paths: Cachemark::Paths.new, options: {},
                                          suite: { "id" => "check", "title" => "controls" },
                                          record: File.join(dir, "controls.jsonl"))
  live = Cachemark::Live.for($stderr, clock: clock, plain: true)
  Cachemark::Lab::Measurement.new(task, settings, live: live, clock: clock).call.record
end

def list(found) = found.map { |id, outcome| "#{id} #{outcome}" }.join(", ")

Bench.in_dir do |dir|
  record = examined(dir)
  record.failures.each { |line| puts "not examined completely: #{line.values_at("contender", "reason").join(": ")}" }
  found = caught(record)
  exact = MUTANTS.map do |mutant|
    group = FAULTS.select { |fault| fault.controls.include?(mutant) }.map(&:id)
    own, others = found.fetch(mutant, {}).partition { |id, _| group.include?(id) }
    missed = group - own.map(&:first)
    puts format("%-36s %d of %d  %s", mutant, group.size - missed.size, group.size, list(own))
    puts "    NOT by #{missed.join(", ")}" if missed.any?
    puts "    also by #{list(others)}" if others.any?
    [group.size <= 4 && missed.empty?, others.empty?]
  end
  Bench.say("mutants that each of their 4 faults at most catches", "#{exact.count(&:first)} of #{exact.size}", "all",
            exact.all?(&:first))
  Bench.say("mutants that no other fault catches", "#{exact.count(&:last)} of #{exact.size}", "all", exact.all?(&:last))
end
