# frozen_string_literal: true

# What Cachemark itself takes while it measures: its CPU as a share of one core
# over the time in which blocks run, and whether the live table moves an A/A.
#   ruby bench/orchestrator.rb [TIME]
require_relative "support"
require "pty"

time = ARGV.fetch(0, "40s")

# CPU seconds of a process so far, from its own account.
def cpu_s(pid)
  fields = File.read("/proc/#{pid}/stat").rpartition(")").last.split
  (fields[11].to_i + fields[12].to_i).fdiv(100)
rescue SystemCallError
  nil
end

# Runs the command on a terminal (live table) or off it (lines), sampling its CPU
# between its first block and its end.
def sampled(args, record, terminal)
  reader, writer = terminal ? PTY.open : IO.pipe
  pid = Process.spawn(*Bench::COMMAND, "run", *args, "--record", record, "--format", "json", out: File::NULL, err: writer, in: File::NULL)
  writer.close
  drain = Thread.new { loop { reader.readpartial(65_536) } rescue nil }
  samples = []
  until Process.wait(pid, Process::WNOHANG)
    measuring = File.exist?(record) && File.size(record) > 200_000
    samples << [Bench.now, cpu_s(pid)] if measuring
    sleep 0.2
  end
  drain.kill
  samples.select(&:last)
end

Bench.in_dir do |dir|
  rows = {}
  { "live table" => true, "lines" => false }.each do |name, terminal|
    record = File.join(dir, "#{name.tr(" ", "-")}.jsonl")
    samples = sampled(["dalli", "socket", "--for", time, "--seed", "1"], record, terminal)
    share = (samples.last[1] - samples.first[1]) / (samples.last[0] - samples.first[0])
    Bench.say("orchestrator's CPU while blocks run (#{name})", format("%.1f %%", share * 100), "< 5 %", share < 0.05)
    document = JSON.parse(IO.popen([*Bench::COMMAND, "show", record, "--format", "json"], &:read))
    rows[name] = document["rows"].to_h { |row| [row["label"], row] }
  end
  shifts = rows["lines"].filter_map do |label, row|
    other = rows["live table"][label]
    (other["socket_ratio"] / row["socket_ratio"]) - 1 if row["client"] == "ruby/dalli" && row["status"] == "ok"
  end
  shift = Bench.median(shifts)
  Bench.say("A/A shift of x socket, live table on against off", format("%+.2f %%", shift * 100), "within 1 %", shift.abs < 0.01)
end
