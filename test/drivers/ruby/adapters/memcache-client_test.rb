# frozen_string_literal: true

require "test_helper"
require "uri"

class MemcacheClientAdapterTest < Minitest::Test
  include DrivenClient
  include AClient

  def test_old_and_new_do_everything_on_one_server_and_on_a_ring
    { "1.5.0" => "1.5.0", "rails-2.2.2" => "1.5.0", "1.8.5" => "1.8.5" }.each do |version, reported|
      assert_equal reported, load_client("memcache-client@#{version}", servers: 2)["version"]
      prove_client
      prove_client(servers: memcached_ring(2).addresses)
      prove_counter
      check_the_wire
    end
  end

  def test_writes_are_quiet_with_the_option
    load_client("memcache-client@1.8.5,no_reply=on")
    prove_quiet
    load_client("memcache-client@1.8.5")
    prove_no_quiet
  end

  def test_a_flush_empties_the_server
    load_client("memcache-client@1.8.5")
    prove_flush
    load_client("memcache-client@1.5.0")
    prove_no_flush
  end

  def test_newer_releases_fetch
    { "1.5.0" => [], "1.8.5" => %w[fetch] }.each do |version, offered|
      load_client("memcache-client@#{version}")
      prove_several(*offered)
    end
  end

  def test_a_ring_is_used_whole_and_the_namespace_is_part_of_the_key
    servers = memcached_ring(2).addresses
    load_client("memcache-client@1.5.0,namespace=namespace", servers: 2)
    open_cell(DrivenClient::KEYS.keys.map { |key| [step("set", key, "empty", ttl: 0), stored] }, servers: servers)
    run_once

    assert_equal([true, true], servers.map { |server| items_on(server).any? })
    names = servers.flat_map { |server| items_on(server) }

    assert_equal DrivenClient::KEYS.values.map { |key| "namespace:#{key}" }.sort, names.sort
  end

  def test_no_timeout_is_an_option_of_every_version
    %w[1.5.0 1.8.5].each do |version|
      load_client("memcache-client@#{version},timeout=off")
      prove_client
    end
  end

  def test_refuses_a_timeout_where_there_is_no_such_option
    load_client("memcache-client@1.5.0", options: { "timeout" => "0.5" })

    assert_match "memcache-client 1.5.0 has no option timeout", open_cell([[step("get", "k1"), miss]])["message"]
  end

  def test_a_raw_multi_get_is_not_offered_before_1_8_5
    raw = [[step("get_multi", keys: %w[k1 k2], raw: true), multi]]
    load_client("memcache-client@1.5.0")

    assert_equal "not offered by this client: get_multi (raw)", open_cell(raw)["reason"]

    load_client("memcache-client@1.8.5")

    assert_equal "opened", open_cell(raw)["type"]
  end

  # The names of all items, once memcached's crawler has met them.
  def items_on(server)
    Processes.eventually(5) do
      lines = TCPSocket.open(*server.split(":")) do |io|
        io.write("lru_crawler metadump all\r\n")
        io.each_line.take_while { |line| !line.start_with?("END", "BUSY") }
      end
      names = lines.map { |line| URI.decode_www_form_component(line[/key=(\S+)/, 1].to_s) }
      names unless names.empty?
    end
  end
end
