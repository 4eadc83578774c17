# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/workers_in_a_mode"

class FibersTest < Minitest::Test
  include WorkersInAMode

  def mode = MadeWorkers::Modes::Fibers

  def size = 3

  def test_each_worker_has_a_fiber_in_one_thread
    assert_equal [1, 3], [places.map { |_, thread, _| thread }.uniq.size, places.map(&:last).uniq.size]
    refute_includes places.map { |_, thread, _| thread }, Thread.current.object_id
  end

  def test_its_thread_ends_with_it
    before = Thread.list.size
    mode.new(3).close

    assert_equal before, Thread.list.size
  end
end
