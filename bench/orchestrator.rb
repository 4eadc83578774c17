# frozen_string_literal: true

# The CPU time of Cachemark itself while it measures: the classic suite with `run`, and one scenario with `compare` and with
# `gate`. It is a share of one core over the time in which blocks run, with the live table and with lines.
#   ruby bench/orchestrator.rb [TIME] [run|compare|gate]...
require_relative "support"

# CPU seconds of a process so far, from its own account.
def cpu_s(pid)
  fields = File.read("/proc/#{pid}/stat").rpartition(")").last.split
  (fields[11].to_i + fields[12].to_i).fdiv(100)
rescue SystemCallError
  nil
end

# The name of the line that a record ends with now, such as "block"; nil while it has none.
def last_name(record)
  tail = File.open(record) { |file| file.seek([file.size - 65_536, 0].max) && file.read }
  tail.scan(/^{"type":"(\w+)"(?:,"of":"(\w+)")?/).last&.compact&.last
rescue Errno::ENOENT
  nil
end

# The words of a command, and the folder in which it runs.
COMMANDS = { "run" => ->(_dir) { [%w[run], Dir.pwd] },
             "compare" => ->(_dir) { [%w[compare dalli@3.2.8 dalli@3.2.8 --scenario client/get], Dir.pwd] },
             "gate" => ->(dir) { [%w[gate --base git:main --scenario client/get], changed(dir)] } }.freeze

# A repository of dalli whose working copy has another comment.
def changed(dir)
  repository = File.join(dir, "dalli-3.2.8")
  return repository if File.directory?(repository)

  Bench.repository(dir).tap { |made| File.write(File.join(made, "lib/dalli.rb"), "# changed\n", mode: "a") }
end

# The share of one core that the command takes while blocks run, and over all its measuring:
# between blocks it starts fresh processes and lets them prove themselves.
def shares(dir, command, time, terminal)
  record = File.join(dir, "#{command}-#{terminal ? "table" : "lines"}.jsonl")
  words, folder = COMMANDS.fetch(command).call(dir)
  samples = []
  Bench.watched([*words, "--for", time, "--with", "seed=1"], record, terminal: terminal, chdir: folder) do |pid|
    type = last_name(record)
    samples << [Bench.now, cpu_s(pid), type] if samples.any? ? type != "end" : type == "block"
  end
  spans = samples.select { |sample| sample[1] }.each_cons(2).to_a
  blocks = spans.select { |before, after| [before, after].all? { |sample| sample[2] == "block" } }
  abort("#{command}: nothing was measured: is #{time} enough?") if blocks.empty?
  [blocks, spans].map { |chosen| part(chosen, 1) / part(chosen, 0) }
end

def part(spans, column) = spans.sum { |before, after| after[column] - before[column] }

times, commands = ARGV.partition { |word| !COMMANDS.key?(word) }
time = times.fetch(0, "40s")

Bench.in_dir do |dir|
  commands = COMMANDS.keys if commands.empty?
  commands.product({ "live table" => true, "lines" => false }.to_a) do |command, (name, terminal)|
    share, whole = shares(dir, command, time, terminal)
    Bench.say("#{command}: its own CPU while blocks run (#{name})", format("%.1f %%", share * 100), "< 5 %", share < 0.05)
    puts format("  with the starts and proofs of fresh processes: %.1f %%", whole * 100)
  end
end
