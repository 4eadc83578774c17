# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::InjectorTest < Minitest::Test
    def test_only_the_reply_to_the_subject_is_changed_and_only_once
      injector = made
      injector.arm

      assert_equal "get other\r\n", pass(injector, "client", "get other\r\n")
      assert_equal "END\r\n", pass(injector, "server", "END\r\n")
      pass(injector, "client", "get k1\r\n")
      assert_equal "END\r\n", pass(injector, "server", "END\r\n", connection: 2)
      assert_equal [:end], pass(injector, "server", "END\r\n")
      pass(injector, "client", "get k1\r\n")
      assert_equal "END\r\n", pass(injector, "server", "END\r\n")
    end

    def test_nothing_is_changed_before_it_is_armed_or_after_it_has_stopped
      injector = made
      pass(injector, "client", "get k1\r\n")
      assert_equal "END\r\n", pass(injector, "server", "END\r\n")
      injector.arm
      pass(injector, "client", "get k1\r\n")
      injector.stop

      assert_equal "END\r\n", pass(injector, "server", "END\r\n")
    end

    def test_without_moves_everything_passes
      injector = made([])
      injector.arm
      pass(injector, "client", "get k1\r\n")

      assert_equal "END\r\n", pass(injector, "server", "END\r\n")
    end

    def test_requests_for_keys_are_left_unanswered_until_it_stops
      injector = made([])
      injector.leave_unanswered("close")
      assert_equal "version\r\n", pass(injector, "client", "version\r\n")
      assert_nil injector.unanswered_per_s
      3.times { assert_equal [:end], pass(injector, "client", "get k1\r\n") }
      assert_operator injector.unanswered_per_s, :>, 1
      injector.leave_unanswered("mute")
      assert_equal [[], []], ["set k1 0 0 1\r\n", "x\r\n"].map { |bytes| pass(injector, "client", bytes) }
      assert_equal "version\r\n", pass(injector, "client", "version\r\n", connection: 2)
      injector.stop

      assert_equal "get k1\r\n", pass(injector, "client", "get k1\r\n", connection: 2)
    end

    def test_the_wire_is_logged_in_order
      injector = made
      pass(injector, "client", "a")
      pass(injector, "server", "b")

      assert_equal [[1, "client", "a"], [1, "server", "b"]], injector.octets.map { |line| line.drop(1) }
      assert_equal injector.octets.map(&:first).sort, injector.octets.map(&:first)
    end

    def test_bytes_of_its_moves_are_logged_when_they_are_sent
      injector = armed([{ "pass" => 3 }, { "say" => "x" }, { "close" => "reset" }])
      pass(injector, "client", "get k1\r\n")
      moves = call(injector, "server", "END\r\n")

      assert_equal 2, injector.octets.size
      moves.grep(Proc).each(&:call)
      assert_equal [[1, "proxy to client", "END"], [1, "proxy to client", "x"], [1, "reset", ""]],
                   injector.octets.drop(2).map { |line| line.drop(1) }
    end

    def test_bytes_that_it_sends_are_logged_with_their_direction
      injector = armed([{ "pass" => 3 }, { "refuse" => "error" }], at: "request")
      call(injector, "client", "get k1\r\n").grep(Proc).each(&:call)

      assert_equal [["proxy to server", "get"], ["proxy to client", "ERROR\r\n"]],
                   injector.octets.drop(1).map { |line| line.drop(2) }
    end

    def test_the_log_omits_nothing_of_the_exchange_that_the_fault_strikes
      injector = made
      300.times { pass(injector, "client", "get other\r\n") }
      injector.arm
      pass(injector, "client", "get k1\r\n")
      pass(injector, "server", "END\r\n")
      900.times { pass(injector, "client", "get other\r\n") }

      octets = injector.octets.map { |piece| piece[3] }
      assert_equal [["get k1\r\n", "END\r\n"], 2], [octets.grep_v(/other/) - [""], octets.count("")]
    end

    def test_a_reply_in_pieces_is_collected
      injector = armed([{ "pass" => "rest" }])
      pass(injector, "client", "get k1\r\n")

      assert_equal [], pass(injector, "server", "VALUE k1 0 1\r\n", owed: 1)
      assert_equal ["VALUE k1 0 1\r\nx\r\nEND\r\n"], pass(injector, "server", "x\r\nEND\r\n")
      assert_equal "VALUE k1 0 1\r\nx\r\nEND\r\n", injector.bytes
    end

    def test_the_reply_to_an_incomplete_pipeline_is_collected
      injector = armed([{ "pass" => "rest" }])
      pass(injector, "client", "mg k1 v q\r\n", whole: false)

      assert_equal [], pass(injector, "server", "VA 1\r\nx\r\n", whole: false)
      pass(injector, "client", "mn\r\n", owed: 1)
      assert_equal ["VA 1\r\nx\r\nMN\r\n"], pass(injector, "server", "MN\r\n")
    end

    def test_a_whole_request_can_be_answered_in_place_of_the_server
      injector = armed([{ "drop" => "rest" }, { "refuse" => "error" }], at: "request")

      assert_equal [], pass(injector, "client", "set k1 0 0 1\r\n", whole: false)
      assert_equal [[:answer, "ERROR\r\n"]], pass(injector, "client", "x\r\n")
      assert_equal "get k1\r\n", pass(injector, "client", "get k1\r\n")
    end

    def test_a_request_in_parts_is_recognized_by_all_of_them
      injector = armed([{ "drop" => "rest" }, { "refuse" => "error" }], at: "request")

      assert_equal [[], [], "get k\r\n"],
                   [pass(injector, "client", "set ", whole: false), pass(injector, "client", "g", connection: 2, whole: false),
                    pass(injector, "client", "get k\r\n", connection: 3)]
      assert_equal "get k\r\n", pass(injector, "client", "et k\r\n", connection: 2)
      assert_equal [], pass(injector, "client", "k1 0 0 1\r\n", whole: false)
      assert_equal [[:answer, "ERROR\r\n"]], pass(injector, "client", "x\r\n")
    end

    def test_the_protocol_is_that_of_the_requests_first_part
      injector = armed([{ "forge" => "opaque" }])
      head = [0x80, 0, 4, 0, 0, 0, 4, 7, 0].pack("CCnCCnNNQ>")

      assert_equal [head, "k1"], [pass(injector, "client", head, whole: false), pass(injector, "client", "k1")]
      assert_equal [[0x81, 0, 0, 0, 0, 1, 0, 7 ^ 0xff, 0].pack("CCnCCnNNQ>")],
                   pass(injector, "server", [0x81, 0, 0, 0, 0, 1, 0, 7, 0].pack("CCnCCnNNQ>"))
      assert_nil injector.lack
    end

    def test_replies_are_swallowed_until_it_stops
      injector = armed([{ "swallow" => true }])
      pass(injector, "client", "get k1\r\n")

      assert_equal [[], [], []], [1, 1, 2].map { |number| pass(injector, "server", "END\r\n", connection: number) }
      injector.stop
      assert_equal "END\r\n", pass(injector, "server", "END\r\n")
    end

    def test_meta_commands_are_unknown_until_it_stops
      injector = armed([{ "forget" => "meta" }], at: "request")

      assert_equal [], pass(injector, "client", "ms k1 1\r\n", whole: false)
      assert_equal [[:answer, "ERROR\r\nERROR\r\n"]], pass(injector, "client", "x\r\n")
      assert_equal [[:answer, "ERROR\r\nERROR\r\n"]], pass(injector, "client", "mg k2 v q\r\nmn\r\n")
      assert_equal "get k2\r\n", pass(injector, "client", "get k2\r\n")
      injector.stop
      assert_equal "mg k2 v\r\n", pass(injector, "client", "mg k2 v\r\n")
    end

    def test_a_server_that_knows_all_commands_is_reported
      injector = armed([{ "forget" => "meta" }], at: "request")

      assert_equal "get k1\r\n", pass(injector, "client", "get k1\r\n")
      assert_equal "every memcached knows its commands", injector.lack
    end

    def test_nothing_is_read_until_it_stops
      injector = armed([{ "pass" => 3 }, { "hold" => true }], at: "request")
      bytes, held = pass(injector, "client", "set k1 0 0 1\r\n")
      waiting = Thread.new { held.call }
      Thread.pass until waiting.stop?
      injector.stop

      assert_equal "set", bytes
      assert waiting.join(5)
    end

    def test_an_impossible_move_is_reported_and_the_bytes_pass
      injector = armed([{ "forge" => "opaque" }])
      pass(injector, "client", "get k1\r\n")

      assert_equal "END\r\n", pass(injector, "server", "END\r\n")
      assert_equal "its reply has no opaque", injector.lack
    end

    def test_a_move_for_several_keys_leaves_the_reply_to_one_alone
      injector = armed([{ "refuse_part" => "end" }])
      pass(injector, "client", "get k1\r\n")

      assert_equal "VALUE k1 0 1\r\nx\r\nEND\r\n", pass(injector, "server", "VALUE k1 0 1\r\nx\r\nEND\r\n")
      assert_nil injector.bytes
      assert_nil injector.lack
    end

    private

    def made(moves = [{ "close" => "end" }], **more) = Fault::Injector.new(moves, "k1", **more)

    def armed(moves, **more) = made(moves, **more).tap(&:arm)

    # The moves that are made, without the notes of them.
    def pass(...)
      moves = call(...)
      moves.is_a?(Array) ? moves.grep_v(Proc) : moves
    end

    def call(injector, side, bytes, connection: 1, **more)
      injector.call(Proxy::Chunk.new(connection: connection, side: side, bytes: bytes, **more))
    end
  end
end
