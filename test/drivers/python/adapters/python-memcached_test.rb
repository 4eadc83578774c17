# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_python_client"

class PythonMemcachedAdapterTest < Minitest::Test
  include APythonClient

  def quiet? = true

  def notation = "python-memcached"

  def several = %w[set_multi delete_multi]

  def unseen_replies = [:anothers_key]

  def test_a_server_that_was_down_is_tried_again_at_once_where_that_is_asked_for
    assert_equal [false, true], %w[python-memcached python-memcached,retry_delay=0.001].map { |notation| comes_back?(notation) }
  end

  def test_an_absent_counter_is_a_miss
    load_client(notation)
    open_cell([[step("incr", "k6"), miss]])
    prove
  end

  # It is one file among others.
  def test_its_digest_covers_its_file
    loaded = load_client(notation)
    content = "memcache.py\0#{File.binread(loaded["file"])}\0"

    assert_equal Digest::SHA256.hexdigest(content), loaded["digest"]
  end
end
