# frozen_string_literal: true

require "fileutils"
require "json"
require "open3"
require "tmpdir"

# `bin/cachemark` in the background, in a temporary folder, with every process that
# it starts in sight:
#
#   ARun.start("socket", "--for", "20s") do |run|
#     run.wait_until { run.lines("block").any? }
#     run.signal("INT")
#     assert_equal 130, run.finish
#   end
class ARun
  # When it is said to hang: long, because who waits does not know how busy the machine is.
  HANGS_S = 180
  # The part of a cache that tests keep; the gems of this machine's set-up come from the user's own.
  KEPT = %w[apt bundler debs store envs go locks nowhere npm pip registry runtimes servers unpacked].freeze

  # XDG_CACHE_HOME with the environments that tests keep. This process has it for itself, and a later one uses it again. So
  # environments that depend on its path, those of the controls in KEPT, are built once.
  def self.cache
    homes = (1..).lazy.map { |number| File.join(WarmCache.path, "homes", number.to_s) }
    @cache ||= homes.find { |home| claimed?(home) }.tap do |home|
      own = Dir.glob(File.join(home, "cachemark", "*")).reject { |path| File.basename(path) == "controls" }
      FileUtils.rm_rf(own)
      furnish(home, KEPT)
    end
  end

  # Whether nobody else has it; it is free again when this process ends.
  def self.claimed?(home)
    FileUtils.mkdir_p(home)
    @lock = File.open(File.join(home, "lock"), File::RDWR | File::CREAT)
    @lock.flock(File::LOCK_EX | File::LOCK_NB)
  end
  private_class_method :claimed?

  # Makes `home` an XDG_CACHE_HOME that has these folders of WarmCache.
  def self.furnish(home, names = %w[bundler registry])
    set_up = File.join(ENV.fetch("XDG_CACHE_HOME", File.join(Dir.home, ".cache")), "cachemark", "setup")
    ours = [*names, "checked"].to_h { |name| [name, File.join(WarmCache.path, name)] }.merge("setup" => set_up)
    FileUtils.mkdir_p([File.join(home, "cachemark"), *ours.values])
    ours.each { |name, target| File.symlink(target, File.join(home, "cachemark", name)) }
    home
  end

  # Runs in the foreground: Executable::Result of `run ARGUMENTS`.
  def self.result(*arguments, **settings)
    start(*arguments, **settings) do |run|
      status = run.finish
      yield run if block_given?
      Executable::Result.new(status, run.out, run.err)
    end
  end

  # `within` is a command that runs it, such as ["taskset", "-c", "0"]; `record` false names no record.
  def self.start(*arguments, **settings)
    Dir.mktmpdir("cachemark-run") do |folder|
      run = new(folder, arguments, **settings)
      yield run
    ensure
      run&.abandon
    end
  end

  attr_reader :pid, :folder, :record

  def initialize(folder, arguments, within: [], env: {}, program: ["bin/cachemark"], command: "run", record: true)
    @folder = folder
    @record = File.join(folder, "record.jsonl")
    arguments += ["--output", "record=#{@record}"] if record
    env = Executable::OURS.merge("XDG_CACHE_HOME" => ARun.cache, "XDG_STATE_HOME" => folder).merge(env)
    program = [*program[0..-2], File.join(Executable::ROOT, program.last)]
    @pid = spawn(env, *within, *program, command, *arguments, in: File::NULL, out: file("out"), err: file("err"), pgroup: true)
    @waiter = Process.detach(@pid)
    @seen = []
    @lines = []
    @read_bytes = 0
  end

  def out = File.read(file("out"))
  def err = File.read(file("err"))

  # Lines of the record so far, those with one name.
  def lines(name)
    read_on if File.exist?(record)
    @lines.select { |line| Cachemark::Record::Kinds.name(line) == name }
  end

  # Waits until the block is true; what ends before that has failed.
  def wait_until
    done = Processes.eventually(HANGS_S) { (answer = yield) || !@waiter.alive? ? [answer] : nil }
    raise "what was waited for did not come\n#{out}\n#{err}" unless done&.first

    done.first
  end

  # [pid, command line] of everything that it has started and that runs now.
  def family
    table = Dir.glob("/proc/[0-9]*/stat").filter_map { |path| stat(path) }
    known = { pid => true }
    nil while table.count { |one, parent| !known[one] && known[parent] && (known[one] = true) }.positive?
    @seen |= known.keys - [pid]
    (known.keys - [pid]).map { |one| [one, command(one)] }
  end

  # The pid of one of them, once there is one whose command line matches.
  def wait_for(pattern) = wait_until { family.find { |_, words| words.match?(pattern) } }.first

  def signal(name)
    family
    Process.kill(name, pid)
  end

  # The exit code, 128 + signal for a killed one.
  def finish(within_s = HANGS_S)
    raise "it does not end\n#{out}\n#{err}" unless @waiter.join(within_s)

    status = @waiter.value
    status.exitstatus || (128 + status.termsig)
  end

  # Commands of processes seen in `family` that live `within_s` seconds from now.
  def left(within_s = 2)
    alive = nil
    Processes.eventually(within_s) { (alive = @seen.select { |one| Processes.alive?(one) }).empty? }
    alive.map { |one| command(one) }
  end

  # Kills it, where a test failed; its keeper does the rest.
  def abandon
    Process.kill("KILL", pid) if @waiter.alive?
    @waiter.join
    left
  rescue Errno::ESRCH
    nil
  end

  private

  def file(name) = File.join(folder, name)

  # Reads the lines that are new. The last one may be incomplete.
  def read_on
    added = File.binread(record, nil, @read_bytes).to_s[/\A.*\n/m] or return
    @read_bytes += added.bytesize
    @lines.concat(added.force_encoding("UTF-8").lines.map { |line| JSON.parse(line) })
  end

  def stat(path)
    fields = File.read(path).rpartition(")").last.split
    [path[/\d+/].to_i, fields[1].to_i] unless fields.first == "Z"
  rescue SystemCallError
    nil
  end

  def command(one)
    File.read("/proc/#{one}/cmdline").tr("\0", " ").strip
  rescue SystemCallError
    "(gone)"
  end
end
