# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Proxy
    class Conversation
      class PayloadTest < Minitest::Test
        include ProxyTalk

        def test_a_value_that_is_said_to_be_huge_takes_no_memory
          texts = ["set a 0 0 2147483000\r\n", "VALUE a 0 2147483000\r\n",
                   [0x80, 1, 1, 8, 0, 0, 2_147_483_000, 0, 0].pack("CCnCCnNNQ>")]
          before = largest_string
          conversations = texts.map do |text|
            Conversation.new.tap { |it| text.start_with?("VALUE") ? converse(it, "get a\r\n", text) : it.sent(text) }
          end
          conversations.each { |conversation| conversation.sent("x" * 100) }

          assert_operator largest_string - before, :<, 1 << 20
        end

        def test_of_a_long_value_only_the_beginning_is_kept
          conversation = Conversation.new
          converse(conversation, "set a 0 0 3000000\r\n#{"x" * 3_000_000}\r\n", "STORED\r\n")
          item = conversation.drain.exchanges.first.items.first

          assert_equal [3_000_000, 1 << 20, "stored"], [item.bytes, item.data.bytesize, item.outcome]
        end
      end
    end
  end
end
