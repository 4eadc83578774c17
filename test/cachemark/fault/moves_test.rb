# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::MovesTest < Minitest::Test
    REPLY = "VALUE key 0 6\r\nkey|ab\r\nEND\r\n"

    def test_a_reply_can_be_held_and_then_passed_on
      assert_equal [0.05, REPLY], list({ "wait_ms" => 50 }, { "pass" => "rest" })
    end

    def test_a_reply_can_be_cut_at_a_byte_and_the_connection_closed
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

    def test_a_reply_can_be_split
      pieces = list({ "pieces" => 10 }).grep(String)

      assert_equal [REPLY, 10], [pieces.join, pieces.map(&:bytesize).max]
      assert_equal REPLY.bytesize, list({ "drip_ms" => 1 }).grep(String).size
    end

    def test_a_reply_can_be_doubled_dropped_or_replaced
      assert_equal [REPLY, REPLY], list({ "pass" => "rest" }, { "again" => true })
      assert_equal [REPLY.gsub("key", "kk7")], list({ "again" => "stranger" }, subject_key: "key")
      assert_empty list({ "drop" => "rest" })
      assert_equal ["ERROR\r\n"], list({ "drop" => "rest" }, { "say" => "ERROR\r\n" })
    end

    def test_a_reply_can_be_forged_where_its_protocol_allows_it
      assert_equal [REPLY.sub("6", "11")], list({ "forge" => "longer" }, subject_key: "key")
      lack = assert_raises(Fault::Moves::Impossible) { list({ "forge" => "opaque" }) }
      assert_equal "its reply has no opaque", lack.message
    end

    def test_one_of_several_values_can_be_refused
      assert_raises(Fault::Moves::Unmet) { list({ "refuse_part" => "middle" }) }
      replies = "VALUE a 0 1\r\nx\r\nVALUE b 0 1\r\ny\r\nEND\r\n"
      refused = Fault::Moves.new(replies, "a", request: "get a b\r\n").list([{ "refuse_part" => "middle" }])

      assert_equal ["SERVER_ERROR temporary failure\r\n", 0.05, "VALUE b 0 1\r\ny\r\nEND\r\n", 0.05], refused
    end

    def test_a_reply_of_another_key_has_that_keys_value
      forged = Fault::Moves.new(REPLY, "key", request: "get key\r\n", other_values: { "key|ab" => "kk7|cd" })

      assert_equal ["VALUE kk7 0 6\r\nkk7|cd\r\nEND\r\n"], forged.list([{ "forge" => "key" }])
      assert_equal ["VALUE kk7 0 6\r\nkk7|cd\r\nEND\r\n"], forged.list([{ "again" => "stranger" }])
    end

    def test_the_client_can_be_answered_in_place_of_the_server
      assert_equal [[:answer, "ERROR\r\n"]], list({ "drop" => "rest" }, { "refuse" => "error" })
    end

    def test_a_server_can_forget_the_meta_commands
      set = Fault::Moves.new("ms key 2 T0\r\nab\r\n", "key", request: "ms key 2 T0\r\nab\r\n")

      assert_equal [:forget, [:answer, "ERROR\r\nERROR\r\n"]], set.list([{ "forget" => "meta" }])
      assert_equal ["every memcached knows its commands"] * 2,
                   ["get key\r\n", "\x80\0".b].map { |request|
                     assert_raises(Fault::Moves::Impossible) do
                       Fault::Moves.new(request, "key", request: request).list([{ "forget" => "meta" }])
                     end.message
                   }
    end

    def test_a_line_of_a_reply_can_go_on_for_megabytes
      head, *rest = list({ "flood_mb" => 3 })

      assert_equal ["VALUE key 0 6", [1024**2] * 3], [head, rest.map(&:bytesize)]
      refute_match(/\n/, rest.join)
      lack = assert_raises(Fault::Moves::Impossible) { Fault::Moves.new("\x81", "k", request: "\x80").list([{ "flood_mb" => 1 }]) }
      assert_equal "its replies have no lines", lack.message
    end

    def test_reading_and_replying_can_stop
      assert_equal [REPLY, :hold], list({ "pass" => "rest" }, { "hold" => true })
      assert_equal [:swallow], list({ "swallow" => true })
    end

    private

    def list(*moves, subject_key: "key|") = Fault::Moves.new(REPLY, subject_key, request: "get key\r\n").list(moves)
  end
end
