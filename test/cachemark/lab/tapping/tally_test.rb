# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Tapping::TallyTest < Minitest::Test
    def test_commands_of_one_name_are_one_entry
      said = of(["set Short 1 60 4\r\n\x04\b[\0\r\nset Short 1 0 4\r\n\x04\b[\0\r\n", "STORED\r\nSTORED\r\n"],
                ["get Short Other\r\n", "VALUE Short 1 4\r\n\x04\b[\0\r\nEND\r\n"])

      assert_equal [["set", "set", "text", 2, [0, 60], [1]], ["get", "get", "text", 1, [], [1]]],
                   said[:commands].map { |one| one.values_at(:name, :does, :protocol, :count, :ttls, :flags) }
      assert_equal [[[4], %w[marshalled]]] * 2, said[:commands].map { |one| one.values_at(:value_bytes, :encodings) }
      assert_equal [[2, 0, 0], [2, 1, 1]], said[:commands].map { |one| one.values_at(:keys, :hits, :misses) }
    end

    def test_the_whole_is_told_beside_them
      said = of(["get Short Other\r\n", "VALUE Short 1 4\r\n\x04\b[\0\r\nEND\r\n"],
                ["add Short 0 0 1\r\nx\r\n", "NOT_STORED\r\n"])

      assert_equal [1, 1, 2, 0], said.values_at(:hits, :misses, :round_trips, :errors)
      assert_equal [%w[Other], { "k1" => 5 }], said.values_at(:strangers, :key_bytes)
      assert_equal 1, said[:commands].last[:refused]
    end

    def test_an_error_and_what_cannot_be_read_are_told
      said = of(["set Short 0 0 1\r\nx\r\n", "SERVER_ERROR out of memory\r\n"])

      assert_equal [1, ["SERVER_ERROR out of memory"]], said.values_at(:errors, :error_texts)
      refute_empty of(["\xff\xfe what\r\n\r\n".b, ""])[:garbled]
    end

    def test_the_keys_of_workers_are_no_strangers
      workers = [{ "k1" => "Shor0" }, { "k1" => "Shor1" }]
      said = of(["get Shor0 Shor1 Short\r\n", "END\r\n"], workers: workers)

      assert_equal [%w[Short], { "k1" => 5 }], said.values_at(:strangers, :key_bytes)
    end

    def test_keys_of_any_bytes_can_be_written_down
      assert_equal ["caf\u00e9", "?"], of(["get caf\xc3\xa9 \xe9\r\n".b, "END\r\n"])[:strangers]
    end

    private

    def of(*turns, **settings)
      conversation = Proxy::Conversation.new
      turns.each do |sent, received|
        conversation.sent(sent.b)
        conversation.received(received.b)
      end
      conversation.finish
      Lab::Tapping::Tally.new(MadeCells.scenario("client/get"), **settings).of(conversation.drain)
    end
  end
end
