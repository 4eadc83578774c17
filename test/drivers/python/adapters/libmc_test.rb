# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_python_client"

# Only a pip index has it: the test skips if none does.
class LibmcAdapterTest < Minitest::Test
  include APythonClient

  def notation = "libmc"

  def several = %w[set_multi delete_multi]

  def unseen_replies = %i[anothers_key two_values]

  def test_threads_can_share_the_client_for_threads
    load_client("libmc,pool=on", mode: "threads-3,shared")

    assert_equal "opened", open_raw(mode: "threads-3,shared")["type"]
    prove
  end

  def test_an_absent_counter_is_a_miss
    load_client(notation)
    open_cell([[step("incr", "k6"), miss]])
    prove
  end
end
