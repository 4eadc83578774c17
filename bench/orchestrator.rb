# frozen_string_literal: true

# The CPU time of Cachemark itself while it measures the classic suite. It is a share of one core
# over the time in which blocks run, with the live table and with lines.
#   ruby bench/orchestrator.rb [TIME]
require_relative "support"

# CPU seconds of a process so far, from its own account.
def cpu_s(pid)
  fields = File.read("/proc/#{pid}/stat").rpartition(")").last.split
  (fields[11].to_i + fields[12].to_i).fdiv(100)
rescue SystemCallError
  nil
end

# The type of the line that a record ends with now; nil while it has none.
def last_type(record)
  tail = File.open(record) { |file| file.seek([file.size - 65_536, 0].max) && file.read }
  tail.scan(/^{"type":"(\w+)"/).last&.first
rescue Errno::ENOENT
  nil
end

# The share of one core that the command takes while blocks run, and over all its measuring:
# between blocks it starts fresh processes and lets them prove themselves.
def shares(dir, name, time, terminal)
  record = File.join(dir, "#{name}.jsonl")
  samples = []
  Bench.watched(["--for", time, "--seed", "1"], record, terminal: terminal) do |pid|
    type = last_type(record)
    samples << [Bench.now, cpu_s(pid), type] if samples.any? ? type != "end" : type == "block"
  end
  spans = samples.select { |sample| sample[1] }.each_cons(2).to_a
  blocks = spans.select { |one, other| [one, other].all? { |sample| sample[2] == "block" } }
  abort("#{name}: nothing was measured: is #{time} enough?") if blocks.empty?
  [blocks, spans].map { |chosen| part(chosen, 1) / part(chosen, 0) }
end

def part(spans, column) = spans.sum { |one, other| other[column] - one[column] }

time = ARGV.fetch(0, "40s")

Bench.in_dir do |dir|
  { "live table" => true, "lines" => false }.each do |name, terminal|
    share, whole = shares(dir, name.tr(" ", "-"), time, terminal)
    Bench.say("orchestrator's CPU while blocks run (#{name})", format("%.1f %%", share * 100), "< 5 %", share < 0.05)
    puts format("  with the starts and proofs of fresh processes: %.1f %%", whole * 100)
  end
end
