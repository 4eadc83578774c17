# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::ForgeryTest < Minitest::Test
    def test_a_request_shows_its_protocol
      assert_equal Fault::Forgery::Binary, Fault::Forgery.of("\x80\x00".b)
      assert_equal [Fault::Forgery::Text] * 2, ["get a\r\n", "mg a v\r\n"].map { |request| Fault::Forgery.of(request) }
    end

    def test_the_other_key_has_the_length_of_the_key
      assert_equal "cm-aa00-k7", Fault::Forgery.other_key("cm-aa00-k1")
      assert_includes Fault::Canary.new("aa00").keys.values, Fault::Forgery.other_key("cm-aa00-c1")
    end

    def test_each_status_has_its_words
      assert_empty Fault::Forgery::STATUSES.keys - Fault::Forgery::LINES.keys
    end
  end

  class Fault::Forgery::TextTest < Minitest::Test
    TEXT = "VALUE a-k1 0 9\r\na-k1|text\r\nEND\r\n"
    META = "VA 9 f0 ka-k1 O5\r\na-k1|text\r\nMN\r\n"

    def test_an_error_takes_the_place_of_a_reply_and_ends_a_pipeline
      assert_equal "SERVER_ERROR out of memory storing object\r\n", error("out-of-memory", "set a 0 0 1\r\nx\r\n")
      assert_equal "ERROR\r\nMN\r\n", error("error", "mg a v q\r\nmn\r\n")
      assert_nil error("error", "set a 0 0 1 noreply\r\nx\r\n")
    end

    def test_each_command_that_changes_something_gets_an_error
      assert_equal "ERROR\r\nERROR\r\n", error("error", "set a 0 0 1\r\nx\r\nset b 0 0 1\r\nx\r\n")
      assert_equal "ERROR\r\nERROR\r\nMN\r\n", error("error", "md a q\r\nmd b q\r\nmn\r\n")
    end

    def test_a_key_is_replaced_where_a_reply_names_one
      assert_equal "VALUE a-k7 0 9\r\na-k7|text\r\nEND\r\n", forged("key", TEXT)
      assert_equal "VA 9 f0 ka-k7 O5\r\na-k7|text\r\nMN\r\n", forged("key", META)
      assert_nil forged("key", "VA 9 f0\r\na-k1|text\r\n")
    end

    def test_an_opaque_is_replaced_where_there_is_one
      assert_equal "VA 9 f0 ka-k1 O6\r\na-k1|text\r\nMN\r\n", forged("opaque", META)
      assert_nil forged("opaque", TEXT)
    end

    def test_a_value_can_be_declared_longer_or_shorter
      assert_equal "VALUE a-k1 0 4\r\na-k1|text\r\nEND\r\n", forged("shorter", TEXT)
      assert_equal "VA 14 f0 ka-k1 O5\r\na-k1|text\r\nMN\r\n", forged("longer", META)
      assert_nil forged("longer", "STORED\r\n")
    end

    def test_a_length_can_be_impossible
      assert_equal "VALUE a-k1 0 -1\r\na-k1|text\r\nEND\r\n", forged("negative", TEXT)
      assert_equal "VA 1073741825 f0 ka-k1 O5\r\na-k1|text\r\nMN\r\n", forged("too-large", META)
    end

    def test_the_line_end_of_a_value_can_be_lost
      assert_equal "VALUE a-k1 0 9\r\na-k1|textEND\r\n", forged("unended", TEXT)
      assert_equal "VA 9 f0 ka-k1 O5\r\na-k1|textMN\r\n", forged("unended", META)
      assert_nil forged("unended", "END\r\n")
    end

    def test_an_end_is_removed_where_there_is_one
      assert_equal "VALUE a-k1 0 9\r\na-k1|text\r\n", forged("endless", TEXT)
      assert_equal "", forged("endless", "END\r\n")
      assert_equal "VA 9 f0 ka-k1 O5\r\na-k1|text\r\n", forged("endless", META)
      assert_nil forged("endless", "VA 9 f0\r\na-k1|text\r\n")
    end

    def test_an_error_is_in_place_of_one_value_or_of_the_end
      error = "SERVER_ERROR temporary failure\r\n"
      values = ["VALUE a 0 5\r\nEND\r\n\r\n", "VALUE b 0 1\r\ny\r\n", "VALUE c 0 1\r\nz\r\n"]

      assert_equal [values[0] + error, "#{values[2]}END\r\n"], refused([*values, "END\r\n"].join, "middle")
      assert_equal [[*values, error].join, ""], refused([*values, "END\r\n"].join, "end")
      assert_equal [error, "VA 1 f0\r\ny\r\nMN\r\n"], refused("VA 1 f0\r\nx\r\nVA 1 f0\r\ny\r\nMN\r\n", "middle")
      assert_nil refused("VA 1 f0\r\nx\r\nVA 1 f0\r\ny\r\n", "end")
    end

    def test_several_values_are_a_bulk
      assert Fault::Forgery::Text.bulk?("VA 1\r\nx\r\nVA 1\r\ny\r\n".b)
      refute Fault::Forgery::Text.bulk?("VALUE a 0 13\r\n\r\nVALUE b 0 1\r\nEND\r\n".b)
    end

    private

    def refused(replies, place) = Fault::Forgery::Text.partly_refused(replies.b, place)

    def error(name, request) = Fault::Forgery::Text.error(name, request: request)

    def forged(what, reply) = Fault::Forgery::Text.forged(what, reply: reply.b, key: "a-k1".b)
  end

  class Fault::Forgery::BinaryTest < Minitest::Test
    include ProxyTalk

    def test_an_error_has_the_opcode_and_the_opaque_of_the_request
      refused = packet(0x81, 1, status: 0x82, opaque: 7, value: "SERVER_ERROR out of memory storing object")

      assert_equal refused, error("out-of-memory", packet(0x80, 1, key: "a", extras: "\0" * 8, value: "x", opaque: 7))
    end

    def test_a_pipeline_is_ended_too
      asked = packet(0x80, 0x0d, key: "a", opaque: 1) + packet(0x80, 0x0d, key: "b", opaque: 2) + packet(0x80, 0x0a, opaque: 3)

      assert_equal packet(0x81, 0x0d, status: 0x81, opaque: 1, value: "ERROR") + packet(0x81, 0x0a, opaque: 3),
                   error("error", asked)
    end

    def test_each_packet_that_changes_something_gets_an_error
      asked = packet(0x80, 0x11, key: "a", opaque: 1) + packet(0x80, 0x11, key: "b", opaque: 2) + packet(0x80, 0x0a, opaque: 3)

      assert_equal packet(0x81, 0x11, status: 0x81, opaque: 1, value: "ERROR") +
                   packet(0x81, 0x11, status: 0x81, opaque: 2, value: "ERROR") + packet(0x81, 0x0a, opaque: 3),
                   error("error", asked)
    end

    def test_a_full_server_answers_in_text
      assert_equal "ERROR Too many open connections\r\n", error("busy", packet(0x80, 0, key: "a"))
    end

    def test_a_key_is_replaced_where_a_packet_has_one
      assert_equal packet(0x81, 0x0c, key: "a-k7", value: "a-k7|x"),
                   forged("key", packet(0x81, 0x0c, key: "a-k1", value: "a-k1|x"))
      assert_nil forged("key", packet(0x81, 0, value: "a-k1|x"))
    end

    def test_an_opaque_is_changed_in_each_packet
      reply = packet(0x81, 0x0d, opaque: 1) + packet(0x81, 0x0a, opaque: 2)

      assert_equal packet(0x81, 0x0d, opaque: 0xfe) + packet(0x81, 0x0a, opaque: 0xfd), forged("opaque", reply)
    end

    def test_a_value_is_declared_longer_where_a_client_can_detect_it
      reply = packet(0x81, 0, extras: "\0" * 4, value: "a-k1|text")

      assert_equal [18, reply.bytesize], [forged("longer", reply).unpack1("x8N"), forged("longer", reply).bytesize]
      assert_equal [0, (1024**3) + 1], %w[negative too-large].map { |what| forged(what, reply).unpack1("x8N") }
      assert_equal [nil] * 3, [forged("longer", reply + reply), forged("longer", packet(0x81, 1)), forged("shorter", reply)]
    end

    def test_the_packet_that_ends_a_pipeline_is_removed
      value = packet(0x81, 0x0d, key: "a-k1", value: "x")

      assert_equal value, forged("endless", value + packet(0x81, 0x0a))
      assert_nil forged("endless", value)
    end

    def test_an_error_is_in_place_of_one_value_or_of_the_last_packet
      values = [1, 2, 3].map { |opaque| packet(0x81, 0x0d, opaque: opaque, value: "x") }
      last = packet(0x81, 0x0a, opaque: 4)
      errors = [[0x0d, 2], [0x0a, 4]].map do |opcode, opaque|
        packet(0x81, opcode, status: 0x86, opaque: opaque, value: "SERVER_ERROR temporary failure")
      end

      assert_equal [values[0] + errors[0], values[2] + last], refused([*values, last].join, "middle")
      assert_equal [[*values, errors[1]].join, ""], refused([*values, last].join, "end")
      assert_nil refused(values.join, "end")
    end

    def test_several_values_are_a_bulk
      value, last, miss = packet(0x81, 0x0d, value: "x"), packet(0x81, 0x0a), packet(0x81, 0x0c, status: 1)

      assert Fault::Forgery::Binary.bulk?(value + value + last)
      refute Fault::Forgery::Binary.bulk?(value + miss + last)
    end

    private

    def refused(replies, place) = Fault::Forgery::Binary.partly_refused(replies, place)

    def error(name, request) = Fault::Forgery::Binary.error(name, request: request)

    def forged(what, reply) = Fault::Forgery::Binary.forged(what, reply: reply, key: "a-k1".b)
  end
end
