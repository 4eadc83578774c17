# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class KeeperTest < Minitest::Test
  Host = Cachemark::Host

  def setup
    @keeper = Host::Keeper.start
  end

  def teardown
    @keeper.stop
  end

  def test_reports_how_a_command_ended
    assert_equal Host::Exit.new(code: 0), @keeper.run(["true"])
    assert_equal Host::Exit.new(code: 3), @keeper.run(["sh", "-c", "exit 3"])
    assert_equal Host::Exit.new(signal: "KILL"), @keeper.run(["sh", "-c", "kill -9 $$"])
  end

  def test_hands_over_the_three_streams
    read, write = IO.pipe
    input, feed = IO.pipe
    child = @keeper.spawn(["sh", "-c", "cat; echo trouble >&2"], in: input, out: write, err: write)
    [write, input].each(&:close)
    feed.write("hello\n")
    feed.close

    assert_equal "hello\ntrouble\n", read.read
    assert_predicate child.wait, :success?
    assert_predicate @keeper.spawn(["cat"]).wait(10), :success? # streams that are not named are empty
  end

  def test_a_folder_goes_with_the_keeper
    folders = Array.new(2) { @keeper.folder("cachemark-keeper") }
    folders.each { |folder| File.write(File.join(folder, "file"), "text") }

    assert_equal [0o700] * 2, folders.map { |folder| File.stat(folder).mode & 0o777 }
    @keeper.stop
    assert_empty folders.select { |folder| File.exist?(folder) }
  end

  def test_children_may_open_as_many_files_as_many_connections_need
    allowed, most = Process.getrlimit(:NOFILE)
    Process.setrlimit(:NOFILE, 1_024, most)
    keeper = Host::Keeper.start

    assert_equal [16_384, most].min, output(["sh", "-c", "ulimit -Sn"], keeper: keeper).to_i
  ensure
    Process.setrlimit(:NOFILE, allowed, most)
    keeper&.stop
  end

  def test_keeps_every_argument_as_it_is
    arguments = ["a b", "$HOME", "*", "", "'", "\"", "ü\n", "\xFF".b]

    assert_equal arguments.map(&:b), output(["printf", "%s\\0", *arguments]).b.split("\0", -1)[0...-1]
  end

  def test_a_single_word_is_a_program_and_never_a_shell_line
    assert_raises(Host::Keeper::NotStarted) { @keeper.spawn(["exit 0; true"]) }
  end

  def test_a_clean_environment_holds_what_was_given_and_nothing_else
    assert_equal "ONLY=this\n", output(["env"], env: { "ONLY" => "this" }, clean_env: true)
  end

  def test_the_usual_environment_is_ours_with_additions_and_without_what_is_nil
    keeper = Host::Keeper.start(env: { "KEPT" => "1", "GONE" => "2", "ODD" => "\xFF" })
    lines = output(["env"], keeper: keeper, env: { "NEW" => "3", "GONE" => nil }).b.lines(chomp: true)

    assert_equal ["KEPT=1", "NEW=3", "ODD=\xFF".b], lines.sort
  ensure
    keeper.stop
  end

  def test_runs_in_the_folder_that_was_named
    Dir.mktmpdir { |folder| assert_equal File.realpath(folder), output(["pwd", "-P"], chdir: folder).chomp }
  end

  def test_a_log_is_appended_to
    Dir.mktmpdir do |folder|
      log = File.join(folder, "log")
      @keeper.run(["sh", "-c", "echo one"], log: log)
      @keeper.run(["sh", "-c", "echo two >&2"], log: log)

      assert_equal "one\ntwo\n", File.read(log)
    end
  end

  def test_reports_an_absent_command_and_continues
    error = assert_raises(Host::Keeper::NotStarted) { @keeper.spawn(["no-such-command-here"]) }

    assert_match(/no-such-command-here: No such file/, error.message)
    assert_raises(Host::Keeper::NotStarted) { @keeper.spawn(["true"], chdir: "/no/such/folder") }
    assert_predicate @keeper.run(["true"]), :success?
  end

  def test_many_threads_may_start_at_once
    codes = Array.new(8) { |n| Thread.new { Array.new(5) { |m| @keeper.run(["sh", "-c", "exit #{(n * 5) + m}"]).code } } }

    assert_equal (0...40).to_a, codes.flat_map(&:value)
  end

  def test_a_large_environment_and_argument_pass
    big = "x" * 100_000

    assert_equal big, output(["printf", "%s", big], env: { "BIG" => big })
  end

  def test_a_process_that_ended_or_was_stopped_leaves_nothing_behind_in_its_group_or_session
    { "" => {}, "; wait" => { session: true } }.each do |ending, settings|
      read, write = IO.pipe
      child = @keeper.spawn(["sh", "-c", "sleep 1000 & echo $!#{ending}"], out: write, **settings)
      write.close
      left = read.gets.to_i
      settings.empty? ? child.wait : child.stop(grace_s: 0)

      assert(Processes.eventually { !Processes.alive?(left) })
    end
  end

  # Its session and group have its own number. The process itself is the program, so that a debugger finds it.
  def test_a_process_may_lead_a_session
    ids = %w[pid= sid= pgid=].map { |name| ["-o", name] }.flatten
    read, write = IO.pipe
    child = @keeper.spawn(["sh", "-c", "ps #{ids.join(" ")} $$"], out: write, session: true)
    write.close

    assert_equal [child.pid] * 3, read.read.split.map(&:to_i)
  end

  def test_stop_ends_everything_and_reports_how
    child = @keeper.spawn(["sh", "-c", "trap '' TERM INT HUP; sleep 1000"])
    @keeper.stop

    refute Processes.alive?(child.pid)
    assert_equal Host::Exit.new(signal: "KILL"), child.status
    refute_predicate @keeper, :alive?
    @keeper.stop
    assert_raises(Host::Keeper::Lost) { @keeper.spawn(["true"]) }
  end

  # The program in place of the keeper closes its socket and runs on.
  def test_a_keeper_that_takes_no_requests_is_not_alive
    Dir.mktmpdir do |dir|
      program = File.join(dir, "deaf")
      File.write(program, "#!/bin/sh\nexec sleep 60 < /dev/null\n", perm: 0o755)
      keeper = Host::Keeper.start(ruby: program)
      assert_raises(Host::Keeper::Lost) { keeper.run(["true"]) }

      refute_predicate keeper, :alive?
      assert Process.kill(0, keeper.pid)
    ensure
      keeper&.stop
    end
  end

  def test_a_killed_keeper_is_noticed_and_its_children_are_ended
    child = @keeper.spawn(["sleep", "1000"])
    Process.kill("KILL", @keeper.pid)

    assert_raises(Host::Keeper::Lost) { child.wait(10) }
    refute_predicate child, :alive?
    assert(Processes.eventually { !Processes.alive?(child.pid) })
    assert_raises(Host::Keeper::Lost) { @keeper.spawn(["true"]) }
  end

  def test_a_block_gets_a_keeper_that_is_stopped_after_it
    pid = Host::Keeper.start { |keeper| keeper.spawn(["sleep", "1000"]).pid }

    refute Processes.alive?(pid)
  end

  def test_finds_programs_on_the_path_that_children_get
    assert_equal output(["sh", "-c", "command -v env"]).chomp, @keeper.which("env")
    assert_nil @keeper.which("no-such-command-here")
  end

  private

  def output(argv, keeper: @keeper, **settings)
    read, write = IO.pipe
    keeper.spawn(argv, out: write, **settings)
    write.close
    read.read
  end
end
