# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Proxy
    class BinaryTest < Minitest::Test
      include ProxyTalk

      FLAGS = [5].pack("N").freeze
      STORE = [5, 100].pack("NN").freeze
      COUNT = [2, 9, 60].pack("Q>Q>N").freeze
      NUMBER = [12].pack("Q>").freeze

      ADD = { key: "a", extras: STORE, value: "xy" }.freeze
      SECRET = { key: "PLAIN", value: "\0me\0secret" }.freeze
      # Opcode, request parts, reply parts => [name, outcome, [key, outcome, flags, ttl, bytes, data]...].
      TABLE = {
        [0x00, { key: "a" }, { extras: FLAGS, value: "xy" }] => ["get", "hit", ["a", "hit", 5, nil, 2, "xy", 0]],
        [0x00, { key: "a" }, { status: 1, value: "Not found" }] => ["get", "miss", %w[a miss]],
        [0x0c, { key: "a" }, { key: "a", extras: FLAGS, value: "xy", cas: 8 }] =>
          ["getk", "hit", ["a", "hit", 5, nil, 2, "xy", 8]],
        [0x1d, { key: "a", extras: [30].pack("N") }, { extras: FLAGS, value: "x" }] =>
          ["gat", "hit", ["a", "hit", 5, 30, 1, "x", 0]],
        [0x1c, { key: "a", extras: [30].pack("N") }, {}] => ["touch", "touched", ["a", "touched", nil, 30]],
        [0x01, ADD, {}] => ["set", "stored", ["a", "stored", 5, 100, 2, "xy"]],
        [0x02, ADD, { status: 2 }] => ["add", "exists", ["a", "exists", 5, 100, 2, "xy"]],
        [0x03, { key: "a", extras: STORE, value: "" }, { status: 1 }] =>
          ["replace", "not_found", ["a", "not_found", 5, 100, 0, ""]],
        [0x0e, { key: "a", value: "xy" }, { status: 5 }] => ["append", "not_stored", ["a", "not_stored", nil, nil, 2, "xy"]],
        [0x01, ADD, { status: 3, value: "Too large." }] => ["set", "error", ["a", "error", 5, 100, 2, "xy"]],
        [0x04, { key: "a" }, {}] => ["delete", "deleted", %w[a deleted]],
        [0x04, { key: "a" }, { status: 1 }] => ["delete", "not_found", %w[a not_found]],
        [0x05, { key: "n", extras: COUNT }, { value: NUMBER }] => ["incr", "counted", ["n", "counted", nil, 60, 8, "12", 0]],
        [0x06, { key: "n", extras: [2, 9, 0xffffffff].pack("Q>Q>N") }, { status: 1 }] => ["decr", "not_found", %w[n not_found]],
        [0x0a, {}, {}] => %w[noop ok], [0x07, {}, {}] => %w[quit ok], [0x08, {}, {}] => %w[flush ok],
        [0x0b, {}, { value: "1.6.18" }] => %w[version ok], [0x1b, { extras: FLAGS }, {}] => %w[verbosity ok],
        [0x20, {}, { value: "PLAIN" }] => %w[sasl_list ok],
        [0x21, SECRET, { status: 0x20, value: "Auth failure." }] => %w[sasl_auth error],
        [0x22, { key: "PLAIN" }, { status: 0x21 }] => %w[sasl_step continue],
        [0x11, { key: "a", extras: STORE, value: "x" }, nil] => ["setq", "stored", ["a", "stored", 5, 100, 1, "x"]],
        [0x09, { key: "a" }, nil] => ["getq", "miss", %w[a miss]],
        [0x14, { key: "a" }, nil] => ["deleteq", "deleted", %w[a deleted]],
        [0x15, { key: "n", extras: COUNT }, nil] => ["incrq", "counted", ["n", "counted", nil, 60]],
        [0x24, { key: "a", extras: FLAGS }, nil] => ["gatkq", "miss", ["a", "miss", nil, 5]],
        [0x19, { key: "a", value: "x" }, nil] => ["appendq", "stored", ["a", "stored", nil, nil, 1, "x"]],
        [0x18, {}, nil] => %w[flushq ok], [0x17, {}, nil] => %w[quitq ok]
      }.freeze

      TABLE.each do |(opcode, question, answer), wanted|
        define_method(:"test_#{wanted.first}_#{wanted[1]}_#{opcode}") do
          exchange, = hear([[opcode, question]], answer ? [[opcode, answer]] : []).exchanges

          assert_equal wanted, [exchange.name, exchange.outcome, *exchange.items.map { |item| listed(item) }]
          assert_equal ["binary", wanted.first.end_with?("q")], [exchange.protocol, exchange.quiet]
        end
      end

      def test_other_arguments_of_a_command_are_kept
        questions = [[0x05, { key: "n", extras: COUNT, opaque: 3 }], [0x01, { key: "a", extras: STORE, cas: 7 }], [0x0b, {}],
                     [0x21, SECRET]]
        answers = [[0x05, { value: NUMBER, opaque: 3 }], [0x01, {}], [0x0b, { value: "1.6" }], [0x21, {}]]
        exchanges = hear(questions, answers).exchanges

        assert_equal [{ "opaque" => 3, "delta" => 2, "initial" => 9 }, { "opaque" => 0, "cas" => 7 },
                      { "opaque" => 0, "version" => "1.6" },
                      { "opaque" => 0, "args" => ["PLAIN"] }], exchanges.map(&:details)
        refute_includes exchanges.inspect, "secret"
      end

      def test_statistics_end_with_an_empty_packet
        traffic = hear([[0x10, { key: "items" }], [0x0a, {}]],
                       [[0x10, { key: "a", value: "1" }], [0x10, { key: "b", value: "2" }], [0x10, {}], [0x0a, {}]])

        assert_equal [["stat", 2], ["noop", nil]], traffic.exchanges.map { |exchange| [exchange.name, exchange.details["stats"]] }
      end

      def test_a_reply_finds_its_quiet_command_by_key_or_opaque
        by_key = hear(%w[a b c d].map { |key| [0x0d, { key: key }] } + [[0x0a, {}]],
                      [[0x0d, { key: "b", extras: FLAGS, value: "x" }],
                       [0x0d, { key: "d", extras: FLAGS, value: "y" }], [0x0a, {}]])
        by_opaque = hear((1..4).map { |number| [0x11, { key: "a", extras: STORE, opaque: number }] } + [[0x0a, {}]],
                         [[0x11, { status: 0x82, opaque: 3 }], [0x0a, {}]])

        assert_equal %w[miss hit miss hit ok], by_key.exchanges.map(&:outcome)
        assert_equal ["stored", "stored", "out of memory", "stored", "ok"],
                     by_opaque.exchanges.map { |exchange| exchange.error || exchange.outcome }
      end

      # An error of a quiet command that was settled before it came is not an answer to the next.
      def test_a_late_reply_is_not_given_to_another_command
        conversation = Conversation.new
        conversation.sent(packet(0x80, 0x11, key: "a", extras: STORE))
        conversation.drain
        conversation.sent(packet(0x80, 0x00, key: "b"))
        conversation.received(packet(0x81, 0x11, status: 0x82) + packet(0x81, 0x00, status: 1))
        traffic = conversation.drain

        assert_equal [["miss"], ["setq with status 130: a reply to nothing"]],
                     [traffic.exchanges.map(&:outcome), traffic.garbled.map(&:what)]
      end

      def test_after_an_invalid_packet_only_bytes_are_counted
        [["get a\r\n".ljust(24), "not the header of a binary packet"],
         [[0x80, 0, 9, 0, 0, 0, 3, 0, 0].pack("CCnCCnNNQ>"), "a packet shorter than its contents"]].each do |text, what|
          conversation = Conversation.new
          conversation.sent(packet(0x80, 0x0a) + text)
          conversation.received(packet(0x81, 0x0a))
          traffic = conversation.drain

          assert_equal [[what, 24, text]], traffic.garbled.map { |one| [one.what, one.at, one.bytes] }
          assert_equal [48, 24, 1], [traffic.bytes_out, traffic.bytes_in, traffic.round_trips]
        end
      end

      def test_an_unknown_command_is_named_by_its_number
        traffic = hear([[0x7a, { value: "abc" }], [0x0a, {}]], [[0x7a, { status: 0x81 }], [0x0a, {}]])

        assert_equal [["opcode-0x7a", "unknown command"], ["noop", nil]], traffic.exchanges.map { |one| [one.name, one.error] }
        assert_equal ["an unknown command"], traffic.garbled.map(&:what)
      end

      private

      def hear(questions, answers)
        conversation = Conversation.new
        questions.each { |opcode, parts| conversation.sent(packet(0x80, opcode, **parts)) }
        answers.each { |opcode, parts| conversation.received(packet(0x81, opcode, **parts)) }
        conversation.drain
      end
    end
  end
end
