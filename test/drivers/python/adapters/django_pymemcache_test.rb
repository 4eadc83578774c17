# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_django_store"

class DjangoPymemcacheAdapterTest < Minitest::Test
  include ADjangoStore

  def notation = "django_pymemcache"

  def below = "pymemcache"

  def test_each_thread_has_a_client_with_a_pool_or_without
    ["", ",pool=on,pool_size=2"].each do |options|
      load_client("#{plain}#{options}", mode: "threads-3,shared")
      open_cell([[step("write", "k1", "empty", ttl: 0), any], [step("read", "k1"), hit]], mode: "threads-3,shared")
      before = memcached.stats["total_connections"]
      prove

      assert_operator memcached.stats["total_connections"] - before, :>=, 3
    end
  end

  def test_an_impatient_client_does_not_wait
    load_client("#{plain},timeout=0.05")
    FakeMemcached.open(->(io) { io.read }) do |port|
      open_cell([[step("read", "k1"), miss]], servers: ["127.0.0.1:#{port}"])

      assert_equal "failed", answer_in_time(type: "block", cell: "c", iterations: 1)&.fetch("type")
    end
  end

  def test_a_server_that_was_down_is_tried_again_soon_where_that_is_asked_for
    load_client("#{plain},retry_timeout=0.001,dead_timeout=0.001")
    proxy = Cachemark::Proxy::Server.start(memcached.access)
    open_cell([[step("write", "k1", "page", ttl: 0), any]], servers: [proxy.address])
    proxy.refuse_connections
    4.times { run_once }
    proxy.accept_connections
    sleep(0.05)
    run_once

    refute_nil held("k1")
  ensure
    proxy&.stop
  end
end
