# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::WireTest < Minitest::Test
    def test_a_request_tells_its_protocol
      assert_equal Fault::Wire::Packets, Fault::Wire.of("\x80\x00".b)
      assert_equal [Fault::Wire::Lines] * 2, ["get a\r\n", "mg a v\r\n"].map { |request| Fault::Wire.of(request) }
    end

    def test_a_key_has_a_stranger_of_its_own_length
      assert_equal "cm-aa00-k7", Fault::Wire.stranger("cm-aa00-k1")
      assert_includes Fault::Canary.new("aa00").keys.values, Fault::Wire.stranger("cm-aa00-c1")
    end

    def test_each_status_has_its_words
      assert_empty Fault::Wire::STATUSES.keys - Fault::Wire::LINES.keys
    end
  end
end
