# frozen_string_literal: true

require "test_helper"
require "zlib"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/actors/told.rb")

class DriverToldTest < Minitest::Test
  Told = CachemarkDriver::Actors::Told

  def test_a_text_is_told_by_its_bytes_and_its_encoding
    assert_equal({ "bytes" => ["ü"].pack("m0"), "encoding" => "UTF-8" }, Told.value("ü"))
    assert_equal({ "list" => [1, nil, { "bytes" => "YQ==", "encoding" => "UTF-8" }] }, Told.value([1, nil, "a"]))
    assert_equal({ "class" => "Symbol", "text" => ":a" }, Told.value(:a))
  end

  def test_a_large_one_by_its_size_and_checksum
    large = "a" * (Told::MOST_BYTES + 1)

    assert_equal({ "size" => 131_073, "crc32" => Zlib.crc32(large), "encoding" => "UTF-8" }, Told.value(large))
    assert_includes Told.value(large.chop), "bytes"
  end
end
