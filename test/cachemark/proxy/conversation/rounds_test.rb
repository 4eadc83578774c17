# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Proxy
    class Conversation
      class RoundsTest < Minitest::Test
        include ProxyTalk

        def test_a_quiet_multi_get_is_one_round_trip_wherever_the_replies_fall
          conversation = Conversation.new
          conversation.sent(packet(0x80, 0x0d, key: "a"))
          conversation.received(packet(0x81, 0x0d, key: "a", extras: "\0\0\0\1", value: "x"))
          conversation.sent(packet(0x80, 0x0d, key: "b"))
          conversation.sent(packet(0x80, 0x0a))
          conversation.received(packet(0x81, 0x0a))
          traffic = conversation.drain

          assert_equal [1, %w[getkq getkq noop], %w[hit miss ok]],
                       [traffic.round_trips, traffic.exchanges.map(&:name), traffic.exchanges.map(&:outcome)]
        end

        def test_a_round_trip_is_a_write_and_its_reply
          conversation = Conversation.new
          3.times { converse(conversation, "get a\r\n", "END\r\n") }
          converse(conversation, "get a\r\nget b\r\n", "END\r\n", "END\r\n")

          assert_equal 4, conversation.drain.round_trips
          assert_equal 0, conversation.drain.round_trips
        end

        def test_a_pipeline_whose_replies_come_meanwhile_is_one_round_trip
          conversation = Conversation.new
          conversation.sent("get a\r\nget b\r\n")
          conversation.received("END\r\n")
          conversation.sent("get c\r\n")
          conversation.received("END\r\nEND\r\n")

          assert_equal 1, conversation.drain.round_trips
        end

        def test_what_is_asked_quietly_is_part_of_the_next_round_trip
          conversation = Conversation.new
          conversation.sent("set a 0 0 1 noreply\r\nx\r\n")
          converse(conversation, "get a\r\n", "VALUE a 0 1\r\nx\r\nEND\r\n")

          assert_equal 1, conversation.drain.round_trips
        end
      end
    end
  end
end
