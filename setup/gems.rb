# frozen_string_literal: true

# Installs the project's gems into a separate folder and writes the file that puts
# them on the load path, so that a later start needs no Bundler.
# Called by setup/common.sh: gems.rb ROOT HOME GROUP yes|no PROGRAM [ARGUMENT]...
# (yes is install=no); ends by starting PROGRAM again. Its output goes to stderr: stdout is the report's.
# Uses the standard library only, and nothing of Cachemark.
require "fileutils"
require "rbconfig"

# One installation for one group: run, test or check.
class Installation
  # The Bundler groups that each group does not install.
  GEMFILES = { "run" => ["Gemfile", "test"], "test" => ["Gemfile", ""], "check" => ["check/Gemfile", ""] }.freeze

  # What each group does, in words.
  WORDS = { "run" => "install its gems", "test" => "also install the gems of its own tests",
            "check" => "also install the gems of its own checks" }.freeze

  # The lines of Bundler's output that are shown: one for each gem that is installed, and the steps before them.
  STEPS = /\A(Fetching gem metadata|Resolving|Installing) /

  # rubocop asks RubyGems for gems that are on the load path already.
  NO_GEM = "module Kernel\n  private def gem(*) = true\nend\n"

  def initialize(root, home, group, no_install)
    @root = root
    @home = home
    @group = group
    @no_install = no_install
    @gemfile, @without = GEMFILES.fetch(group)
    @log = File.join(home, "#{group}.log")
  end

  def call
    FileUtils.mkdir_p(@home)
    # Two first runs at once: the second waits, and finds the work done.
    File.open(File.join(@home, "lock"), File::RDWR | File::CREAT) do |lock|
      wait_for(lock)
      install unless File.exist?(ready)
    end
    0
  rescue SignalException => e
    warn "Stopped. The gems that are already installed are kept.", "Try: the same command again, to continue"
    128 + e.signo
  rescue SystemCallError => e
    complain("cachemark: cannot write the cache: #{e.message}", "Try: set XDG_CACHE_HOME to a folder that you may write")
  end

  private

  def ready = File.join(@home, "#{@group}.ready")

  def wait_for(lock)
    return if lock.flock(File::LOCK_EX | File::LOCK_NB)

    warn "Waiting for another set-up of Cachemark."
    lock.flock(File::LOCK_EX)
  end

  def install
    forbid if @no_install
    warn "Cachemark will #{WORDS.fetch(@group)}, once, into #{@home}"
    File.write(File.join(folder, "Gemfile"), "eval_gemfile #{File.join(@root, @gemfile).dump}\n")
    run("install", RbConfig.ruby, "-S", "bundle", "install", "--jobs", "4", "--retry", "2")
    write_load_path
    FileUtils.touch(ready)
  end

  def forbid
    exit(complain("cachemark: its gems are not installed yet, and install=no is given",
                  "Try: run it once without install=no"))
  end

  def folder
    File.join(@home, @group).tap { |folder| FileUtils.mkdir_p(folder) }
  end

  def write_load_path
    gems = run("load path", RbConfig.ruby, "-rbundler/setup", "-e", "puts $LOAD_PATH").lines(chomp: true)
    ours = gems.select { |path| path.start_with?(File.join(@home, "gems")) }
    File.write(File.join(@home, "#{@group}.rb"), "$LOAD_PATH.unshift(*#{ours.inspect})\n#{NO_GEM if @group == "check"}")
  end

  def run(what, *argv)
    reader, writer = IO.pipe(Encoding::UTF_8)
    pid = spawn(environment, *argv, out: writer, err: %i[child out], in: File::NULL, pgroup: true, unsetenv_others: true)
    writer.close
    output, done = wait_for_child(pid) { follow(reader) }
    return output if done

    exit(complain("cachemark: cannot install its gems (#{what}: #{argv.drop(1).join(" ")}). Last lines of the output:",
                  *output.lines(chomp: true).reject(&:empty?).last(5).map { |line| "  #{line}" }, "Complete output: #{@log}"))
  end

  # Returns the result of the block, and whether the child succeeded. A signal to the set-up ends its child, too.
  def wait_for_child(pid)
    [yield, Process.wait2(pid).last.success?]
  rescue SignalException
    Process.kill("TERM", -pid)
    Process.wait(pid)
    raise
  end

  # Copies a child's output to the log, and shows its steps. Returns the output.
  def follow(reader)
    File.open(@log, "a") do |log|
      log.sync = true
      reader.each_line.map do |line|
        log.write(line)
        line.scrub.tap { |text| warn "  #{text}" if text.match?(STEPS) }
      end.join
    end
  end

  # Keeps the user's mirrors and credentials, and removes settings that would change the installation.
  def environment
    ENV.to_h.reject { |name, _| name.match?(/\A(BUNDLE|RUBY|GEM_)/) && !name.match?(/MIRROR|SSL|__/) }.merge(
      "BUNDLE_GEMFILE" => File.join(folder, "Gemfile"), "BUNDLE_PATH" => File.join(@home, "gems"),
      "BUNDLE_APP_CONFIG" => folder, "BUNDLE_WITHOUT" => @without, "BUNDLE_WITH" => "", "BUNDLE_ONLY" => "",
      "BUNDLE_FROZEN" => "false", "BUNDLE_DEPLOYMENT" => "false", "BUNDLE_SILENCE_ROOT_WARNING" => "true",
      "BUNDLE_IGNORE_MESSAGES" => "true", "BUNDLE_FORCE_RUBY_PLATFORM" => "false",
      "BUNDLE_USER_CACHE" => File.join(@home, "bundler"), "GEM_SPEC_CACHE" => File.join(@home, "bundler", "specs")
    )
  end

  def complain(*lines)
    warn(*lines)
    3
  end
end

root, home, group, no_install, *program = ARGV
status = Installation.new(root, home, group, no_install == "yes").call
exit status unless status.zero?

exec(*program)
