# frozen_string_literal: true

require "test_helper"
require "zlib"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/actors/acting.rb")

class DriverPlainDataTest < Minitest::Test
  PlainData = CachemarkDriver::Actors::PlainData

  def test_reports_a_text_by_its_bytes_and_its_encoding
    assert_equal({ "bytes" => ["ü"].pack("m0"), "encoding" => "UTF-8" }, PlainData.value("ü"))
    assert_equal({ "list" => [1, nil, { "bytes" => "YQ==", "encoding" => "UTF-8" }] }, PlainData.value([1, nil, "a"]))
    assert_equal({ "class" => "Symbol", "text" => ":a" }, PlainData.value(:a))
  end

  def test_a_large_one_by_its_size_and_checksum
    large = "a" * (PlainData::MOST_BYTES + 1)

    assert_equal({ "size" => 131_073, "crc32" => Zlib.crc32(large), "encoding" => "UTF-8" }, PlainData.value(large))
    assert_includes PlainData.value(large.chop), "bytes"
  end
end
