# frozen_string_literal: true

require "test_helper"
require "zlib"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/reported.rb")

class DriverReportedTest < Minitest::Test
  Reported = CachemarkDriver::Reported

  def test_reports_a_text_by_its_bytes_and_its_encoding
    assert_equal({ "bytes" => ["ü"].pack("m0"), "encoding" => "UTF-8" }, Reported.value("ü"))
    assert_equal({ "list" => [1, nil, { "bytes" => "YQ==", "encoding" => "UTF-8" }] }, Reported.value([1, nil, "a"]))
    assert_equal({ "class" => "Symbol", "text" => ":a" }, Reported.value(:a))
  end

  def test_a_large_one_by_its_size_and_checksum
    large = "a" * (Reported::MOST_BYTES + 1)

    assert_equal({ "size" => 131_073, "crc32" => Zlib.crc32(large), "encoding" => "UTF-8" }, Reported.value(large))
    assert_includes Reported.value(large.chop), "bytes"
  end

  def test_reports_what_was_raised_with_a_short_message
    assert_equal({ "class" => "KeyError", "message" => "x" * 160 }, Reported.raised(KeyError.new("x" * 200)))
  end
end
