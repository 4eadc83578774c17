# frozen_string_literal: true

require "test_helper"
require "json"
require "tmpdir"

# Machines that lack something: the run goes on and says so, or ends in one message.
class MachineProcessTest < Minitest::Test
  include ACommand

  FORMATS = %w[terminal classic markdown json csv].freeze
  QUICK = ["socket", "--scenario", "client/set", "--for", "1x"].freeze

  def test_one_core_is_enough_and_every_report_says_so
    core = Cachemark::Host::Machine.facts["allowed_cpus"].last
    run_and_show(within: ["taskset", "-c", core.to_s]) do |text, format|
      assert_match(/only core #{core} is allowed/, text.gsub(/\s+/, " "), format)
    end
  end

  def test_without_taskset_nothing_is_pinned_and_every_report_says_so
    without("taskset") do |path|
      run_and_show(env: { "PATH" => path }, program: program) do |text, format|
        assert_match(/NOT PINNED: taskset is missing/, text.gsub(/\s+/, " "), format)
      end
    end
  end

  def test_without_memcached_there_is_one_message
    without("memcached") do |path|
      assert_ends_for_want_of_memcached(path, program: program)
      assert_ends_for_want_of_memcached(path, "--with", "install=no")
    end
  end

  def test_two_runs_at_once_are_both_fine
    ARun.start(*QUICK) do |one|
      ARun.start(*QUICK) do |other|
        assert_equal [0, 0], [one.finish, other.finish], one.err + other.err
        assert_equal 2, [one, other].flat_map { |run| run.lines("run").flat_map { |line| line["server"]["addresses"] } }.uniq.size
      end
    end
  end

  def test_it_ends_quietly_when_nobody_reads_the_report
    ARun.start(*QUICK, within: ["bash", "-c", "set -o pipefail; \"$@\" | true", "bash"]) do |run|
      assert_equal 141, run.finish
      refute_match(/EPIPE|report this|rror/, run.err)
      assert_equal ["complete"], run.lines("end").map { |line| line["outcome"] }
      assert_empty run.left
    end
  end

  private

  def assert_ends_for_want_of_memcached(path, *arguments, **settings)
    ARun.result(*QUICK, *arguments, env: { "PATH" => path }, **settings) do |run|
      assert_equal [3, ""], [run.finish, run.out]
      assert_match(/memcached/, run.err)
      assert_operator run.err.lines.size, :<=, 3, run.err
      refute_path_exists run.record
    end
  end

  # Yields what each format says of a run under these circumstances.
  def run_and_show(**settings)
    ARun.result(*QUICK, **settings) do |run|
      assert_equal 0, run.finish, run.err
      FORMATS.each { |format| yield shown(run.record, format), format }
    end
  end

  def shown(record, format)
    assert_equal 0, command("show", record, "--format", format), err.string
    out.string
  end

  # The executable itself: bin/cachemark would install what is missing.
  def program = [RbConfig.ruby, *$LOAD_PATH.flat_map { |path| ["-I", path] }, "exe/cachemark"]

  # A PATH with every command of this machine's but one.
  def without(name)
    Dir.mktmpdir do |folder|
      ENV.fetch("PATH").split(":").flat_map { |path| Dir.glob("#{path}/*") }.uniq { |path| File.basename(path) }.each do |path|
        File.symlink(path, File.join(folder, File.basename(path))) unless File.basename(path) == name
      end
      yield folder
    end
  end
end

# `doctor` as a user runs it; what it finds is tested with made machines.
class DoctorProcessTest < Minitest::Test
  def test_on_one_core_it_says_so_and_ends_with_three
    cpu = Cachemark::Host::Machine.facts["allowed_cpus"].first
    ARun.start("--for", "0s", "--with", "install=cached", command: "doctor", within: ["taskset", "-c", cpu.to_s]) do |run|
      assert_equal 3, run.finish
      assert_match(/\AMeasurements on this machine cannot be trusted: only core #{cpu} is allowed/, run.out)
    end
  end
end

# The Rubies that `env runtime` makes are real ones: made, measured with, and removed again.
class RuntimeTest < Minitest::Test
  def test_a_ruby_of_debians_is_made_and_measures_what_this_one_cannot
    name = ENV["CACHEMARK_BUILD_RUNTIME"] or
      skip "downloads 130 MB and takes a minute, as root: set CACHEMARK_BUILD_RUNTIME=ruby-3.3"
    Dir.mktmpdir do |home|
      env = { "XDG_CACHE_HOME" => "#{home}/cache", "XDG_STATE_HOME" => "#{home}/state" }
      made = Executable.run("env", "runtime", name, env: env)
      assert_equal 0, made.status, made.err
      path = made.out[%r{^(#{Regexp.escape(home)}\S+/#{name})  }, 1]

      assert_equal [["ok", "ruby 3.3"]], rows(path, env, "dalli@5.3.2")
      assert_empty OtherRoot.mounts_below(home)
      assert_match(/and #{name}: /, Executable.run("env", "prune", "--unused-for", "0", env: env).out)
    end
  end

  private

  # [status, the Ruby that it ran on] of each row.
  def rows(path, env, contender)
    measure = ["--scenario", "client/get", "--for", "2000x", "--format", "json"]
    run = Executable.run("run", contender, "--with", "ruby=#{path}", *measure, env: env)
    JSON.parse(run.out).fetch("rows").map { |row| [row["status"], row["runtime"][/\A\w+ \d\.\d/]] }
  end
end
