# frozen_string_literal: true

require "test_helper"

class ShimsTest < Minitest::Test
  include DrivenClient

  MEM_CACHE_STORE = { adapter: "mem_cache_store", "dalli" => "2.7.11" }.freeze

  # What goes wrong in one write and read with these shims: "" or the failure's message.
  def trouble(contender, shims, pairs: [[step("write", "k1", "empty"), stored], [step("read", "k1"), hit]], **cell)
    @talk&.stop
    replies = [load_client(contender, shims: shims)]
    replies << open_cell(pairs, **cell) if replies.last["type"] == "loaded"
    replies << run_once if replies.last["type"] == "opened"
    replies.last["type"] == "block" ? "" : replies.last["message"]
  end

  def assert_needed(shim, message, contender, beside: [], **cell)
    assert_match message, trouble(contender, beside, **cell)
    assert_equal "", trouble(contender, beside + [shim], **cell)
  end

  def test_bigdecimal_is_needed_by_activesupport_4_2
    assert_needed("bigdecimal", "undefined method `new' for BigDecimal", gem("activesupport", "4.2.11.3", **MEM_CACHE_STORE))
  end

  def test_entry_is_needed_by_activesupport_5_2
    assert_needed("entry", "wrong number of arguments", gem("activesupport", "5.2.8.1", **MEM_CACHE_STORE))
  end

  def test_logger_is_needed_by_activesupport_6_1
    contender = gem("activesupport", "6.1.7.10", **MEM_CACHE_STORE, "dalli" => "3.2.8")

    assert_needed("logger", "LoggerThreadSafeLevel::Logger", contender)
  end

  def test_localcache_is_needed_by_the_last_dalli_store
    contender = gem("dalli", "2.7.11", adapter: "dalli_store", "activesupport" => "5.2.8.1")

    assert_needed("localcache", "wrong number of arguments", contender, beside: ["entry"])
  end

  def test_a_ring_of_1_5_0_needs_all_three
    contender = gem("memcache-client", "1.5.0", bare: true)
    all = %w[timeout getbyte nitems]
    ring = { pairs: [[step("set", "k1", "empty", ttl: 0), stored], [step("get", "k1"), hit]],
             servers: memcached_ring(2).addresses }

    all.each { |shim| refute_equal "", trouble(contender, all - [shim], **ring), "#{shim} is not needed" }
    assert_equal "", trouble(contender, all, **ring)
  end

  def test_an_entry_expires_and_compresses_as_the_library_has_it
    load_client(gem("activesupport", "5.2.8.1", **MEM_CACHE_STORE), shims: ["entry"])
    open_cell([[step("write", "k1", "view", ttl: 500), stored], [step("read", "k1"), hit("view")]])
    prove
    run_once

    assert_operator held("k1").last.bytesize, :<, 500
    assert_includes held("k1").last, "@expires_inf\b5e2"
  end

  def test_every_shim_says_what_breaks_and_what_it_costs
    shims = Dir[File.join(Cachemark::ROOT, "drivers", "ruby", "shims", "*.rb")]

    assert_operator shims.size, :>, 5
    shims.each { |path| assert_match(/\A# encoding: utf-8\n# Breaks: .*^# Cost: /m, File.read(path), path) }
  end
end
