# frozen_string_literal: true

require "test_helper"
require "json"

# An outage as a user runs it.
class OutageProcessTest < Minitest::Test
  # It ignores a server that did not answer, writes elsewhere, and uses the old values when it asks the server again.
  FAILBACK = %w[dalli@4.3.10,retry_delay=1,timeout=0.2 --fault stop --at 1s+2s --for 7s,1x].freeze
  LONG = %w[socket --fault stop --at 1s+60s --for 90s,1x].freeze

  alone def test_old_values_after_failback_are_stale_and_show_says_the_same
    ARun.start(*FAILBACK, "--format", "json", command: "outage") do |run|
      status = run.finish
      said = JSON.parse(run.out)
      figures = said["rows"].first["runs"].first
      again = Executable.run("show", run.record, "--format", "json")

      assert_equal 0, status, run.err
      assert_operator figures["outcomes"]["stale"], :>, 0
      assert_operator figures["moves"].values_at("moved", "back").min, :>, 0
      assert_equal run.out, again.out
      assert_empty run.left
    end
  end

  def test_ctrl_c_reports_and_leaves_no_stopped_server
    ended("INT", 130) { |run| assert_match(/^Interrupted: /, run.out) }
  end

  def test_kill_9_leaves_no_stopped_server
    ended("KILL", 137) { |run| assert_empty run.out }
  end

  private

  # Ends an outage while a server is stopped.
  def ended(signal, status)
    ARun.start(*LONG, command: "outage") do |run|
      run.wait_until { stopped?(run) }
      run.signal(signal)

      assert_equal status, run.finish, run.err
      yield run
      assert_empty run.left(2)
    end
  end

  def stopped?(run)
    servers = run.family.select { |_, command| command.include?("memcached -m") }
    servers.any? { |pid, _| File.read("/proc/#{pid}/stat").rpartition(")").last.start_with?(" T") }
  rescue SystemCallError
    false
  end
end
