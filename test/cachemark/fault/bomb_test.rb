# frozen_string_literal: true

require "test_helper"
require "zlib"

module Cachemark
  class Fault::BombTest < Minitest::Test
    VALUE = "cachemark " * 100

    def test_it_fits_into_an_item
      assert_operator Fault::Bomb.like(Zlib.deflate(VALUE)).bytesize, :<, 1_048_000
    end

    def test_it_has_the_format_of_the_value
      { Zlib::MAX_WBITS => Zlib.deflate(VALUE), Zlib::MAX_WBITS + 16 => Zlib.gzip(VALUE),
        -Zlib::MAX_WBITS => Zlib::Deflate.new(nil, -Zlib::MAX_WBITS).deflate(VALUE, Zlib::FINISH) }.each do |window, packed|
        assert_equal "\0" * (32 * 1024**2), Zlib::Inflate.new(window).inflate(Fault::Bomb.like(packed, pieces: 2))
      end
    end

    def test_a_value_in_another_format_has_none
      assert_nil Fault::Bomb.like(VALUE)
      assert_nil Fault::Bomb.like("")
    end
  end
end
