# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/workers_in_a_mode"

class SyncTest < Minitest::Test
  include WorkersInAMode

  def mode = MadeWorkers::Modes::Sync

  def size = 1

  def test_works_where_it_is_asked
    assert_equal [[Process.pid, Thread.current.object_id, Fiber.current.object_id]], places
  end
end
