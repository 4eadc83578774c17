# frozen_string_literal: true

require "test_helper"

class MemCacheStoreAdapterTest < Minitest::Test
  include DrivenClient
  include AStore

  NEW = "mem_cache_store@7.2.3,dalli=4.3.10"

  def test_does_everything_on_a_current_activesupport
    loaded = load_client("#{NEW},protocol=meta")
    prove_store
    check_the_wire

    assert_equal "7.2.3", loaded["version"]
    assert_equal({ "activesupport" => "7.2.3", "connection_pool" => "2.5.5", "dalli" => "4.3.10" }, versions_of(loaded))
  end

  # On another Ruby than the tests', because it needs 3.2.
  def test_does_everything_on_rails_8
    ruby = OtherRuntimes.rubies.find { |other| other.name > "ruby-3.2" && other.command }
    skip "no Ruby 3.2 or later is prepared: cachemark env runtime ruby-3.3" unless ruby

    %w[7.0 7.1].each do |format|
      loaded = load_client("mem_cache_store@8.1.4.1,dalli=5.3.2,cache_format_version=#{format},ruby=#{ruby.command.first}")
      prove_store
      check_the_wire

      assert_equal({ "activesupport" => "8.1.4.1", "connection_pool" => "3.0.2", "dalli" => "5.3.2" }, versions_of(loaded))
    end
  end

  # dalli wraps them once more.
  def test_entries_are_written_by_the_format_and_the_serializer
    { "" => /\A\x04\x08".\x00\x04\x08/n, ",cache_format_version=7.1" => /\A\x04\x08".\x00\x11.*\x04\x08\[\x00\z/mn,
      ",serializer=marshal_7_1" => /\A\x04\x08".\x00\x11.*\x04\x08\[\x00\z/mn,
      ",serializer=message_pack,msgpack=1.8.0" => /\A\x04\x08".\x00\x11.*\xCC\x80\x90\z/mn }.each do |options, form|
      load_client("#{NEW}#{options}")
      open_cell([[step("write", "k1", "empty"), stored], [step("read", "k1"), hit]])
      prove
      run_once

      assert_match form, held("k1").last, options
    end
  end

  def test_msgpack_is_listed_where_it_is_there
    loaded = load_client("#{NEW},serializer=message_pack,msgpack=1.8.0")
    prove_store

    assert_equal %w[activesupport connection_pool dalli msgpack], versions_of(loaded).keys.sort
    assert_equal "1.8.0", versions_of(loaded)["msgpack"]
    error = assert_raises(Cachemark::Usage) { DrivenClient.contender("#{NEW},serializer=message_pack") }
    assert_match(/serializer=message_pack is not possible; serializer is marshal_7_1/, error.message)
  end

  def test_does_everything_on_older_ones_with_their_shims
    ["4.2.11.3,dalli=2.7.11", "5.2.8.1,dalli=2.7.11", "6.1.7.10,dalli=3.2.8"].each do |versions|
      load_client("mem_cache_store@#{versions},compress=off")
      prove_store
      check_the_wire
    end
  end

  def test_releases_offer_what_they_have
    { "#{NEW},protocol=meta" => SEVERAL, "#{NEW},protocol=binary" => SEVERAL,
      "mem_cache_store@4.2.11.3,dalli=2.7.11" => %w[fetch_multi race],
      "mem_cache_store@5.2.8.1,dalli=2.7.11" => %w[write_multi fetch_multi race],
      "mem_cache_store@6.1.7.10,dalli=3.2.8" => SEVERAL }.each do |notation, offered|
      load_client(notation)
      prove_several(*offered)
    end
  end

  def test_reports_a_delete_of_an_absent_key
    load_client("mem_cache_store@5.2.8.1,dalli=2.7.11")

    assert_equal false, reply_of(op: "delete", key: "k1")
  end

  def test_compresses_as_shipped_and_not_if_the_option_is_off
    bytes = ["", ",compress=on", ",compress=off"].map do |option|
      load_client("#{NEW}#{option}")
      bytes_of_a_view
    end

    assert_equal bytes[0], bytes[1]
    assert_operator bytes[0], :<, 500
    assert_operator bytes[2], :>, 2_050
  end

  def test_without_compress_dalli_below_does_not_compress_either
    load_client("mem_cache_store@6.1.7.10,dalli=3.2.8,compress=off")
    open_cell([[step("write", "k1", "page"), stored], [step("read", "k1"), hit("page")]])
    prove
    run_once

    assert_operator held("k1").last.bytesize, :>, 8_000
  end

  def test_a_local_cache_saves_reads_on_the_wire
    load_client(NEW)

    assert_equal [14, 0], counted_in_big_read_multi
    assert_equal [8, 0], counted_in_big_read_multi(wrap: "local_cache")
  end

  def test_4_2_0_asks_for_one_key_too_many_in_each_read_multi
    load_client("mem_cache_store@4.2.0,dalli=2.7.2")

    assert_equal [14, 2], counted_in_big_read_multi
  end

  def test_an_initial_value_is_not_offered_but_was_passed_as_published
    load_client("mem_cache_store@6.1.7.10,dalli=3.2.8")
    pair = [[step("increment", "counter", by: 1, initial: 100), { any: true }]]

    assert_equal "not offered by this client: increment", open_cell(pair)["reason"]

    open_cell(pair, published: true)

    assert_equal "block", run_once["type"]
    assert_nil held("counter")
  end

  def test_the_published_typo_overwrites
    load_client(NEW)
    typo = step("write", "k1", "view", unless_exist: true, published: { unless_exist: "ignored" })
    [false, true].each do |published|
      open_cell([[typo, stored(published)]], prelude: [step("write", "k1", "empty")], published: published)

      assert_equal([0, published ? 2 : 1], counted("get_hits", "total_items") { run_once }.values)
    end
  end
end
