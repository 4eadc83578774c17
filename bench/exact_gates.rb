# frozen_string_literal: true

# How often `gate --metric counts` fails equal code, and whether it finds 0.34 % more instructions. All gates are drawn
# from processes that were counted once.
#
#   ruby bench/exact_gates.rb [--gates N] [--found N] [--processes N] [--method N] [--seed N]
#
# Counts processes of one release of dalli in all scenarios of `--suite clients`, by every metric of `--metric counts`. Their
# records stay in tmp/exact-gates, so a measurement that was stopped continues, and a second one only draws again. Each gate draws
# its processes without replacement, as the lab takes them: a few first, and more of the cells that differ.
#
# - gates (10000): gates of equal code
# - found (1000): gates whose head has 0.34 % more instructions in one scenario
# - processes (60): processes of each cell and metric
# - method (2): the rules of a record; 1 are those of Cachemark 1.0
# - seed (1): of the draws

require_relative "support"
require "fileutils"
require "optparse"

Bench.with_gems(__FILE__)
require "cachemark"

COUNTS = { gates: 10_000, found: 1_000, processes: 60, method: 2, seed: 1 }
OptionParser.new { |options| COUNTS.each_key { |name| options.on("--#{name} N", Integer) } }.parse!(into: COUNTS)

FOLDER = File.join(Bench::ROOT, "tmp", "exact-gates")
CLIENT = "dalli@3.2.8"
METRICS = Cachemark::Vocabulary::Metrics::EXACT
# The metrics that are counted together, and how many contenders a command compares. Callgrind counts more processes of each.
SERIES = {
  "callgrind" => [%w[instructions], 2], "strace" => [%w[writes allocations], 6], "proxy" => [%w[round-trips bytes], 6]
}.freeze
# The first processes of a cell.
FIRST = { "callgrind" => 6, "strace" => 3, "proxy" => 1 }.freeze
MORE = 0.0034
MOST_ALARMS = 0.01
FOUND = 0.95
# How many cells are listed, those first that were undecided most often.
WORST = 3

# Footnotes change no verdict, and would take most of the time.
Cachemark::Stats::Notes::Footnotes.define_method(:of_verdict) { |*| [] }

# The counted processes of a series, each with its lines by scenario.
class Counted
  def initialize(series)
    @series = series
  end

  # Array[String]: the records, in order.
  def paths = Cachemark::Paths.matching(FOLDER, "#{@series}-*.jsonl").sort_by { |path| path[/\d+(?=\.jsonl)/].to_i }

  # {scenario => [the lines of a process]}
  def by_scenario
    found = Hash.new { |scenarios, scenario| scenarios[scenario] = Hash.new { |own, process| own[process] = [] } }
    paths.each { |path| read(path) { |scenario, process, line| found[scenario][process] << line } }
    found.transform_values(&:values)
  end

  # Integer: of the cell that has the fewest.
  def fewest = by_scenario.each_value.map(&:size).min || 0

  # Counts until each cell has enough processes.
  def complete
    metrics, contenders = SERIES.fetch(@series)
    number = paths.size
    while fewest < COUNTS[:processes]
      began = Bench.now
      record(number += 1, metrics, contenders)
      puts "#{@series}: #{fewest} processes of each cell after #{(Bench.now - began).round} s, load #{Bench.load}"
      $stdout.flush
    end
  end

  private

  def record(number, metrics, contenders)
    path = File.join(FOLDER, "#{@series}-#{number}.jsonl")
    FileUtils.rm_f("#{path}.part")
    out, status = Open3.capture2e(*Bench::COMMAND, "compare", *([CLIENT] * contenders), "--suite", "clients", "--metric",
                                  metrics.join(","), "--for", "1s", "--with", "seed=#{number}", "--output", "record=#{path}.part")
    abort(out) unless status.success? || status.exitstatus == 3
    File.rename("#{path}.part", path)
  end

  def read(path)
    cells = {}
    Cachemark::Record::Reader.read(path).lines.each do |line|
      cells[line["cell"]] = line["scenario"] if line["type"] == "cell"
      next unless line["of"] == "count" || (line["of"] == "work" && line["pass"] == 2)

      yield cells.fetch(line["cell"]), [path, line["process"]], line
    end
  end
end

# Gates whose processes are drawn from those that were counted.
class Gates
  # A cell of a gate, and its place among the arms: 0 is the base, 1 the head, 2 the A/A check.
  Arm = Struct.new(:cell, :at) do
    def noise? = at == 2
  end

  def initialize
    @counted = SERIES.each_key.to_h { |series| [series, Counted.new(series).by_scenario] }
    @header = header
    @cells = @header.select { |line| line["type"] == "cell" }
    @random = Random.new(COUNTS[:seed])
  end

  # The decision of one gate. `more` is added to the instructions of the head in the first scenario, as a share.
  def draw(more: 0.0)
    drawn = @counted.transform_values { |scenarios| scenarios.transform_values { |all| all.shuffle(random: @random) } }
    needed = {}
    loop do
      record = record(drawn, needed, more)
      known, needed = needed, Cachemark::Stats::Comparison.needed(record)
      return Cachemark::Stats::Gate.of(record) if known == needed
    end
  end

  private

  # The lines before the counts, from a record of two contenders.
  def header
    lines = Cachemark::Record::Reader.read(Counted.new("callgrind").paths.first).lines
    run = lines.first.merge("command" => "gate", "method" => COUNTS[:method],
                            "options" => lines.first["options"].merge("metrics" => METRICS))
    [run, *lines.select { |line| %w[environment cell comparison].include?(line["type"]) }].freeze
  end

  def record(drawn, needed, more)
    lines = drawn.flat_map do |series, scenarios|
      arms(series).flat_map do |arm|
        own = processes(scenarios.fetch(arm.cell["scenario"]), arm, size(series, arm.cell, needed))
        own.flatten.map { |line| changed(line, arm, more) }
      end
    end
    Cachemark::Record.from_lines([*@header, *lines, { "type" => "end", "outcome" => "complete" }])
  end

  def arms(series)
    base, head = @cells.partition { |cell| cell["contender"] == @cells.first["contender"] }
    arms = [base, head, *([base] unless series == "proxy")]
    arms.each_with_index.flat_map { |own, at| own.map { |cell| Arm.new(cell, at) } }
  end

  # The processes of a cell after the lab has counted on where processes differ.
  def size(series, cell, needed)
    [FIRST.fetch(series), *SERIES.fetch(series).first.map { |metric| needed[[cell["cell"], metric]]&.processes.to_i }].max
  end

  # Each arm has a third of what was drawn. A process has another name than in its record.
  def processes(drawn, arm, size)
    drawn.each_slice(drawn.size / 3).to_a.fetch(arm.at).first(size).each_with_index.map do |lines, number|
      lines.map { |line| line.merge("cell" => arm.cell["cell"], "process" => "#{arm.cell["cell"]}.#{arm.at}.#{number}") }
    end
  end

  def changed(line, arm, more)
    return line if line["of"] == "work"

    more = 0 unless line["metric"] == "instructions" && arm.at == 1 && arm.cell["scenario"] == @cells.first["scenario"]
    line.merge("noise" => arm.noise?, "value" => (line["value"] * (1 + more)).round)
  end
end

def percent(share) = format("%.2f %%", share * 100)

# [exit code, undecided cells] of gates of equal code. A decision would keep its whole record.
def report_equal(gates)
  alarms = gates.count { |code, _| code == 1 }.fdiv(gates.size)
  Bench.say("false alarms in #{gates.size} gates of equal code", percent(alarms), "< #{percent(MOST_ALARMS)}",
            alarms < MOST_ALARMS)
  gates.flat_map(&:last).tally.sort_by(&:last).reverse.first(WORST).each do |cell, count|
    puts "undecided: #{cell} in #{percent(count.fdiv(gates.size))}"
  end
end

def undecided(decision) = decision.undecided.map { |verdict| "#{verdict.label} (#{verdict.metric})" }

# The verdicts on instructions. Of the gates that call such a change detectable, most must find it.
def report_found(verdicts)
  able = verdicts.select { |verdict| verdict.resolution && verdict.resolution <= MORE }
  found = able.count { |verdict| verdict.verdict == "slower" }.fdiv([able.size, 1].max)
  Bench.say("+#{percent(MORE)} found where #{able.size} of #{verdicts.size} gates can", percent(found), ">= #{percent(FOUND)}",
            found >= FOUND)
  puts "found in all: #{percent(verdicts.count { |verdict| verdict.verdict == "slower" }.fdiv(verdicts.size))}"
end

FileUtils.mkdir_p(FOLDER)
SERIES.each_key { |series| Counted.new(series).complete }
gates = Gates.new
if COUNTS[:gates].positive?
  report_equal(Array.new(COUNTS[:gates]) { gates.draw.then { |decision| [decision.code, undecided(decision)] } })
end
if COUNTS[:found].positive?
  report_found(Array.new(COUNTS[:found]) { gates.draw(more: MORE).verdicts.find { |verdict| verdict.metric == "instructions" } })
end
