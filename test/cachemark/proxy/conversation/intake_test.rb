# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Proxy
    class Conversation
      class IntakeTest < Minitest::Test
        include ProxyTalk

        def test_a_line_without_end_is_given_up
          conversation = Conversation.new
          before = largest_string
          6.times { conversation.sent("x" * (1 << 20)) }
          traffic = conversation.drain

          assert_equal [6 << 20, "client", 0], [traffic.bytes_out, traffic.garbled.first.side, traffic.garbled.first.at]
          assert_match(/a line of more than/, traffic.garbled.first.what)
          assert_operator largest_string - before, :<, 16 << 20
        end
      end
    end
  end
end
