# frozen_string_literal: true

require "test_helper"

class ChildTest < Minitest::Test
  Host = Cachemark::Host

  def setup
    @keeper = Host::Keeper.start
    @child = @keeper.spawn(["sleep", "1000"])
  end

  def teardown
    @keeper.stop
  end

  def test_runs_until_it_ends
    assert_predicate @child, :alive?
    assert_nil @child.status
    assert_nil @child.wait(0.01)
    @child.kill

    assert_equal Host::Exit.new(signal: "TERM"), @child.wait(10)
    assert_equal @child.wait, @child.status
    refute_predicate @child, :alive?
  end

  def test_kill_reaches_the_whole_group
    read, write = IO.pipe
    child = @keeper.spawn(["sh", "-c", "sleep 1000 & echo $!; wait"], out: write)
    grandchild = read.gets.to_i
    child.kill("KILL")
    child.wait

    assert(Processes.eventually { !Processes.alive?(grandchild) })
  ensure
    [read, write].each(&:close)
  end

  def test_stop_kills_what_does_not_listen
    read, write = IO.pipe
    child = @keeper.spawn(["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1000; done"], out: write)
    read.gets

    assert_equal Host::Exit.new(signal: "KILL"), child.stop(grace_s: 0.02)
  ensure
    [read, write].each(&:close)
  end

  def test_stop_is_polite_first_and_may_be_repeated
    2.times { assert_equal Host::Exit.new(signal: "TERM"), @child.stop(grace_s: 10) }
  end

  def test_killing_the_dead_is_nothing
    @child.stop
    @child.kill("KILL")

    refute_predicate @child, :alive?
  end

  def test_remembers_its_command
    assert_equal %w[sleep 1000], @child.argv
  end

  # How a process ended.
  class Exited < Minitest::Test
    Exit = Cachemark::Host::Exit

    def test_only_code_0_is_success
      assert_predicate Exit.new(code: 0), :success?
      refute_predicate Exit.new(code: 1), :success?
      refute_predicate Exit.new(signal: "TERM"), :success?
    end

    def test_reads_as_the_end_of_a_sentence
      assert_equal "ended with exit code 71", Exit.new(code: 71).to_s
      assert_equal "was killed by SIGKILL", Exit.new(signal: "KILL").to_s
    end
  end
end
