# frozen_string_literal: true

require "test_helper"
require "zlib"
%w[step adapter].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb") }

# Where --suite as-published differs from the corrected scenario, it differs on the wire.
class PublishedWireTest < Minitest::Test
  include DrivenClient

  def test_plain_was_marshalled_by_memcached
    load_client("memcached@1.8.0")

    assert_equal ["set Short 0 0 4"], said("client/set-plain").grep(/ Short /).uniq
    assert_equal ["set Short 0 0 8"], said("client/set-plain", published: true).grep(/ Short /).uniq
  end

  def test_sets_without_a_ttl_got_memcacheds_own_seven_days
    load_client("memcached@1.8.0")

    assert_equal %w[0], said("client/set").map { |line| line.split[3] }.uniq
    assert_equal %w[604800], said("client/set", published: true).map { |line| line.split[3] }.uniq
  end

  def test_the_counter_never_came_to_be
    load_client("memcached_store@2.3.4")

    assert_equal({ "incr_hits" => 2, "incr_misses" => 0, "decr_hits" => 1 }, counters("store/mixed"))
    memcached.flush

    assert_equal({ "incr_hits" => 0, "incr_misses" => 2, "decr_hits" => 0 }, counters("store/mixed", published: true))
  end

  def test_unless_exists_was_an_ordinary_write
    load_client("memcached_store@2.3.4")

    assert_equal 1, said("store/mixed").grep(/\Aadd /).size
    assert_empty said("store/mixed", published: true).grep(/\Aadd /)
  end

  def test_the_stores_long_keys_ended_in_the_name_of_the_row
    load_client("memcached_store@2.3.4")

    assert_equal ["Short_same_length_long"], short_keys("store/big-read-multi")
    assert_equal ["Short_memcached_store_long"], short_keys("store/big-read-multi", published: true)
  end

  def test_dallis_get_reads_what_set_plain_left
    load_client("dalli@2.7.11")
    said("client/set-plain", published: true)

    assert_equal({ "get_hits" => 3 }, counted("get_hits") { said("client/get", published: true) })
    assert_equal [0, MARSHALLED], held("k1")

    said("client/get")

    assert_equal [1, MARSHALLED], held("k1")
  end

  def test_the_store_of_activesupport_4_2_0_asks_for_a_key_too_many
    { "mem_cache_store@4.2.0,dalli=2.7.2,kgio=2.9.3,compress=off" => 2,
      "mem_cache_store@7.2.3,dalli=4.3.10,compress=off" => 0 }.each do |notation, misses|
      load_client(notation)

      assert_equal({ "get_misses" => misses }, counted("get_misses") { said("store/big-read-multi", published: true) }, notation)
    end
  end

  def test_raw_was_true_in_the_older_programs_and_a_hash_in_the_newer
    load_client("memcached@1.8.0")
    said = [nil, "versions"].map { |layout| said("client/set-plain", published: true, layout: layout).grep(/ Short /).first }

    assert_equal %w[8 4], said.map { |line| line.split.last }

    load_client("memcache-client@1.6.5,namespace=namespace")

    assert_equal ["set namespace:Short 0 0 4"], said("client/set-plain", published: true, layout: "versions").grep(/Short/).uniq
  end

  def test_the_keys_of_a_multiget_were_splatted_in_the_older_programs_and_one_array_in_the_newer
    sources = [nil, "versions"].map { |layout| multiget(Adapter.named("memcache-client").new.with({}, true), layout) }

    assert_equal ["c.get_multi(A)", "c.get_multi(K1, K2, K3, K4, K5, K6)"], sources
  end

  def test_1_5_0_computes_its_checksum_on_the_ring_of_two_names
    load_client("memcache-client@1.5.0,namespace=namespace", servers: 2)
    proxies = Array.new(2) { RecordingProxy.new(memcached.address) }
    names = [proxies.first.address, proxies.last.address.sub("127.0.0.1", "localhost")]
    ask_once("client/missing", servers: names, published: true, layout: "versions")
    heard = proxies.map { |proxy| proxy.commands.grep(/\Aget/).map { |line| line.split[1] } }
    sums = heard.flatten.group_by { |key| (Zlib.crc32(key) >> 16) & 0x7fff & 1 }

    assert_equal [sums.fetch(0, []), sums.fetch(1, [])], heard
    assert_equal 3, heard.flatten.size
  ensure
    proxies&.each(&:stop)
  end

  def test_the_cells_of_a_published_program_share_a_client
    load_client("memcached@1.8.0")
    ways = [true, false].map do |shared|
      counted("total_connections") { %w[client/set client/set-ruby].each { |id| ask_once(id, shared: shared, published: true) } }
    end

    assert_equal [1, 2], ways.map { |grown| grown["total_connections"] }
  end

  private

  def multiget(adapter, layout)
    fields = Cachemark::Catalog.load.scenario("client/multiget").as_published("x", layout: layout).steps.first
    adapter.get_multi(fields["keys"].map(&:upcase), CachemarkDriver::Step.new(fields, "A"))
  end

  def short_keys(id, **form) = said(id, **form).flat_map(&:split).grep(/\AShort_/).uniq

  def counters(id, **form) = counted("incr_hits", "incr_misses", "decr_hits") { said(id, **form) }

  # The commands of one timed iteration of a catalogue's scenario, in one of its two forms.
  def said(id, **form)
    proxy = RecordingProxy.new(memcached.address)
    ask_once(id, servers: [proxy.address], **form) { proxy.commands }
    proxy.commands
  ensure
    proxy&.stop
  end

  # Yields between the prelude and the iteration.
  def ask_once(id, **form)
    opened(id, **form)
    @talk.ask(type: "prepare", cell: id)
    yield if block_given?
    assert_equal "block", @talk.ask(type: "block", cell: id, iterations: 1, batch: 1)["type"]
  end

  def opened(id, servers: [memcached.address], published: false, layout: nil, shared: false)
    scenario = Cachemark::Catalog.load.scenario(id)
    form = published ? scenario.as_published(@adapter, layout: layout) : scenario
    opened = @talk.ask(type: "open", cell: id, client: @adapter, servers: servers, options: @options, prefix: "",
                       published: published, shared: shared, scenario: form.to_wire, mode: "sync")
    assert_equal "opened", opened["type"], opened.inspect
  end
end
