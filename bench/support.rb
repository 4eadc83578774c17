# frozen_string_literal: true

require "etc"
require "fileutils"
require "io/console"
require "json"
require "open3"
require "pty"
require "socket"
require "tmpdir"

# The shared parts of the scripts in bench/. They run the real command, read its records and print
# ratios of one run with the load of the machine.
module Bench
  ROOT = File.expand_path("..", __dir__)
  COMMAND = [File.join(ROOT, "bin", "cachemark")].freeze

  # Starts a script again with the project's own gems and lib/, unless it has them. The command installs them if they are missing.
  def self.with_gems(script)
    return if ENV.key?("CACHEMARK_BENCH_GEMS")

    system(*COMMAND, "version", out: File::NULL) or exit 3
    start = '. "$root/setup/common.sh"; prepare run; exec "$ruby" -r "$gems" -I "$root/lib" "$0" "$@"'
    exec({ "root" => ROOT, "CACHEMARK_BENCH_GEMS" => "yes" }, "sh", "-c", start, File.expand_path(script), *ARGV)
  end

  # Runs `cachemark COMMAND ARGS --format json` in a folder and answers the document and the record's path. `name` is that of its
  # files, which are in `dir`.
  def self.run(*args, dir:, command: "run", name: "#{command}-#{@runs = @runs.to_i + 1}", chdir: Dir.pwd)
    report = File.join(dir, "#{name}.json")
    record = File.join(dir, "#{name}.jsonl")
    command = [*COMMAND, command, *args, "--format", "json", "--output", report, "--output", "record=#{record}"]
    out, status = Open3.capture2e(*command, stdin_data: "", chdir: chdir)
    abort("#{command.join(" ")} ended with #{status.exitstatus}:\n#{out}") unless File.exist?(report)
    [JSON.parse(File.read(report)), record]
  end

  # `cachemark ARGS` on a terminal of 200 x 60, with the live table, or off it, with lines; yields its pid now and then.
  def self.watched(args, record, terminal:, command: COMMAND, chdir: Dir.pwd)
    reader, writer = terminal ? PTY.open : IO.pipe
    writer.winsize = [60, 200] if terminal
    pid = Process.spawn({ "TERM" => "xterm-256color" }, *command, *args, "--output", "record=#{record}", "--format", "json",
                        *(%w[--color never] unless terminal), out: File::NULL, err: writer, in: File::NULL, chdir: chdir)
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

  # {name => folder}: copies of an unpacked dalli 4.3.10. An installed gem is no copy: it brings other libraries, such as another
  # logger, and was 1 to 3 % apart in time.
  def self.copies(dir, *names)
    original = File.join(dir, "dalli-4.3.10")
    quiet("gem", "unpack", "dalli", "--version", "4.3.10", chdir: dir) unless File.exist?(original)
    copies = names.to_h { |name| [name, File.join(dir, name)] }
    copies.each_value { |copy| FileUtils.cp_r(original, copy) unless File.exist?(copy) }
  end

  # A new repository of dalli 3.2.8, with one commit on main.
  def self.repository(dir)
    quiet("gem", "unpack", "dalli", "--version", "3.2.8", chdir: dir)
    File.join(dir, "dalli-3.2.8").tap do |repository|
      git(repository, "init", "--quiet", "--initial-branch", "main")
      git(repository, "add", ".")
      git(repository, "commit", "--quiet", "--message", "dalli 3.2.8")
    end
  end

  # Yields the address and the pid of a memcached with one thread, on a core.
  def self.memcached(core:)
    port = TCPServer.open("127.0.0.1", 0) { |free| free.addr[1] }
    user = Process.uid.zero? ? %w[-u nobody] : []
    pid = Process.spawn("taskset", "-c", core.to_s, "memcached", "-t", "1", "-l", "127.0.0.1", "-p", port.to_s, "-U", "0", *user)
    sleep(0.01) until listening?(port)
    yield "127.0.0.1:#{port}", pid
  ensure
    Process.kill("KILL", pid) if pid
    Process.wait(pid) if pid
  end

  def self.listening?(port)
    TCPSocket.open("127.0.0.1", port, &:close)
    true
  rescue Errno::ECONNREFUSED
    false
  end
  private_class_method :listening?

  # Starts busy loops for the time of the block, each in a separate session: Linux divides a core among sessions. With `cpu`, they
  # are on that core.
  def self.busy(count, cpu: nil)
    prefix = cpu ? ["taskset", "-c", cpu.to_s] : []
    loops = Array.new(count) { Process.spawn(*prefix, RbConfig.ruby, "--disable-gems", "-e", "Process.setsid; loop {}") }
    yield
  ensure
    loops&.each { |pid| Process.kill("KILL", pid) }
    loops&.each { |pid| Process.wait(pid) }
  end

  # A program that takes a core away in bursts of up to 20 ms, at real-time priority. Each second it takes a share of the time,
  # most often little and sometimes nearly all. A stranger on the host does the same, but the kernel does not call this
  # steal.
  BURSTS = <<~RUBY
    Process.setsid
    random = Random.new(Integer(ARGV[0]))
    mean = Float(ARGV[1])
    now = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }
    loop do
      share = mean * [0, 0.2, 0.5, 1, 3.3].sample(random: random)
      finish = now.call + 0.5 + random.rand
      while now.call < finish
        burst = share.zero? ? 0 : 0.001 + (random.rand * 0.019)
        ends = now.call + burst
        nil while now.call < ends
        sleep(share.zero? ? 0.1 : burst * (1 - share) / share)
      end
    end
  RUBY
  private_constant :BURSTS

  # Takes a share of the time away on each core, in bursts, for the time of the block. Needs the right to real-time priority.
  def self.bursts(share: 0.25, seed: 1)
    pids = Etc.nprocessors.times.map do |core|
      Process.spawn("taskset", "-c", core.to_s, "chrt", "-f", "50", RbConfig.ruby, "--disable-gems", "-e", BURSTS,
                    (seed + core).to_s, share.to_s)
    end
    sleep 0.5
    abort("no bursts: real-time priority is not allowed here") if pids.any? { |pid| Process.wait(pid, Process::WNOHANG) }
    yield
  ensure
    pids&.each { |pid| Process.kill("KILL", pid) rescue nil }
    pids&.each { |pid| Process.wait(pid) rescue nil }
  end

  # Runs the block under a condition: "quiet", "busy" (loops on the cores) or "bursts".
  def self.under(condition, loops: 4, seed: 1, &block)
    case condition
    when "busy" then busy(loops, &block)
    when "bursts" then bursts(seed: seed, &block)
    else yield
    end
  end

  # The processor and the load, for the head of a script's output; and the share that the host took while the block ran.
  def self.described
    puts "#{Time.now.utc.strftime("%Y-%m-%d %H:%M UTC")}, #{processor}, load #{load}"
    before = ticks
    yield
  ensure
    total, steal = ticks.zip(before).map { |to, from| to - from }
    puts format("steal %.2f %%, load %s", 100.0 * steal / [total, 1].max, load)
  end

  def self.processor
    names = File.foreach("/proc/cpuinfo").grep(/^model name/).map { |line| line.split(":", 2).last.strip }
    "#{names.size} x #{names.first}"
  end

  # [all, steal time] of the processor's ticks.
  def self.ticks
    all = File.foreach("/proc/stat").first.split.drop(1).first(8).map(&:to_i)
    [all.sum, all.fetch(7)]
  end
  private_class_method :ticks

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
