# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/workers_in_a_mode"

class ProcessesTest < Minitest::Test
  include WorkersInAMode

  # Cannot be made.
  class NoWorkers < MadeWorkers
    def make(at) = at == 1 ? raise(KeyError, "no worker") : super
  end

  def mode = MadeWorkers::Modes::Processes

  def size = 3

  def test_each_worker_has_a_process
    assert_equal 4, [Process.pid, *workers.each("place").map(&:first)].uniq.size
  end

  def test_its_processes_end_with_it
    pids = workers.each("place").map(&:first)
    workers.close
    @workers = nil

    pids.each { |pid| assert_raises(Errno::ESRCH) { Process.kill(0, pid) } }
  end

  def test_raises_what_the_making_of_a_worker_raised
    before = children
    error = assert_raises(KeyError) { mode.new(NoWorkers.new(3)) }

    assert_equal ["no worker", before], [error.message, children]
  end

  def test_an_exception_has_the_place_where_it_was_raised
    error = assert_raises(KeyError) { workers.each("fail_if", 1, KeyError) }

    assert_match(/made_workers\.rb:\d+:in .*fail_if/, error.backtrace.first)
  end

  def test_reports_an_exception_that_cannot_be_sent
    error = assert_raises(IOError) { workers.each("unsayable") }

    assert_equal "IOError: it broke", error.message
  end

  def test_says_when_a_process_has_gone
    2.times do
      error = assert_raises(IOError) { workers.at_once("die") }
      assert_equal "the process of a worker has ended", error.message
    end
    assert_raises(IOError) { workers.race("run", [[nil]] * 3, 0, []) }
  end

  def test_sums_what_all_have_used
    used = workers.race("run", [[nil]] * 3, 300, []).used

    assert_operator used["allocations"], :>, 0
    assert_equal [Integer], used.values.map(&:class).uniq
  end

  private

  def children = Dir["/proc/self/task/*/children"].flat_map { |path| File.read(path).split }
end
