# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::MovesTest < Minitest::Test
    REPLY = "VALUE key 0 6\r\nkey|ab\r\nEND\r\n"

    def test_a_reply_can_be_held_and_then_passed_on
      assert_equal [0.05, REPLY], list({ "wait_ms" => 50 }, { "pass" => "rest" })
    end

    def test_it_can_be_cut_at_a_byte_and_the_connection_closed
      assert_equal ["VALU", :end], list({ "pass" => 4 }, { "close" => "end" })
      assert_equal ["VALU", "E key 0 6\r\nkey|ab\r\nEND\r\n"], list({ "pass" => 4 }, { "pass" => "rest" })
      assert_equal [REPLY, :reset], list({ "pass" => 500 }, { "close" => "reset" })
    end

    def test_the_middle_of_the_body_is_behind_its_key
      piece, rest = list({ "pass" => "body" }, { "pass" => "rest" })

      assert_equal REPLY, piece + rest
      assert_operator piece.bytesize, :>, REPLY.index("key|")
      refute_empty rest
    end

    def test_it_can_be_split
      pieces = list({ "pieces" => 10 }).grep(String)

      assert_equal [REPLY, 10], [pieces.join, pieces.map(&:bytesize).max]
      assert_equal REPLY.bytesize, list({ "drip_ms" => 1 }).grep(String).size
    end

    def test_it_can_be_doubled_changed_kept_back_or_another
      assert_equal [REPLY, REPLY], list({ "pass" => "rest" }, { "again" => true })
      assert_equal [REPLY.sub("VALUE key", "VALUE kex")],
                   list({ "swap" => { "from" => "VALUE key", "to" => "VALUE kex" } }, { "pass" => "rest" })
      assert_empty list({ "drop" => "rest" })
      assert_equal ["ERROR\r\n"], list({ "drop" => "rest" }, { "say" => "ERROR\r\n" })
    end

    private

    def list(*moves) = Fault::Moves.new(REPLY, "key|").list(moves)
  end
end
