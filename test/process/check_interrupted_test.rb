# frozen_string_literal: true

require "test_helper"

# A check that is asked to end, or is killed, leaves nothing running: no driver, no server, and no actor, even one that hangs.
class CheckInterruptedTest < Minitest::Test
  # `timeout` signals its child, and at once the group that the child is in.
  def test_a_signal_to_the_group_still_prints_the_report
    checking do |run|
      [run.pid, -run.pid].each { |whom| Process.kill("TERM", whom) }

      assert_equal 143, run.finish, run.err
      assert_match(/\AThe check was interrupted: \d+ of \d+ cases were examined\.$/, run.out)
      assert_equal ["interrupted"], run.lines("end").map { |line| line["outcome"] }
      assert_empty run.left
    end
  end

  def test_ctrl_c_does_not_wait_for_an_actor_that_hangs
    checking do |run|
      Process.kill("STOP", actor(run))
      run.signal("INT")

      assert_equal 130, run.finish(30), run.err
      assert_empty run.left
    end
  end

  def test_kill_takes_everything_with_it
    checking do |run|
      Process.kill("STOP", actor(run))
      run.signal("KILL")

      assert_equal 137, run.finish
      assert_empty run.left(5)
    end
  end

  private

  def checking
    ARun.start("socket", "--case", "interrupt/*-in-*", command: "check") do |run|
      run.wait_until { run.lines("case").any? }
      yield run
    end
  end

  # The pid of a driver's child.
  def actor(run)
    run.wait_until do
      drivers = run.family.select { |_, words| words.match?(/driver\.rb/) }.map(&:first)
      drivers.find { |pid| drivers.include?(parent(pid)) }
    end
  end

  def parent(pid)
    File.read("/proc/#{pid}/stat")[/\) \S (\d+)/, 1].to_i
  rescue SystemCallError
    nil
  end
end
