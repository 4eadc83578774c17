# frozen_string_literal: true

# What Cachemark itself takes while it measures the classic suite: its CPU as a share of one core
# over the time in which blocks run. Then whether the live table moves an A/A: short runs with it
# and without it in turns (on off off on ...), each pair beside each other in time.
#   ruby bench/orchestrator.rb [TIME] [TIME OF A SHORT RUN]
require_relative "support"
require "pty"

# From the least to the greatest of six differences covers their median with 97 %.
PAIRS = 6

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

# Runs the command on a terminal (live table) or off it (lines); yields its pid now and then.
def run(args, record, terminal)
  reader, writer = terminal ? PTY.open : IO.pipe
  pid = Process.spawn(*Bench::COMMAND, "run", *args, "--record", record, "--format", "json",
                      out: File::NULL, err: writer, in: File::NULL)
  writer.close
  drain = Thread.new { loop { reader.readpartial(65_536) } rescue nil }
  until Process.wait(pid, Process::WNOHANG)
    yield pid if block_given?
    sleep 0.2
  end
  drain.kill.join
  reader.close
end

# The share of one core that the command takes while blocks run, and over all its measuring:
# between blocks it starts fresh processes and lets them prove themselves.
def shares(dir, name, time, terminal)
  record = File.join(dir, "#{name}.jsonl")
  samples = []
  run(["--for", time, "--seed", "1"], record, terminal) do |pid|
    type = last_type(record)
    samples << [Bench.now, cpu_s(pid), type] if samples.any? ? type != "end" : type == "block"
  end
  spans = samples.select { |sample| sample[1] }.each_cons(2).to_a
  blocks = spans.select { |one, other| [one, other].all? { |sample| sample[2] == "block" } }
  abort("#{name}: nothing was measured: is #{time} enough?") if blocks.empty?
  [blocks, spans].map { |chosen| part(chosen, 1) / part(chosen, 0) }
end

def part(spans, column) = spans.sum { |one, other| other[column] - one[column] }

# {"wall_ns" => {row => ns}, "socket_ratio" => {row => ratio}} of a short run.
def figures(dir, number, time, terminal)
  record = File.join(dir, "#{number}.jsonl")
  run(["dalli", "socket", "--for", time, "--seed", "1"], record, terminal)
  rows = JSON.parse(IO.popen([*Bench::COMMAND, "show", record, "--format", "json"], &:read))["rows"]
  rows = rows.select { |row| row["status"] == "ok" && row["client"] == "ruby/dalli" }
  %w[wall_ns socket_ratio].to_h { |name| [name, rows.to_h { |row| [Bench.key(row), row[name]] }] }
end

# The median over rows of on / off - 1.
def shift(on, off) = Bench.median((on.keys & off.keys).map { |row| (on[row] / off[row]) - 1 })

time = ARGV.fetch(0, "40s")
short = ARGV.fetch(1, "10s")

Bench.in_dir do |dir|
  { "live table" => true, "lines" => false }.each do |name, terminal|
    share, whole = shares(dir, name.tr(" ", "-"), time, terminal)
    Bench.say("orchestrator's CPU while blocks run (#{name})", format("%.1f %%", share * 100), "< 5 %", share < 0.05)
    puts format("  with the starts and proofs of fresh processes: %.1f %%", whole * 100)
  end
  pairs = (1..PAIRS).map do |pair|
    order = pair.odd? ? [true, false] : [false, true]
    order.to_h { |terminal| [terminal, figures(dir, "#{pair}-#{terminal}", short, terminal)] }
  end
  { "wall_ns" => "time per call", "socket_ratio" => "x socket" }.each do |name, title|
    shifts = pairs.map { |pair| shift(pair[true][name], pair[false][name]) * 100 }
    low, high = shifts.minmax
    Bench.say("A/A, live table on against off: #{title}",
              format("%+.2f %% [%+.2f, %+.2f]", Bench.median(shifts), low, high), "0 in it", low <= 0 && high >= 0)
  end
end
