# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Wire::PacketsTest < Minitest::Test
    include ProxyTalk

    def test_an_error_has_the_command_and_the_opaque_of_what_was_asked
      refused = packet(0x81, 1, status: 0x82, opaque: 7, value: "SERVER_ERROR out of memory storing object")

      assert_equal refused, error("out-of-memory", packet(0x80, 1, key: "a", extras: "\0" * 8, value: "x", opaque: 7))
    end

    def test_a_pipeline_is_ended_too
      asked = packet(0x80, 0x0d, key: "a", opaque: 1) + packet(0x80, 0x0d, key: "b", opaque: 2) + packet(0x80, 0x0a, opaque: 3)

      assert_equal packet(0x81, 0x0d, status: 0x81, opaque: 1, value: "ERROR") + packet(0x81, 0x0a, opaque: 3),
                   error("error", asked)
    end

    def test_a_full_server_says_so_in_text
      assert_equal "ERROR Too many open connections\r\n", error("busy", packet(0x80, 0, key: "a"))
    end

    def test_another_key_stands_where_a_packet_has_one
      assert_equal packet(0x81, 0x0c, key: "a-k7", value: "a-k7|x"),
                   forged("key", packet(0x81, 0x0c, key: "a-k1", value: "a-k1|x"))
      assert_nil forged("key", packet(0x81, 0, value: "a-k1|x"))
    end

    def test_an_opaque_is_changed_in_each_packet
      reply = packet(0x81, 0x0d, opaque: 1) + packet(0x81, 0x0a, opaque: 2)

      assert_equal packet(0x81, 0x0d, opaque: 0xfe) + packet(0x81, 0x0a, opaque: 0xfd), forged("opaque", reply)
    end

    def test_a_value_is_announced_longer_than_it_is_where_that_can_be_seen
      reply = packet(0x81, 0, extras: "\0" * 4, value: "a-k1|text")

      assert_equal [18, reply.bytesize], [forged("longer", reply).unpack1("x8N"), forged("longer", reply).bytesize]
      assert_equal [nil] * 3, [forged("longer", reply + reply), forged("longer", packet(0x81, 1)), forged("shorter", reply)]
    end

    def test_the_packet_that_ends_a_pipeline_is_left_out
      value = packet(0x81, 0x0d, key: "a-k1", value: "x")

      assert_equal value, forged("endless", value + packet(0x81, 0x0a))
      assert_nil forged("endless", value)
    end

    private

    def error(name, request) = Fault::Wire::Packets.error(name, request: request)

    def forged(what, reply) = Fault::Wire::Packets.forged(what, reply: reply, mark: "a-k1".b)
  end
end
