# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/workers_in_a_mode"

class ThreadsTest < Minitest::Test
  include WorkersInAMode

  def mode = MadeWorkers::Modes::Threads

  def size = 3

  def test_each_worker_has_a_thread
    assert_equal 3, places.map { |_, thread, _| thread }.uniq.size
  end

  def test_its_threads_end_with_it
    before = Thread.list.size
    mode.new(3).close

    assert_equal before, Thread.list.size
  end
end
