# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::PlacesTest < Minitest::Test
    VALUE = "abcdefghijklmnopqrstuvwxyz"
    REPLY = "VALUE k 0 26\r\n#{VALUE}\r\nEND\r\n".freeze

    def test_every_byte_but_the_last_has_a_trial_where_no_value_is
      assert_equal [*0..3], Fault::Places.of("END\r\n", [VALUE])
      assert_empty Fault::Places.of("x", [])
      assert_empty Fault::Places.of("", [])
    end

    def test_only_some_bytes_inside_a_value_have_one
      places = Fault::Places.of(REPLY, [VALUE])
      inside, outside = places.partition { |at| at.between?(14, 39) }

      assert_equal [14, 15, 16, 22, 30, 37, 38, 39], inside
      assert_equal [*0..13, *40..(REPLY.bytesize - 2)], outside
    end

    def test_of_each_value_wherever_it_is
      twice = Fault::Places.of("#{VALUE}|#{VALUE}|ab", [VALUE])

      assert_equal [0, 1, 2, 8, 16, 23, 24, 25], twice.take_while { |at| at < 26 }
      assert_equal [26, 27, 28, 29, 35, 43, 50, 51, 52, 53, 54], twice.drop_while { |at| at < 26 }
    end

    def test_a_short_value_has_every_byte
      assert_equal [*0..6], Fault::Places.of("abcdef\r\n", ["abcdef"])
    end

    def test_bytes_that_are_no_text_do_no_harm
      assert_equal [*0..5], Fault::Places.of("\xff\xfeab\r\n\x00".b, ["grün"])
    end
  end
end
