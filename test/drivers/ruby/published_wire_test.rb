# frozen_string_literal: true

require "test_helper"

# Where --as-published differs from the corrected scenario, it differs on the wire.
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
    load_client("memcached_store@2.3.4,compress=off")

    assert_equal({ "incr_hits" => 2, "incr_misses" => 0, "decr_hits" => 1 }, counters("store/mixed"))
    memcached.flush

    assert_equal({ "incr_hits" => 0, "incr_misses" => 2, "decr_hits" => 0 }, counters("store/mixed", published: true))
  end

  def test_unless_exists_was_an_ordinary_write
    load_client("memcached_store@2.3.4,compress=off")

    assert_equal 1, said("store/mixed").grep(/\Aadd /).size
    assert_empty said("store/mixed", published: true).grep(/\Aadd /)
  end

  def test_the_stores_long_keys_ended_in_the_name_of_the_row
    load_client("memcached_store@2.3.4,compress=off")

    assert_equal ["Short_same_length_long"], short_keys("store/big-read-multi")
    assert_equal ["Short_memcached_store_long"], short_keys("store/big-read-multi", published: true)
  end

  private

  def short_keys(id, **form) = said(id, **form).flat_map(&:split).grep(/\AShort_/).uniq

  def counters(id, **form) = counted("incr_hits", "incr_misses", "decr_hits") { said(id, **form) }

  # The commands of one timed iteration of a catalogue's scenario, in one of its two forms.
  def said(id, published: false)
    scenario = Cachemark::Catalog.load.scenario(id)
    form = published ? scenario.as_published(@adapter) : scenario
    tap = WireTap.new(memcached.address)
    opened = @talk.ask(type: "open", cell: id, client: @adapter, servers: [tap.address], options: @options, prefix: "",
                       published: published, scenario: form.to_wire, mode: "sync")
    assert_equal "opened", opened["type"], opened.inspect
    @talk.ask(type: "prepare", cell: id)
    tap.commands
    assert_equal "block", @talk.ask(type: "block", cell: id, iterations: 1, batch: 1)["type"]
    tap.commands
  ensure
    tap&.stop
  end
end
