# frozen_string_literal: true

require "test_helper"

class DalliAdapterTest < Minitest::Test
  include DrivenClient
  include AClient

  def prove_all(notation)
    load_client(notation).tap do
      prove_client
      prove_counter
      check_the_wire
    end
  end

  def test_a_current_version_does_everything_over_both_protocols
    %w[meta binary].each do |protocol|
      loaded = prove_all("dalli@4.3.10,protocol=#{protocol}")

      assert_equal "4.3.10", loaded["version"]
      assert_match %r{/dalli-4.3.10/lib/dalli.rb\z}, loaded["file"]
    end
  end

  def test_releases_offer_what_they_have
    { "dalli@0.9.4" => %w[fetch], "dalli@1.1.5" => %w[fetch], "dalli@2.7.11" => %w[get_multi_cas fetch],
      "dalli@3.2.8,protocol=binary" => %w[get_multi_cas gat fetch], "dalli@3.2.8,protocol=meta" => %w[get_multi_cas gat fetch],
      "dalli@4.3.10,protocol=binary" => SEVERAL - %w[fetch_locked],
      "dalli@4.3.10,protocol=meta" => SEVERAL }.each do |notation, offered|
      load_client(notation)
      prove_several(*offered)
    end
  end

  # An older release takes the answer to a refused call of the block for that to a later call.
  def test_writes_of_a_quiet_block_arrive
    %w[3.2.8 4.3.10].each do |version|
      load_client("dalli@#{version}")
      prove_quiet
    end
    load_client("dalli@0.9.4")
    prove_no_quiet
  end

  def test_a_flush_empties_the_server
    ["dalli@0.9.4", "dalli@2.7.11", "dalli@4.3.10,protocol=meta", "dalli@4.3.10,pool=on"].each do |notation|
      load_client(notation)
      prove_flush
    end
  end

  # Of one that is not said to be so a judge asks nothing.
  def test_every_release_reports_a_delete_of_an_absent_key
    %w[1.1.5 2.7.11 4.3.10].each do |version|
      load_client("dalli@#{version}")

      assert_equal false, reply_of(op: "delete", key: "k1"), version
    end
  end

  def test_kgio_is_listed_only_where_it_is_the_socket
    plain = prove_all("dalli@2.7.11")
    kgio = prove_all("dalli@2.7.11,kgio=2.9.3")

    assert_equal({ "dalli" => "2.7.11" }, versions_of(plain))
    assert_equal({ "dalli" => "2.7.11", "kgio" => "2.9.3" }, versions_of(kgio))
    refute_equal plain["digest"], kgio["digest"]
  end

  def test_versions_before_1_0_have_a_second_client_for_raw_calls
    load_client("dalli@0.9.4")

    prove_client
    check_the_wire
  end

  def test_0_9_0_offers_no_counters
    load_client("dalli@0.9.0")

    prove_client

    assert_equal "not offered by this client: incr", open_cell([[step("incr", "counter", by: 1), miss]])["reason"]
  end

  def test_refuses_a_protocol_that_the_version_does_not_speak
    load_client("dalli@2.7.11", options: { "protocol" => "meta" })

    assert_match "dalli 2.7.11 speaks binary only, not meta", open_cell([[step("get", "k1"), miss]])["message"]
  end

  def test_a_server_that_was_down_is_tried_again_at_once_where_that_is_asked_for
    assert_equal [false, true], %w[dalli@4.3.10 dalli@4.3.10,retry_delay=0.001].map { |notation| comes_back?(notation) }
  end

  def test_a_namespace_comes_before_the_key
    load_client("dalli@4.3.10,protocol=meta,namespace=namespace")
    prove_client

    assert_nil held("k1")
  end

  def test_a_pool_offers_what_a_client_offers
    %w[dalli@2.7.11,pool=on dalli@4.3.10,pool=on].each do |notation|
      loaded = prove_all(notation)

      assert_equal "2.5.5", versions_of(loaded)["connection_pool"]
    end
    prove_several(*SEVERAL)
  end

  def test_a_pool_is_loaded_only_where_it_is_used
    assert_equal({ "dalli" => "4.3.10" }, versions_of(load_client("dalli@4.3.10")))
  end

  def test_calls_wait_for_a_connection_where_threads_outnumber_them
    seen = waits("dalli@4.3.10,pool=on,pool_size=1")

    assert_equal [1, 0], seen.values_at("size", "timeouts")
    assert_equal 400, seen["waits"].unpack1("m").unpack("L<*").size
    assert_operator seen["waited"], :>, 0
  end

  def test_no_call_waits_where_each_thread_has_a_connection
    seen = waits("dalli@4.3.10,pool=on,pool_size=4")

    assert_equal [4, 0], seen.values_at("size", "waited")
  end

  def test_a_wait_that_takes_too_long_is_a_timeout
    seen = waits("dalli@4.3.10,pool=on,pool_size=1,pool_timeout=0.00001")

    assert_operator seen["timeouts"], :>, 0
  end

  def test_without_a_pool_nothing_is_said_of_one
    load_client("dalli@4.3.10")

    refute open_cell([[step("get", "k1", raw: true), miss]]).key?("pool")
    assert_nil @talk.ask(type: "block", cell: "c", iterations: 1, watch: %w[pool])["pool"]
  end
end
