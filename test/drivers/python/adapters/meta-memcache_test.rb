# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_python_client"

# Only a pip index has it: the test skips if none does.
class MetaMemcacheAdapterTest < Minitest::Test
  include APythonClient

  def quiet? = true

  def notation = "meta-memcache,compress=off"

  def raw_flags = 16

  def several = %w[get_multi_cas gat]

  def creates? = true

  def test_takes_a_unix_socket
    load_client(notation)

    assert_equal "not offered by this client: a unix socket", open_raw(servers: ["/nowhere"])["reason"]
  end

  def test_several_keys_at_once
    load_client(notation)
    open_cell([[step("set", "k2", "marshalled", ttl: 0), stored],
               [step("get_multi", keys: %w[k1 k2 k3]), multi(k2: "marshalled")]])
    prove
  end

  def test_compresses_long_values_unless_an_option_forbids_it
    %w[on off].each do |word|
      load_client("meta-memcache,compress=#{word}")
      open_cell([[step("set", "k1", "view", ttl: 0), stored], [step("get", "k1"), hit("view")]])
      prove
      run_once

      assert_equal word == "on", held("k1").last.bytesize < 500, word
    end
  end
end
