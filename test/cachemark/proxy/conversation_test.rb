# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Proxy
    class ConversationTest < Minitest::Test
      include ProxyTalk

      # What a capture holds is what the proxy says of it, however the bytes are cut.
      Captures.all.each do |capture|
        define_method(:"test_hears_#{capture.name}_as_it_came") { assert_heard(capture) { |bytes| [bytes] } }

        define_method(:"test_hears_#{capture.name}_byte_by_byte") { assert_heard(capture, &:chars) }

        define_method(:"test_hears_#{capture.name}_in_random_pieces") do
          5.times do |seed|
            chance = Random.new(seed)
            assert_heard(capture) { |bytes| pieces(bytes, chance) }
          end
        end

        define_method(:"test_agrees_with_the_server_about_#{capture.name}") { assert_counted(capture) }
      end

      def test_every_client_of_the_captures_is_there
        assert_equal 12, Captures.all.size
      end

      def test_a_multi_get_is_one_exchange
        exchange = Captures.named("memcached-1.8.0-text").exchanges[9]

        assert_equal ["get", %w[odd bytes absent long nowhere], %w[hit hit miss hit miss]],
                     [exchange["name"], *exchange["items"].map { |item| item.first(2) }.transpose]
      end

      def test_bytes_are_counted_by_command_and_in_all
        conversation = Conversation.new
        converse(conversation, "get a\r\nversion\r\n", "END\r\nVERSION 1.6.18\r\n")
        traffic = conversation.drain

        assert_equal [[7, 5], [9, 16]], traffic.exchanges.map { |exchange| [exchange.bytes_out, exchange.bytes_in] }
        assert_equal [16, 21, 1], [traffic.bytes_out, traffic.bytes_in, traffic.connections]
        assert_equal Traffic.none, conversation.drain
      end

      def test_counts_what_must_be_answered_whether_or_not_it_was
        conversation = Conversation.new
        converse(conversation, "get a\r\nset b 0 0 1 noreply\r\nx\r\n", "END\r\n")
        conversation.sent("get b\r\nset c 0 0 5\r\n")
        assert_equal 3, conversation.questions
        conversation.drain

        assert_equal 0, conversation.questions
      end

      def test_garbage_of_either_side_is_noted_and_never_raised
        chance = Random.new(4)
        200.times do |round|
          conversation = Conversation.new
          conversation.sent(["get a\r\n", "\x80".b, ""][round % 3])
          10.times { conversation.public_send(%i[sent received].sample(random: chance), chance.bytes(chance.rand(1..300))) }
          conversation.finish

          refute_empty conversation.drain.garbled, "round #{round}"
        end
      end

      def test_captures_with_spoilt_bytes_never_raise
        chance = Random.new(5)
        Captures.all.each do |capture|
          20.times { hear(capture) { |bytes| pieces(spoil(bytes, chance), chance) } }
        end
      end

      def test_every_truncation_of_a_capture_ends_in_peace
        capture = Captures.named("memcached-1.8.0-binary")
        chunks = capture.chunks.first(20)
        chunks.each_index do |last|
          cut = chunks[last][2].bytesize / 2
          conversation = Conversation.new
          chunks.first(last).each { |chunk| say(conversation, chunk[1], chunk[2]) }
          say(conversation, chunks[last][1], chunks[last][2][0, cut])
          conversation.finish

          assert_empty conversation.drain.garbled
        end
      end

      def test_what_is_garbled_says_where_and_what_it_was
        conversation = Conversation.new
        converse(conversation, "get a\r\nfrobnicate a\r\nget b\r\n", "END\r\nERROR\r\nEND\r\nSTORED\r\n")
        traffic = conversation.drain

        client = ["client", 7, "an unknown command", "frobnicate a\r\n"]
        server = ["server", 17, "\"STORED\": a reply to nothing", "\"STORED\""]

        assert_equal [client, server], traffic.garbled.map(&:to_a)
        assert_equal %w[miss error miss], traffic.exchanges.map(&:outcome)
      end

      def test_of_much_garbage_little_is_kept
        conversation = Conversation.new
        conversation.sent("x\r\n" * 1000)

        assert_equal 20, conversation.drain.garbled.size
      end

      private

      def assert_heard(capture, &cut)
        traffic = hear(capture, &cut)

        assert_equal capture.exchanges, JSON.parse(JSON.generate(traffic.exchanges.map { |told| Captures.tell(told) }))
        assert_equal capture.round_trips, traffic.round_trips
        assert_equal [said(capture, "client"), said(capture, "server")], [traffic.bytes_out, traffic.bytes_in]
        assert_equal traffic.bytes_out, traffic.exchanges.sum(&:bytes_out)
        assert_equal traffic.bytes_in, traffic.exchanges.sum(&:bytes_in)
        assert_empty traffic.garbled
      end

      # memcached counts a read that changes the time as a touch.
      def assert_counted(capture)
        traffic = hear(capture) { |bytes| [bytes] }
        items = traffic.exchanges.flat_map(&:items)
        touches, reads = items.select { |item| %w[hit miss touched].include?(item.outcome) }.partition(&:ttl)
        loud = traffic.exchanges.reject { |exchange| exchange.outcome == "unknown" }.flat_map(&:items).map(&:outcome)

        assert_equal capture.counters.values_at("get_hits", "get_misses"),
                     %w[hit miss].map { |word| reads.map(&:outcome).count(word) }
        assert_equal capture.counters["cmd_set"], traffic.exchanges.count { |exchange| stores?(exchange) }
        assert_equal capture.counters["cmd_touch"], touches.size
        return if traffic.exchanges.any? { |exchange| exchange.outcome == "unknown" }

        assert_equal capture.counters["delete_hits"], loud.count("deleted")
        assert_equal capture.counters.values_at("delete_misses", "incr_misses", "decr_misses").sum, not_found(traffic)
      end

      def not_found(traffic)
        traffic.exchanges.count { |exchange| !stores?(exchange) && exchange.outcome == "not_found" }
      end

      def stores?(exchange) = exchange.name.match?(/\A(set|add|replace|append|prepend|cas|ms)/)

      def hear(capture)
        conversation = Conversation.new
        capture.chunks.each { |_, side, bytes| yield(bytes).each { |piece| say(conversation, side, piece) } }
        conversation.finish
        conversation.drain
      end

      def say(conversation, side, bytes) = side == "client" ? conversation.sent(bytes) : conversation.received(bytes)

      def said(capture, side) = capture.chunks.sum { |chunk| chunk[1] == side ? chunk[2].bytesize : 0 }

      def pieces(bytes, chance)
        found = []
        rest = bytes.dup
        found << rest.slice!(0, chance.rand(1..40)) until rest.empty?
        found
      end

      def spoil(bytes, chance)
        bytes.dup.tap { |copy| 3.times { copy.setbyte(chance.rand(copy.bytesize), chance.rand(256)) } }
      end
    end
  end
end
