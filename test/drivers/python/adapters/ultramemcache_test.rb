# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_python_client"

class UltramemcacheAdapterTest < Minitest::Test
  include APythonClient

  def notation = "ultramemcache"

  def several = %w[get_multi_cas]

  def serialises? = false

  def rings? = false

  def unseen_replies = [:anothers_key]

  def test_several_keys_at_once
    load_client(notation)
    open_cell([[step("set", "k2", "marshalled", raw: true, ttl: 0), stored],
               [step("get_multi", keys: %w[k1 k2 k3], raw: true), multi(k2: "marshalled")]])
    prove
  end

  def test_an_absent_counter_is_a_miss
    load_client(notation)
    open_cell([[step("incr", "k6"), miss]])
    prove
  end
end
