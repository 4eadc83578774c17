# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Fault::ConductTest < Minitest::Test
    def test_only_the_reply_to_the_subject_is_touched_and_only_once
      conduct = made
      conduct.arm

      assert_equal "get other\r\n", pass(conduct, "client", "get other\r\n")
      assert_equal "END\r\n", pass(conduct, "server", "END\r\n")
      pass(conduct, "client", "get mark\r\n")
      assert_equal "END\r\n", pass(conduct, "server", "END\r\n", connection: 2)
      assert_equal [:end], pass(conduct, "server", "END\r\n")
      pass(conduct, "client", "get mark\r\n")
      assert_equal "END\r\n", pass(conduct, "server", "END\r\n")
    end

    def test_nothing_is_touched_before_it_is_armed_or_after_it_is_healed
      conduct = made
      pass(conduct, "client", "get mark\r\n")
      assert_equal "END\r\n", pass(conduct, "server", "END\r\n")
      conduct.arm
      pass(conduct, "client", "get mark\r\n")
      conduct.heal

      assert_equal "END\r\n", pass(conduct, "server", "END\r\n")
    end

    def test_without_moves_everything_passes
      conduct = made([])
      conduct.arm
      pass(conduct, "client", "get mark\r\n")

      assert_equal "END\r\n", pass(conduct, "server", "END\r\n")
    end

    def test_what_went_over_the_wire_is_noted_in_order
      conduct = made
      pass(conduct, "client", "a")
      pass(conduct, "server", "b")

      assert_equal [[1, "client", "a"], [1, "server", "b"]], conduct.octets.map { |line| line.drop(1) }
      assert_equal conduct.octets.map(&:first).sort, conduct.octets.map(&:first)
    end

    def test_what_its_moves_send_is_noted_when_they_are_made
      conduct = armed([{ "pass" => 3 }, { "say" => "x" }, { "close" => "reset" }])
      pass(conduct, "client", "get mark\r\n")
      moves = call(conduct, "server", "END\r\n")

      assert_equal 2, conduct.octets.size
      moves.grep(Proc).each(&:call)
      assert_equal [[1, "proxy to client", "END"], [1, "proxy to client", "x"], [1, "reset", ""]],
                   conduct.octets.drop(2).map { |line| line.drop(1) }
    end

    def test_what_it_says_to_either_side_is_noted_as_that
      conduct = armed([{ "pass" => 3 }, { "refuse" => "error" }], at: "request")
      call(conduct, "client", "get mark\r\n").grep(Proc).each(&:call)

      assert_equal [["proxy to server", "get"], ["proxy to client", "ERROR\r\n"]],
                   conduct.octets.drop(1).map { |line| line.drop(2) }
    end

    def test_of_what_is_left_out_in_between_nothing_is_of_the_exchange_that_is_spoilt
      conduct = made
      300.times { pass(conduct, "client", "get other\r\n") }
      conduct.arm
      pass(conduct, "client", "get mark\r\n")
      pass(conduct, "server", "END\r\n")
      900.times { pass(conduct, "client", "get other\r\n") }

      octets = conduct.octets.map { |piece| piece[3] }
      assert_equal [["get mark\r\n", "END\r\n"], 2], [octets.grep_v(/other/) - [""], octets.count("")]
    end

    def test_a_reply_in_pieces_is_waited_for
      conduct = armed([{ "pass" => "rest" }])
      pass(conduct, "client", "get mark\r\n")

      assert_equal [], pass(conduct, "server", "VALUE mark 0 1\r\n", owed: 1)
      assert_equal ["VALUE mark 0 1\r\nx\r\nEND\r\n"], pass(conduct, "server", "x\r\nEND\r\n")
      assert_equal 24, conduct.bytes
    end

    def test_the_reply_to_commands_of_which_more_are_to_come_is_waited_for
      conduct = armed([{ "pass" => "rest" }])
      pass(conduct, "client", "mg mark v q\r\n", whole: false)

      assert_equal [], pass(conduct, "server", "VA 1\r\nx\r\n", whole: false)
      pass(conduct, "client", "mn\r\n", owed: 1)
      assert_equal ["VA 1\r\nx\r\nMN\r\n"], pass(conduct, "server", "MN\r\n")
    end

    def test_a_request_can_be_answered_in_the_servers_place_once_it_is_whole
      conduct = armed([{ "drop" => "rest" }, { "refuse" => "error" }], at: "request")

      assert_equal [], pass(conduct, "client", "set mark 0 0 1\r\n", whole: false)
      assert_equal [[:answer, "ERROR\r\n"]], pass(conduct, "client", "x\r\n")
      assert_equal "get mark\r\n", pass(conduct, "client", "get mark\r\n")
    end

    def test_a_request_that_comes_in_parts_is_known_by_all_of_them
      conduct = armed([{ "drop" => "rest" }, { "refuse" => "error" }], at: "request")

      assert_equal [[], [], "get k\r\n"],
                   [pass(conduct, "client", "set ", whole: false), pass(conduct, "client", "g", connection: 2, whole: false),
                    pass(conduct, "client", "get k\r\n", connection: 3)]
      assert_equal "get k\r\n", pass(conduct, "client", "et k\r\n", connection: 2)
      assert_equal [], pass(conduct, "client", "mark 0 0 1\r\n", whole: false)
      assert_equal [[:answer, "ERROR\r\n"]], pass(conduct, "client", "x\r\n")
    end

    def test_the_protocol_is_that_of_a_requests_first_part
      conduct = armed([{ "forge" => "opaque" }])
      head = [0x80, 0, 4, 0, 0, 0, 4, 7, 0].pack("CCnCCnNNQ>")

      assert_equal [head, "mark"], [pass(conduct, "client", head, whole: false), pass(conduct, "client", "mark")]
      assert_equal [[0x81, 0, 0, 0, 0, 1, 0, 7 ^ 0xff, 0].pack("CCnCCnNNQ>")],
                   pass(conduct, "server", [0x81, 0, 0, 0, 0, 1, 0, 7, 0].pack("CCnCCnNNQ>"))
      assert_nil conduct.lack
    end

    def test_nothing_is_said_until_it_is_healed
      conduct = armed([{ "swallow" => true }])
      pass(conduct, "client", "get mark\r\n")

      assert_equal [[], [], []], [1, 1, 2].map { |number| pass(conduct, "server", "END\r\n", connection: number) }
      conduct.heal
      assert_equal "END\r\n", pass(conduct, "server", "END\r\n")
    end

    def test_nothing_is_read_until_it_is_healed
      conduct = armed([{ "pass" => 3 }, { "hold" => true }], at: "request")
      bytes, held = pass(conduct, "client", "set mark 0 0 1\r\n")
      waiting = Thread.new { held.call }
      Thread.pass until waiting.stop?
      conduct.heal

      assert_equal "set", bytes
      assert waiting.join(5)
    end

    def test_it_says_what_the_protocol_has_no_place_for_and_lets_it_pass
      conduct = armed([{ "forge" => "opaque" }])
      pass(conduct, "client", "get mark\r\n")

      assert_equal "END\r\n", pass(conduct, "server", "END\r\n")
      assert_equal "its reply has no opaque", conduct.lack
    end

    private

    def made(moves = [{ "close" => "end" }], **more) = Fault::Conduct.new(moves, "mark", **more)

    def armed(moves, **more) = made(moves, **more).tap(&:arm)

    # The moves that are made, without the notes of them.
    def pass(...)
      moves = call(...)
      moves.is_a?(Array) ? moves.grep_v(Proc) : moves
    end

    def call(conduct, side, bytes, connection: 1, **more)
      conduct.call(Proxy::Chunk.new(connection: connection, side: side, bytes: bytes, **more))
    end
  end
end
