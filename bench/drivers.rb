# frozen_string_literal: true

# Compares what a call costs with two folders of drivers. Fresh processes of both, in pairs, time blocks next to each other.
#
#   ruby bench/drivers.rb FOLDER [--client NOTATION]... [--suite ID] [--for SECONDS]
#
# FOLDER is the `drivers` of another checkout, the baseline. Each cell is measured for `for` seconds (60). `null` shows what an
# empty call costs.

require_relative "support"
require "optparse"
Bench.with_gems(__FILE__)
require "cachemark"

$stdout.sync = true

OPTIONS = { client: [], suite: "clients", for: 60.0 } # rubocop:disable Style/MutableConstant
OptionParser.new do |options|
  options.on("--client NOTATION") { |notation| OPTIONS[:client] << notation }
  options.on("--suite ID") { |id| OPTIONS[:suite] = id }
  options.on("--for SECONDS", Float) { |seconds| OPTIONS[:for] = seconds }
end.parse!
CLIENTS = OPTIONS[:client].empty? ? %w[dalli memcached pymemcache pylibmc null python/null] : OPTIONS[:client]
FOLDERS = { "baseline" => File.expand_path(ARGV.first || abort("name the drivers folder of another checkout")),
            "contender" => File.join(Bench::ROOT, "drivers") }.freeze

LIMIT_S = 60
QUADS = 24
# The orders of the blocks of two quads.
ORDERS = [%w[baseline contender contender baseline], %w[contender baseline baseline contender]].freeze
SAME = 0.01
SLOWER = 0.005
WANTED = 24.0 / 28
ALPHA = 0.05
CORE = (Etc.nprocessors - 1).to_s
NOTHING = "null"
# The ns that an empty call may cost more.
MORE_NS = 3
Stats = Cachemark::Stats

# A fresh process of a driver with one open cell.
class Arm
  def initialize(keeper, environment, contender, folder, open)
    program = File.join(folder, contender.language.name, contender.language.driver)
    argv = ["taskset", "-c", CORE, *environment.argv, *contender.runtime_flags, program]
    @session = Cachemark::Driver::Planned.start(keeper: keeper, argv: argv, env: environment.env, log: File::NULL,
                                                deadline_s: LIMIT_S)
    client = contender.client
    ask("load", client: client.name, adapter: client.adapter, shims: contender.shims, options: contender.options, mode: "sync")
    ask("open", client: client.name, options: contender.options, prefix: "", published: false, mode: "sync", **open)
    ask("prepare")
  end

  def block(iterations, batch) = ask("block", iterations: iterations, batch: batch)

  def close = @session.close

  private

  def ask(type, **fields)
    reply = @session.request(type, { cell: "c", **fields }, deadline_s: LIMIT_S)
    wrong = reply["mismatches"].to_a.any? || reply["errors"].to_a.any? || reply["type"] == "not_offered"
    wrong ? abort("#{type}: #{reply}") : reply
  end
end

# The log of the change of one pair of processes.
def pair(arms)
  iteration_ns = arms.values.map { |arm| Array.new(3) { arm.block(100, 100) }.last["wall_ns"] }.min / 100
  iterations = Cachemark::Plan::Pace.iterations(iteration_ns)
  batch = Cachemark::Plan::Pace.batch(iteration_ns, iterations)
  blocks = QUADS.times.flat_map do |quad|
    ORDERS[quad % 2].each_with_index.map do |name, slot|
      { **arms.fetch(name).block(iterations, batch), "arm" => name, "quad" => quad, "slot" => slot, "process" => name,
        "estimate" => "stretches" }
    end
  end
  found = Stats::Pairs::Pair.new(blocks: blocks)
  [found.effect("wall"), found.cost_ns("contender") - found.cost_ns("baseline")]
end

# [[log of the change, change in ns], ...] of the pairs of a cell.
def pairs(keeper, environment, contender, open)
  ends = Bench.now + OPTIONS[:for]
  found = []
  while Bench.now < ends
    order = found.size.odd? ? FOLDERS.to_a.reverse : FOLDERS.to_a
    arms = {}
    begin
      order.each { |name, folder| arms[name] = Arm.new(keeper, environment, contender, folder, open) }
      found << pair(arms)
    ensure
      arms.each_value(&:close)
    end
  end
  found
end

# [[low, high] of the change, as shares; the change of a call in ns].
def judge(title, found)
  logs = found.map(&:first)
  low, high = Stats::SignedRank.interval(logs, ALPHA) || [-Float::INFINITY, Float::INFINITY]
  low, high = [low, high].map { |log| Math.exp(log) - 1 }
  more_ns = Stats::Median.of(found.map(&:last))
  puts format("  %-44s %+.2f %% (%+.2f to %+.2f %%), %+.1f ns a call, %d pairs; load %s", title,
              (Math.exp(Stats::SignedRank.estimate(logs)) - 1) * 100, low * 100, high * 100, more_ns, found.size, Bench.load)
  [[low, high], more_ns]
end

def cells(keeper)
  sources = Cachemark::CLI.sources({})
  resolver = Cachemark::Contender::Resolver.new(**sources)
  builder = Cachemark::Env::Builder.new(cache: Cachemark::Paths.new.cache, spawn: keeper, registry: sources.fetch(:versions))
  catalog = sources.fetch(:catalog)
  scenarios = catalog.scenarios_for(catalog.suite(OPTIONS[:suite]).scenarios)
  CLIENTS.flat_map do |notation|
    contender = resolver.resolve(notation)
    environment = builder.build([contender]).fetch(contender.id)
    own = contender.client.name == NOTHING ? scenarios.first(1) : scenarios
    own.map { |scenario| [contender, environment, scenario] }
  end
ensure
  builder&.release
end

Cachemark::Host::Keeper.start do |keeper|
  Bench.memcached(core: 0) do |address|
    empty, others = cells(keeper).partition { |contender, _| contender.client.name == NOTHING }
    judged = lambda do |(contender, environment, scenario)|
      open = { servers: [address], scenario: scenario.to_wire }
      judge("#{contender.id} #{scenario.label}", pairs(keeper, environment, contender, open))
    end
    ranges, more = others.map(&judged).map(&:first), empty.map(&judged).map(&:last)
    unless more.empty?
      Bench.say("an empty call of the driver", format("%+.1f ns", more.max), "at most +#{MORE_NS} ns", more.max <= MORE_NS)
    end
    next if ranges.empty?

    slower = ranges.count { |low, _| low > SLOWER }
    same = ranges.count { |low, high| low > -SAME && high < SAME }
    Bench.say("cells that are certainly more than 0.5 % slower", "#{slower} of #{ranges.size}", "0", slower.zero?)
    Bench.say("cells that are the same at 1 %", "#{same} of #{ranges.size}", "24 of 28", same >= ranges.size * WANTED)
  end
end
