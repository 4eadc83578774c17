# frozen_string_literal: true

require "test_helper"

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

    private

    def made(moves = [{ "close" => "end" }]) = Fault::Conduct.new(moves, "mark")

    def pass(conduct, side, bytes, connection: 1)
      conduct.call(Tap::Chunk.new(connection: connection, side: side, bytes: bytes))
    end
  end
end
