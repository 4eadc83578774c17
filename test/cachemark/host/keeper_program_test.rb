# frozen_string_literal: true

require "test_helper"
require "rbconfig"

class KeeperProgramTest < Minitest::Test
  PARENT = File.expand_path("../../fixtures/keeper_parent.rb", __dir__)

  def setup
    @reader, writer = IO.pipe
    @parent = Process.spawn(RbConfig.ruby, "-I", $LOAD_PATH.join(":"), PARENT, out: writer, pgroup: true)
    writer.close
    @pids = @reader.gets.split.map(&:to_i)
  end

  def teardown
    Process.kill("KILL", @parent) if @parent
    Process.wait(@parent) if @parent
    assert(Processes.eventually(2) { running.empty? })
  end

  def test_kill_9_of_the_parent_leaves_nothing_after_2_seconds
    assert_equal @pids, running
    end_parent("KILL")

    assert(Processes.eventually(2) { running.empty? }, "left: #{running}")
  end

  # srun, for example, has a job elsewhere.
  def test_a_process_that_is_ended_gently_gets_the_time_to_end_something
    Dir.mktmpdir do |folder|
      parent = Process.spawn(RbConfig.ruby, "-I", $LOAD_PATH.join(":"), "-r", "cachemark", "-e", <<~'RUBY', folder)
        script = 'trap "sleep 0.1; : >ended; exit" TERM; : >started; while :; do sleep 0.05; done'
        Cachemark::Host::Keeper.start.spawn(["sh", "-c", script], chdir: ARGV.first, gently: true)
        sleep
      RUBY
      assert(Processes.eventually { File.exist?("#{folder}/started") })
      Process.kill("KILL", parent)
      Process.wait(parent)

      assert(Processes.eventually { File.exist?("#{folder}/ended") })
    end
  end

  def test_a_parent_that_is_terminated_leaves_nothing_either
    end_parent("TERM")

    assert(Processes.eventually(2) { running.empty? }, "left: #{running}")
  end

  def test_ctrl_c_reaches_the_parent_alone
    Process.kill("INT", -@parent)

    assert_equal "interrupted\n", @reader.gets
    assert_equal @pids, running
  end

  def test_no_child_is_in_the_foreground_group_or_session
    groups = @pids.map { |pid| Process.getpgid(pid) }

    refute_includes groups, Process.getpgid(@parent)
    refute_includes @pids.map { |pid| Process.getsid(pid) }, Process.getsid(@parent)
  end

  def test_signals_do_not_end_the_keeper
    keeper = @pids.first
    %w[INT TERM HUP QUIT].each { |signal| Process.kill(signal, keeper) }
    end_parent("KILL")

    assert(Processes.eventually(2) { running.empty? }, "the keeper ended before its work was done: #{running}")
  end

  def test_children_do_not_inherit_ignored_signals
    Process.kill("TERM", @pids[2])

    assert(Processes.eventually { !Processes.alive?(@pids[2]) })
  end

  private

  def running = @pids.select { |pid| Processes.alive?(pid) }

  def end_parent(signal)
    Process.kill(signal, @parent)
    Process.wait(@parent)
    @parent = nil
  end
end
