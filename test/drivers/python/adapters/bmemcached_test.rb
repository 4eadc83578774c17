# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_python_client"

class BmemcachedAdapterTest < Minitest::Test
  include APythonClient

  def notation = "bmemcached"

  def flushes? = true

  def several = %w[set_multi get_multi_cas delete_multi]

  def wrong_replies = %i[nonsense never_miss]

  def creates? = true

  def raw_flags = 16

  def test_compresses_unless_the_option_is_off
    sizes = %w[on off].map do |option|
      load_client("bmemcached,compress=#{option}")
      open_cell([[step("set", "k1", "page", raw: true, ttl: 0), stored], [step("get", "k1", raw: true), hit("page")]])
      prove
      run_once
      held("k1").last.bytesize
    end

    assert_operator sizes.first, :<, 1000
    assert_equal 8800, sizes.last
  end

  def test_a_counter_can_be_created
    load_client(notation)
    open_cell([[step("incr", "k6", initial: 7, ttl: 0), number(7)], [step("incr", "k6", by: 2, initial: 7, ttl: 0), number(9)]])
    prove
  end
end
