# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Proxy
    class Conversation
      class WaitingTest < Minitest::Test
        include ProxyTalk

        def test_quiet_commands_are_settled_by_a_later_reply_a_drain_or_the_end
          later = quietly { |conversation| converse(conversation, "mn\r\n", "MN\r\n") }
          ended = quietly(&:finish)

          assert_equal [%w[unknown miss ok], %w[unknown miss], %w[unknown miss]], [later, quietly { nil }, ended]
        end

        def test_a_quiet_command_behind_one_that_waits_stays_open
          conversation = Conversation.new
          conversation.sent("get a\r\nmg b q v\r\n")
          traffic = conversation.drain

          assert_equal [[], 1, 1], [traffic.exchanges, traffic.unanswered, conversation.owed]
          conversation.received("END\r\n")

          assert_equal %w[get mg], conversation.drain.exchanges.map(&:name)
        end

        def test_what_nobody_answered_says_so_at_the_end
          conversation = Conversation.new
          conversation.sent("get a\r\nset b 3 4 10\r\nhalf")
          conversation.finish

          assert_equal [%w[get unanswered], %w[set unanswered]],
                       conversation.drain.exchanges.map { |told| [told.name, told.outcome] }
        end

        def test_a_reply_that_comes_before_the_value_is_said_settles_the_whole_command
          conversation = Conversation.new
          conversation.sent("set a 0 0 8\r\nhalf")
          conversation.received("SERVER_ERROR object too large for cache\r\n")
          conversation.sent("half\r\nget b\r\n")
          conversation.received("END\r\n")
          stored, read = conversation.drain.exchanges

          assert_equal ["error", "SERVER_ERROR object too large for cache", "halfhalf", 23],
                       [stored.outcome, stored.error, stored.items.first.data, stored.bytes_out]
          assert_equal "miss", read.outcome
        end

        def test_a_reply_that_does_not_fit_is_the_fault_of_its_command
          conversation = Conversation.new
          converse(conversation, "get a\r\nget b\r\n", "STORED\r\nEND\r\n")
          traffic = conversation.drain

          assert_equal [["error", "answered by \"STORED\""], ["miss", nil]],
                       traffic.exchanges.map { |told| [told.outcome, told.error] }
          assert_equal ["get answered by \"STORED\""], traffic.garbled.map(&:what)
        end

        private

        def quietly
          conversation = Conversation.new
          conversation.sent("set a 0 0 1 noreply\r\nx\r\nmg b q v\r\n")
          yield conversation
          conversation.drain.exchanges.map(&:outcome)
        end
      end
    end
  end
end
