# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Wire::LinesTest < Minitest::Test
    TEXT = "VALUE a-k1 0 9\r\na-k1|text\r\nEND\r\n"
    META = "VA 9 f0 ka-k1 O5\r\na-k1|text\r\nMN\r\n"

    def test_an_error_takes_the_place_of_a_reply_and_ends_a_pipeline
      assert_equal "SERVER_ERROR out of memory storing object\r\n", error("out-of-memory", "set a 0 0 1\r\nx\r\n")
      assert_equal "ERROR\r\nMN\r\n", error("error", "mg a v q\r\nmn\r\n")
      assert_nil error("error", "set a 0 0 1 noreply\r\nx\r\n")
    end

    def test_another_key_stands_where_a_reply_names_one
      assert_equal "VALUE a-k7 0 9\r\na-k7|text\r\nEND\r\n", forged("key", TEXT)
      assert_equal "VA 9 f0 ka-k7 O5\r\na-k7|text\r\nMN\r\n", forged("key", META)
      assert_nil forged("key", "VA 9 f0\r\na-k1|text\r\n")
    end

    def test_another_opaque_stands_where_there_is_one
      assert_equal "VA 9 f0 ka-k1 O6\r\na-k1|text\r\nMN\r\n", forged("opaque", META)
      assert_nil forged("opaque", TEXT)
    end

    def test_a_value_is_announced_longer_or_shorter_than_it_is
      assert_equal "VALUE a-k1 0 4\r\na-k1|text\r\nEND\r\n", forged("shorter", TEXT)
      assert_equal "VA 14 f0 ka-k1 O5\r\na-k1|text\r\nMN\r\n", forged("longer", META)
      assert_nil forged("longer", "STORED\r\n")
    end

    def test_an_end_is_left_out_where_there_is_one
      assert_equal "VALUE a-k1 0 9\r\na-k1|text\r\n", forged("endless", TEXT)
      assert_equal "", forged("endless", "END\r\n")
      assert_equal "VA 9 f0 ka-k1 O5\r\na-k1|text\r\n", forged("endless", META)
      assert_nil forged("endless", "VA 9 f0\r\na-k1|text\r\n")
    end

    private

    def error(name, request) = Fault::Wire::Lines.error(name, request: request)

    def forged(what, reply) = Fault::Wire::Lines.forged(what, reply: reply.b, mark: "a-k1".b)
  end
end
