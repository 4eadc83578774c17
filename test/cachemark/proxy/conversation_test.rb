# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Proxy
    class ConversationTest < Minitest::Test
      include ProxyTalk

      # The proxy finds what a capture holds, however the bytes are cut.
      Captures.all.each do |capture|
        define_method(:"test_reads_#{capture.name}_as_it_came") { assert_read(capture) { |bytes| [bytes] } }

        define_method(:"test_reads_#{capture.name}_byte_by_byte") { assert_read(capture, &:chars) }

        define_method(:"test_reads_#{capture.name}_in_random_pieces") do
          5.times do |seed|
            chance = Random.new(seed)
            assert_read(capture) { |bytes| pieces(bytes, chance) }
          end
        end

        define_method(:"test_agrees_with_the_server_about_#{capture.name}") { assert_counted(capture) }
      end

      def test_all_captures_are_present
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

      def test_commands_that_must_be_answered_are_counted
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
          assert_includes [true, false], conversation.whole?
          conversation.finish

          refute_empty conversation.drain.garbled, "round #{round}"
        end
      end

      # A set in the binary protocol with a body length that is 4 bytes short.
      def test_after_a_wrong_length_nothing_waits_for_replies
        conversation = Conversation.new
        conversation.sent([0x80, 1, 1, 8, 0, 0, 8 + 1 + 4, 0, 0, 0, 0].pack("CCnCCnNNQ>NN") << "k" << ("x" * 28))

        assert_equal [true, 0], [conversation.whole?, conversation.owed]
        traffic = conversation.drain
        assert_equal [1, ["client"]], [traffic.unanswered, traffic.garbled.map(&:side)]
      end

      def test_captures_with_corrupted_bytes_never_raise
        chance = Random.new(5)
        Captures.all.each do |capture|
          20.times { hear(capture) { |bytes| pieces(spoil(bytes, chance), chance) } }
        end
      end

      def test_every_truncation_of_a_capture_can_be_finished
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

      def test_a_garbled_piece_has_its_place_and_bytes
        conversation = Conversation.new
        converse(conversation, "get a\r\nfrobnicate a\r\nget b\r\n", "END\r\nERROR\r\nEND\r\nSTORED\r\n")
        traffic = conversation.drain

        client = ["client", 7, "an unknown command", "frobnicate a\r\n"]
        server = ["server", 17, "\"STORED\": a reply to nothing", "\"STORED\""]

        assert_equal [client, server], traffic.garbled.map(&:to_a)
        assert_equal %w[miss error miss], traffic.exchanges.map(&:outcome)
      end

      def test_little_of_much_garbage_is_kept
        conversation = Conversation.new
        conversation.sent("x\r\n" * 1000)

        assert_equal 20, conversation.drain.garbled.size
      end

      private

      def assert_read(capture, &cut)
        traffic = hear(capture, &cut)

        exchanges = traffic.exchanges.map { |exchange| Captures.describe(exchange) }
        assert_equal capture.exchanges, JSON.parse(JSON.generate(exchanges))
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

    class WaitingTest < Minitest::Test
      include ProxyTalk

      def test_quiet_commands_are_settled_by_a_later_reply_a_drain_or_the_end
        later = quietly { |conversation| converse(conversation, "mn\r\n", "MN\r\n") }
        ended = quietly(&:finish)

        assert_equal [%w[unknown miss ok], %w[unknown miss], %w[unknown miss]], [later, quietly { nil }, ended]
      end

      def test_a_quiet_command_behind_an_unanswered_one_stays_open
        conversation = Conversation.new
        conversation.sent("get a\r\nmg b q v\r\n")
        traffic = conversation.drain

        assert_equal [[], 1, 1], [traffic.exchanges, traffic.unanswered, conversation.owed]
        conversation.received("END\r\n")

        assert_equal %w[get mg], conversation.drain.exchanges.map(&:name)
      end

      def test_unanswered_commands_are_reported_at_the_end
        conversation = Conversation.new
        conversation.sent("get a\r\nset b 3 4 10\r\nhalf")
        conversation.finish

        assert_equal [%w[get unanswered], %w[set unanswered]],
                     conversation.drain.exchanges.map { |exchange| [exchange.name, exchange.outcome] }
      end

      def test_a_reply_before_the_value_is_complete_settles_the_whole_command
        conversation = Conversation.new
        conversation.sent("set a 0 0 8\r\nhalf")
        conversation.received("SERVER_ERROR object too large for cache\r\n")
        conversation.sent("half\r\nget b\r\n")
        conversation.received("END\r\n")
        stored, read = conversation.drain.exchanges

        assert_equal ["error", "SERVER_ERROR object too large for cache", "halfhalf", 23],
                     [stored.outcome, stored.error, stored.items.first.data, stored.bytes_out]
        assert_equal "miss", read.outcome
      end

      def test_an_unfitting_reply_is_an_error_of_its_command
        conversation = Conversation.new
        converse(conversation, "get a\r\nget b\r\n", "STORED\r\nEND\r\n")
        traffic = conversation.drain

        assert_equal [["error", "answered by \"STORED\""], ["miss", nil]],
                     traffic.exchanges.map { |exchange| [exchange.outcome, exchange.error] }
        assert_equal ["get answered by \"STORED\""], traffic.garbled.map(&:what)
      end

      private

      def quietly
        conversation = Conversation.new
        conversation.sent("set a 0 0 1 noreply\r\nx\r\nmg b q v\r\n")
        yield conversation
        conversation.drain.exchanges.map(&:outcome)
      end
    end

    class RoundsTest < Minitest::Test
      include ProxyTalk

      def test_a_quiet_multi_get_is_one_round_trip_wherever_the_replies_fall
        conversation = Conversation.new
        conversation.sent(packet(0x80, 0x0d, key: "a"))
        conversation.received(packet(0x81, 0x0d, key: "a", extras: "\0\0\0\1", value: "x"))
        conversation.sent(packet(0x80, 0x0d, key: "b"))
        conversation.sent(packet(0x80, 0x0a))
        conversation.received(packet(0x81, 0x0a))
        traffic = conversation.drain

        assert_equal [1, %w[getkq getkq noop], %w[hit miss ok]],
                     [traffic.round_trips, traffic.exchanges.map(&:name), traffic.exchanges.map(&:outcome)]
      end

      def test_a_round_trip_is_a_write_and_its_reply
        conversation = Conversation.new
        3.times { converse(conversation, "get a\r\n", "END\r\n") }
        converse(conversation, "get a\r\nget b\r\n", "END\r\n", "END\r\n")

        assert_equal 4, conversation.drain.round_trips
        assert_equal 0, conversation.drain.round_trips
      end

      def test_the_first_command_of_a_round_trip_leads_it
        conversation = Conversation.new
        converse(conversation, "get a\r\nget b\r\n", "END\r\n", "END\r\n")
        converse(conversation, "get c\r\n", "END\r\n")
        conversation.sent("set a 0 0 1 noreply\r\nx\r\n")

        assert_equal [true, false, true, false], conversation.drain.exchanges.map(&:leads)
      end

      def test_a_pipeline_with_interleaved_replies_is_one_round_trip
        conversation = Conversation.new
        conversation.sent("get a\r\nget b\r\n")
        conversation.received("END\r\n")
        conversation.sent("get c\r\n")
        conversation.received("END\r\nEND\r\n")

        assert_equal 1, conversation.drain.round_trips
      end

      def test_a_quiet_command_is_part_of_the_next_round_trip
        conversation = Conversation.new
        conversation.sent("set a 0 0 1 noreply\r\nx\r\n")
        converse(conversation, "get a\r\n", "VALUE a 0 1\r\nx\r\nEND\r\n")

        assert_equal 1, conversation.drain.round_trips
      end
    end

    class PayloadTest < Minitest::Test
      include ProxyTalk

      def test_a_declared_length_alone_takes_no_memory
        texts = ["set a 0 0 2147483000\r\n", "VALUE a 0 2147483000\r\n",
                 [0x80, 1, 1, 8, 0, 0, 2_147_483_000, 0, 0].pack("CCnCCnNNQ>")]
        before = largest_string
        conversations = texts.map do |text|
          Conversation.new.tap { |it| text.start_with?("VALUE") ? converse(it, "get a\r\n", text) : it.sent(text) }
        end
        conversations.each { |conversation| conversation.sent("x" * 100) }

        assert_operator largest_string - before, :<, 1 << 20
      end

      def test_only_the_beginning_of_a_long_value_is_kept
        conversation = Conversation.new
        converse(conversation, "set a 0 0 3000000\r\n#{"x" * 3_000_000}\r\n", "STORED\r\n")
        item = conversation.drain.exchanges.first.items.first

        assert_equal [3_000_000, 1 << 20, "stored"], [item.bytes, item.data.bytesize, item.outcome]
      end
    end

    class IntakeTest < Minitest::Test
      include ProxyTalk

      def test_an_endless_line_is_given_up
        conversation = Conversation.new
        before = largest_string
        6.times { conversation.sent("x" * (1 << 20)) }
        traffic = conversation.drain

        assert_equal [6 << 20, "client", 0], [traffic.bytes_out, traffic.garbled.first.side, traffic.garbled.first.at]
        assert_match(/a line of more than/, traffic.garbled.first.what)
        assert_operator largest_string - before, :<, 16 << 20
      end
    end

    class ExchangeTest < Minitest::Test
      def setup
        items = [Item.new(key: "a", outcome: "hit", bytes: 1, data: "x"), Item.new(key: "b", outcome: "miss")]
        @exchange = Exchange.new(name: "get", protocol: "text", outcome: "hit", items: items)
      end

      def test_an_exchange_has_an_outcome_per_key
        assert_equal [%w[a b], %w[hit miss], 1, 1], [@exchange.keys, @exchange.outcomes, @exchange.hits, @exchange.misses]
      end

      def test_an_exchange_knows_which_items_carry_values
        assert_equal ["a"], @exchange.values.map(&:key)
      end

      def test_a_refused_command_is_an_error
        refute_predicate @exchange, :error?
        assert_predicate @exchange.with(error: "ERROR"), :error?
      end
    end

    class TrafficTest < Minitest::Test
      def test_traffic_adds_up_in_every_figure
        one = Traffic.new(exchanges: [:a], round_trips: 1, bytes_out: 2, bytes_in: 3, connections: 1, unanswered: 1,
                          garbled: [:x], packets: 5)
        other = Traffic.new(exchanges: [:b], round_trips: 10, bytes_out: 20, bytes_in: 30, connections: 1, packets: 7)
        sum = one + other

        assert_equal [%i[a b], 11, 22, 33, 2, 1, [:x], 12], sum.to_a
        assert_nil (one + Traffic.new(packets: nil)).packets
        assert_predicate sum.exchanges, :frozen?
        assert_equal one, Traffic.none + one
      end
    end
  end
end
