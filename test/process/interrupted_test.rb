# frozen_string_literal: true

require "test_helper"

# A command that is asked to end reports what there is, closes its record and leaves nothing running.
class InterruptedTest < Minitest::Test
  include ACommand
  include Heeding

  FORMATS = %w[terminal classic markdown json csv].freeze
  # Command => its arguments, the type of line to wait for, and text of its report.
  COMMANDS = {
    "compare" => [%w[socket socket --scenario client/get --for 60s], "pair", /get +(\? unresolved|! invalid)/],
    "doctor" => [%w[--with install=cached --for 60s], "pair", /^Found: /],
    "selftest" => [%w[--for 60s], "pair", /\ASelftest not decided: it was interrupted/],
    "run" => [%w[socket --scenario client/get --rate 200..400/2 --slo 60s --for 60s], "block", %r{^get +[24]00/s +\d+/s}]
  }.freeze

  COMMANDS.each do |command, (arguments, line, text)|
    define_method("test_ctrl_c_during_#{command}_reports_what_was_found_and_leaves_nothing") do
      ARun.start(*arguments, command: command) do |run|
        run.wait_until { run.lines(line).any? }
        run.signal("INT")

        assert_equal 130, run.finish, run.err
        assert_match text, run.out
        assert_equal ["interrupted"], run.lines("end").map { |one| one["outcome"] }
        assert_empty run.left
        refute_match(/Please report/, run.err)
      end
    end
  end

  def test_ctrl_c_while_environments_are_made
    SlowBuild.open do |client, began, cache|
      ARun.start(client, "socket", "--scenario", "client/set", env: cache) do |run|
        run.wait_until { File.exist?(began) }
        run.signal("INT")

        assert_ended run, 130
        assert_match(/not measured: /, run.out)
      end
    end
  end

  # TERM and HUP end it like Ctrl-C.
  def test_hup_before_the_first_round_is_whole
    heeding("HUP") do
      ARun.start("socket", "null", "--for", "20s") do |run|
        run.wait_until { run.lines("proof").any? }
        run.signal("HUP")

        assert_ended run, 129
      end
    end
  end

  def test_term_in_the_middle_reports_what_was_measured
    ARun.start("socket", "--scenario", "client/set", "--for", "30s") do |run|
      run.wait_until { run.lines("process").size > 1 }
      run.signal("TERM")

      assert_ended run, 143
      assert_match(/^socket +\d/, run.out)
      FORMATS.each { |format| assert_shows run.record, format }
    end
  end

  def test_ctrl_c_does_not_wait_for_a_driver_that_hangs
    ARun.start("socket", "--scenario", "client/set", "--for", "30s") do |run|
      run.wait_until { run.lines("block").any? }
      Process.kill("STOP", run.wait_for(/driver\.rb/))
      sleep 0.1
      run.signal("INT")

      assert_equal 130, run.finish(10)
      assert_ended run, 130
    end
  end

  # The keeper sleeps, so that the end that was asked for takes its time.
  def test_another_ctrl_c_later_on_ends_it_at_once
    ARun.start("socket", "--scenario", "client/set", "--for", "30s") do |run|
      run.wait_until { run.lines("block").any? }
      keeper = run.wait_for(/keeper_program/)
      Process.kill("STOP", keeper)
      run.signal("INT")
      run.wait_until { !heeds?(run.pid, "TERM") }
      sleep 1 # within a second it is the same wish
      run.signal("INT")

      assert_equal [130, ""], [run.finish(10), run.out]
      Process.kill("CONT", keeper)
      assert_empty run.left
    end
  end

  private

  def assert_ended(run, code)
    assert_equal code, run.finish, run.err
    assert_empty run.left
    assert_equal ["interrupted"], run.lines("end").map { |line| line["outcome"] }
    assert_match(/Note: interrupted/, run.out)
    refute_match(/Please report/, run.err)
  end

  def assert_shows(record, format)
    assert_equal [0, ""], [command("show", record, "--format", format), err.string], format
    assert_match(/interrupted/, out.string, format)
  end

  # Whether a signal has a handler.
  def heeds?(pid, signal)
    mask = File.read("/proc/#{pid}/status")[/^SigCgt:\s*(\h+)/, 1].to_i(16)
    mask[Signal.list[signal] - 1] == 1
  rescue SystemCallError
    false
  end
end
