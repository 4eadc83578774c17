# frozen_string_literal: true

require "io/console"
require "json"
require "open3"
require "pty"
require "tmpdir"

# The shared parts of the scripts in bench/. They run the real command, read its records and print
# ratios of one run with the load of the machine.
module Bench
  ROOT = File.expand_path("..", __dir__)
  COMMAND = [File.join(ROOT, "bin", "cachemark")].freeze

  # Starts a script again with the project's own gems and lib/, set up as bin/cachemark does, unless it has them.
  def self.with_gems(script)
    return if ENV.key?("CACHEMARK_BENCH_GEMS")

    start = '. "$root/setup/common.sh"; prepare run; exec "$ruby" -r "$gems" -I "$root/lib" "$0" "$@"'
    exec({ "root" => ROOT, "CACHEMARK_BENCH_GEMS" => "yes" }, "sh", "-c", start, File.expand_path(script), *ARGV)
  end

  # Runs `cachemark COMMAND ARGS --format json` and answers the document and the record's path.
  def self.run(*args, dir:, name: "run", command: "run")
    report = File.join(dir, "#{name}.json")
    record = File.join(dir, "#{name}.jsonl")
    command = [*COMMAND, command, *args, "--format", "json", "--output", report, "--record", record]
    out, status = Open3.capture2e(*command, stdin_data: "")
    abort("#{command.join(" ")} ended with #{status.exitstatus}:\n#{out}") unless File.exist?(report)
    [JSON.parse(File.read(report)), record]
  end

  # `cachemark ARGS` on a terminal of 200 x 60, with the live table, or off it, with lines; yields its pid now and then.
  def self.watched(args, record, terminal:, command: COMMAND, chdir: Dir.pwd)
    reader, writer = terminal ? PTY.open : IO.pipe
    writer.winsize = [60, 200] if terminal
    pid = Process.spawn({ "TERM" => "xterm-256color" }, *command, *args, "--record", record, "--format", "json",
                        *("--plain" unless terminal), out: File::NULL, err: writer, in: File::NULL, chdir: chdir)
    writer.close
    drain = Thread.new { loop { reader.readpartial(65_536) } rescue nil }
    until Process.wait(pid, Process::WNOHANG)
      yield pid if block_given?
      sleep 0.2
    end
    drain.kill.join
    reader.close
  end

  def self.quiet(*argv, **options)
    out, status = Open3.capture2e(*argv, **options)
    status.success? ? out : abort("#{argv.join(" ")} ended with #{status.exitstatus}:\n#{out}")
  end

  def self.git(dir, *words) = quiet("git", "-c", "user.name=bench", "-c", "user.email=bench@localhost", *words, chdir: dir)

  # A new repository of dalli 3.2.8, with one commit on main.
  def self.repository(dir)
    quiet("gem", "unpack", "dalli", "--version", "3.2.8", chdir: dir)
    File.join(dir, "dalli-3.2.8").tap do |repository|
      git(repository, "init", "--quiet", "--initial-branch", "main")
      git(repository, "add", ".")
      git(repository, "commit", "--quiet", "--message", "dalli 3.2.8")
    end
  end

  # Starts busy loops for the time of the block, each in a separate session: Linux divides a core among sessions.
  def self.busy(count)
    loops = Array.new(count) { Process.spawn(RbConfig.ruby, "--disable-gems", "-e", "Process.setsid; loop {}") }
    yield
  ensure
    loops&.each { |pid| Process.kill("KILL", pid) }
    loops&.each { |pid| Process.wait(pid) }
  end

  # What a row is in every run.
  def self.key(row) = row.values_at("contender", "scenario", "mode")

  # The record's lines as Hashes.
  def self.lines(record) = File.foreach(record).map { |line| JSON.parse(line) }

  def self.now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

  def self.load = File.exist?("/proc/loadavg") ? File.read("/proc/loadavg").split.first(3).join(" ") : "unknown"

  def self.median(numbers)
    sorted = numbers.sort
    middle = sorted.size / 2
    sorted.size.odd? ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0
  end

  # One line per figure: what, figure, goal, whether it is met.
  def self.say(what, figure, goal, met)
    puts format("%-58s %12s   goal %-10s %s   load %s", what, figure, goal, met ? "met" : "MISSED", load)
  end

  def self.in_dir(&block) = Dir.mktmpdir("cachemark-bench", &block)
end
