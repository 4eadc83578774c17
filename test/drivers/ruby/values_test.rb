# frozen_string_literal: true

require "test_helper"
require "zlib"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/values.rb")

class DriverValuesTest < Minitest::Test
  Values = CachemarkDriver::Values

  def test_builds_what_the_spec_describes
    assert_equal [], build("array", items: 0)
    assert_equal [0, 1, 2], build("array", items: 3)
    assert_equal "abab", build("string", text: "ab", times: 2)
    assert_equal "\x04\b[\x00".b, build("binary", hex: "04085b00")
    assert_equal({ "item1" => 1, "item2" => 2 }, build("hash", items: 2))
    assert_equal({ "item1" => { "item1" => 1 } }, build("nested", items: 1, depth: 2))
    assert_equal 100, build("number", number: 100)
    assert_equal "100", build("number", raw: true, number: 100)
  end

  def test_texts_that_json_cannot_carry_and_things_that_are_no_texts
    latin = build("string", hex: "6dfc", encoding: "ISO-8859-1")

    assert_equal ["mü", Encoding::ISO_8859_1], [latin.encode("UTF-8"), latin.encoding]
    assert_equal ["\xC3(", false], build("string", hex: "c328").then { |text| [text, text.valid_encoding?] }
    assert_equal [[1, "two", nil], nil, :seven],
                 [build("json", json: [1, "two", nil]), build("json", json: nil), build("symbol", text: "seven")]
  end

  def test_generates_the_same_bytes_in_every_language
    assert_equal "K2hFZViPE4", build("string", bytes: 10)
    assert_equal "c67e816b", build("binary", bytes: 4).unpack1("H*")
    assert_equal Encoding::BINARY, build("binary", bytes: 4).encoding
  end

  def test_long_values_are_the_same_in_every_language
    long = [build("string", raw: true, bytes: 200_000), build("binary", raw: true, bytes: 200_000)]

    assert_equal [3_855_205_807, 1_406_161_204], long.map { |value| Zlib.crc32(value) }
    assert_operator Zlib::Deflate.deflate(long.last).bytesize, :>, 199_000
  end

  def test_a_share_of_the_bytes_compresses
    assert_equal "K2haaaa", build("string", bytes: 7, compressible: 0.5)
    assert_equal "c67e6161", build("binary", bytes: 4, compressible: 0.5).unpack1("H*")
    assert_equal %w[K2h aaa], [0, 1].map { |share| build("string", bytes: 3, compressible: share) }
    assert_equal "ab=Faaaa", build("string", "ab", bytes: 8, compressible: 0.5)
  end

  def test_earlier_values_change_nothing
    texts = [3, 7, 5, 0].map { |bytes| build("string", bytes: bytes) }
    texts.last << "changed by its user"
    texts[1].clear

    assert_equal %w[K2h K2hFZ], [texts[0], texts[2]]
    assert_equal "K2hFZViPE4", build("string", bytes: 10)
    assert_equal Encoding::UTF_8, build("string", bytes: 0).encoding
    assert_nil Values.make_ready({ "kind" => "json", "json" => 1 })
    assert_equal "c6", Values.make_ready({ "kind" => "binary", "bytes" => 1 }).unpack1("H*")
  end

  def test_a_self_naming_value_contains_its_key
    assert_equal ["Short"], build("array", "Short", items: 0)
    assert_equal ["Short", 1, 2], build("array", "Short", items: 3)
    assert_equal({ "owner" => "Short", "item2" => 2 }, build("hash", "Short", items: 2))
    assert_equal({ "owner" => "Short" }, build("hash", "Short", items: 0))
    assert_equal "Short=ababab", build("string", "Short", text: "ab", times: 6)
    assert_equal "Short=", build("binary", "Short", hex: "04085b00")
    assert_equal 2000, build("string", "Short", bytes: 2000).bytesize
  end

  def test_keeps_its_size_where_a_cut_would_split_a_character
    value = build("string", "Short", text: "aü€", times: 20)

    assert_equal 120, value.bytesize
    assert_predicate value, :valid_encoding?
  end

  def test_freezes_all_the_way_down
    value = Values.freeze(build("nested", items: 2, depth: 3))

    assert value["item1"].frozen? && value["item1"]["item2"].frozen?
  end

  def test_refuses_an_unknown_kind
    assert_raises(ArgumentError) { build("tree") }
  end

  private

  def build(kind, owner = nil, raw: false, **fields)
    Values.build({ "kind" => kind }.merge(fields.transform_keys(&:to_s)), raw, owner)
  end
end
