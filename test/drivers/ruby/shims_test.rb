# frozen_string_literal: true

require "test_helper"

class ShimsTest < Minitest::Test
  include DrivenClient

  # The failure of one write and read with these shims: "" or its message.
  def trouble(notation, shims, pairs: [[step("write", "k1", "empty"), stored], [step("read", "k1"), hit]], **cell)
    replies = [load_client(notation, shims: shims)]
    replies << open_cell(pairs, **cell) if replies.last["type"] == "loaded"
    replies << run_once if replies.last["type"] == "opened"
    replies.last["type"] == "block" ? "" : replies.last["message"]
  end

  def assert_needed(shim, message, notation, others: [])
    assert_match message, trouble(notation, others)
    assert_equal "", trouble(notation, others + [shim])
    assert_includes DrivenClient.contender(notation).shims, shim
  end

  def test_bigdecimal_is_needed_by_activesupport_4_2
    assert_needed("bigdecimal", "undefined method `new' for BigDecimal", "mem_cache_store@4.2.11.3,dalli=2.7.11")
  end

  def test_entry_is_needed_by_activesupport_5_2
    assert_needed("entry", "wrong number of arguments", "mem_cache_store@5.2.8.1,dalli=2.7.11")
  end

  def test_logger_is_needed_by_activesupport_6_1
    assert_needed("logger", "LoggerThreadSafeLevel::Logger", "mem_cache_store@6.1.7.10,dalli=3.2.8")
  end

  def test_yaml_is_needed_by_two_releases_of_memcache_client
    pairs = [[step("set", "k1", "empty"), stored], [step("get", "k1"), hit]]
    %w[memcache-client@1.7.6 memcache-client@1.7.7].each do |notation|
      assert_match "uninitialized constant MemCache::YAML", trouble(notation, [], pairs: pairs)
      assert_equal "", trouble(notation, ["yaml"], pairs: pairs)
      assert_equal ["yaml"], DrivenClient.contender(notation).shims
    end
  end

  def test_localcache_is_needed_by_the_last_dalli_store
    contender = "dalli_store@2.7.11,activesupport=5.2.8.1"

    assert_needed("localcache", "wrong number of arguments", contender, others: ["entry"])
  end

  def test_a_ring_of_1_5_0_needs_all_three
    contender = "memcache-client@1.5.0"
    all = %w[timeout getbyte nitems]
    ring = { pairs: [[step("set", "k1", "empty", ttl: 0), stored], [step("get", "k1"), hit]],
             servers: memcached_ring(2).addresses }

    all.each { |shim| refute_equal "", trouble(contender, all - [shim], **ring), "#{shim} is not needed" }
    assert_equal "", trouble(contender, all, **ring)
  end

  def test_an_entry_expires_and_compresses_as_the_library_has_it
    load_client("mem_cache_store@5.2.8.1,dalli=2.7.11")
    open_cell([[step("write", "k1", "view", ttl: 500), stored], [step("read", "k1"), hit("view")]])
    prove
    run_once

    assert_operator held("k1").last.bytesize, :<, 500
    assert_includes held("k1").last, "@expires_inf\b5e2"
  end

  def test_none_of_them_is_used_where_it_would_do_harm
    assert_empty DrivenClient.contender("mem_cache_store@5.2.0,dalli=2.7.11").shims
    assert_equal %w[logger], DrivenClient.contender("mem_cache_store@6.0.6.1,dalli=2.7.11").shims
    assert_equal %w[logger entry], DrivenClient.contender("mem_cache_store@6.0.0,dalli=2.7.11").shims
  end

  def test_every_shim_says_what_breaks_and_what_it_costs
    shims = Dir[File.join(Cachemark::ROOT, "drivers", "ruby", "shims", "*.rb")]

    assert_operator shims.size, :>, 5
    shims.each { |path| assert_match(/\A# encoding: utf-8\n# Breaks: .*^# Cost: /m, File.read(path), path) }
  end
end
