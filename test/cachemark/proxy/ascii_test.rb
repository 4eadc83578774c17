# frozen_string_literal: true

require "test_helper"

module Cachemark
  module Proxy
    class AsciiTest < Minitest::Test
      include ProxyTalk

      # The bytes of both sides => the exchange: [name, outcome, [key, outcome, flags, ttl, bytes, data, cas]...].
      CLASSIC = {
        ["set a 5 100 3\r\nabc\r\n", "STORED\r\n"] => ["set", "stored", ["a", "stored", 5, 100, 3, "abc"]],
        ["cas a 5 100 0 77\r\n\r\n", "EXISTS\r\n"] => ["cas", "exists", ["a", "exists", 5, 100, 0, ""]],
        ["append a 0 0 2\r\n\r\n\r\n", "NOT_STORED\r\n"] => ["append", "not_stored", ["a", "not_stored", 0, 0, 2, "\r\n"]],
        ["get a b a\r\n", "VALUE a 1 2\r\nxy\r\nVALUE a 1 2\r\nxy\r\nEND\r\n"] =>
          ["get", "hit", ["a", "hit", 1, nil, 2, "xy"], %w[b miss], ["a", "hit", 1, nil, 2, "xy"]],
        ["gets a\n", "VALUE a 0 1 99\r\nx\r\nEND\r\n"] => ["gets", "hit", ["a", "hit", 0, nil, 1, "x", 99]],
        ["gat 30 a b\r\n", "VALUE b 0 1\r\nx\r\nEND\r\n"] => ["gat", "miss", ["a", "miss", nil, 30], ["b", "hit", 0, 30, 1, "x"]],
        ["gats  30  a\r\n", "END\r\n"] => ["gats", "miss", ["a", "miss", nil, 30]],
        ["incr n 5\r\n", "12 \r\n"] => ["incr", "counted", ["n", "counted", nil, nil, 2, "12"]],
        ["decr n 5\r\n", "NOT_FOUND\r\n"] => ["decr", "not_found", %w[n not_found]],
        ["delete a 0\r\n", "DELETED\r\n"] => ["delete", "deleted", %w[a deleted]],
        ["touch a 9\r\n", "TOUCHED\r\n"] => ["touch", "touched", ["a", "touched", nil, 9]],
        ["flush_all 10\r\n", "OK\r\n"] => %w[flush_all ok],
        ["stats items\r\n", "STAT a 1\r\nSTAT b 2\r\nEND\r\n"] => %w[stats ok],
        ["stats reset\r\n", "RESET\r\n"] => %w[stats ok],
        ["version\r\n", "VERSION 1.6.18\r\n"] => %w[version ok],
        ["verbosity 1\r\n", "OK\r\n"] => %w[verbosity ok],
        ["get a\r\n", "SERVER_ERROR out of memory\r\n"] => ["get", "error", %w[a error]],
        ["quit\r\n", ""] => %w[quit ok],
        ["delete a noreply\r\n", ""] => ["delete", "unknown", %w[a unknown]],
        ["flush_all noreply\r\n", ""] => %w[flush_all unknown]
      }.freeze

      META = {
        ["mg a v f c\r\n", "VA 2 f5 c9\r\nxy\r\n"] => ["mg", "hit", ["a", "hit", 5, nil, 2, "xy", 9]],
        ["mg a s T30\r\n", "HD s7\r\n"] => ["mg", "hit", ["a", "hit", nil, 30, 7]],
        ["mg a v\r\n", "EN\r\n"] => ["mg", "miss", %w[a miss]],
        ["mg AGE= b v k\r\n", "VA 1 kAGE= b\r\nx\r\n"] => ["mg", "hit", ["\0a", "hit", nil, nil, 1, "x"]],
        ["ms a 2 T10 F3\r\n\r\n\r\n", "HD\r\n"] => ["ms", "stored", ["a", "stored", 3, 10, 2, "\r\n"]],
        ["ms a 0 C5\r\n\r\n", "EX\r\n"] => ["ms", "exists", ["a", "exists", 0, 0, 0, ""]],
        ["ms a 1 ME\r\nx\r\n", "NS\r\n"] => ["ms", "not_stored", ["a", "not_stored", 0, 0, 1, "x"]],
        ["md a\r\n", "NF\r\n"] => ["md", "not_found", %w[a not_found]],
        ["ma n D5 J1 N60 v\r\n", "VA 2\r\n12\r\n"] => ["ma", "counted", ["n", "counted", nil, 60, 2, "12"]],
        ["ma n\r\n", "HD\r\n"] => ["ma", "counted", %w[n counted]],
        ["me a\r\n", "ME a exp=-1 la=0\r\n"] => ["me", "hit", %w[a hit]],
        ["mn\r\n", "MN\r\n"] => %w[mn ok],
        ["ms a 1 q\r\nx\r\n", ""] => ["ms", "stored", ["a", "stored", 0, 0, 1, "x"]],
        ["ms a 1 q\r\nx\r\n", "SERVER_ERROR out of memory\r\n"] => ["ms", "error", ["a", "error", 0, 0, 1, "x"]],
        ["md a q\r\n", ""] => ["md", "deleted", %w[a deleted]]
      }.freeze

      { "text" => CLASSIC, "meta" => META }.each do |protocol, table|
        table.each do |(question, answer), wanted|
          define_method(:"test_#{protocol}_#{question.inspect}_#{answer.inspect}") do
            exchange, = hear(question, answer)

            assert_equal wanted, [exchange.name, exchange.outcome, *exchange.items.map { |item| listed(item) }]
            assert_equal protocol, exchange.protocol
          end
        end
      end

      def test_other_arguments_of_a_command_are_kept
        exchanges = hear("cas a 5 100 0 77\r\n\r\nincr n 5\r\nstats items\r\nversion\r\n" \
                         "mg a q O7 k\r\nma n D2 J9 N0\r\nms a 1 MA\r\nx\r\n",
                         "STORED\r\n5\r\nSTAT a 1\r\nEND\r\nVERSION 1.6\r\nHD O7 ka\r\nHD\r\nHD\r\n")

        assert_equal [{ "cas" => 77 }, { "delta" => 5 }, { "args" => ["items"], "stats" => 1 }, { "version" => "1.6" },
                      { "request" => %w[q O7 k], "opaque" => "7", "reply" => %w[O7 ka] },
                      { "request" => %w[D2 J9 N0], "delta" => 2, "initial" => 9, "reply" => [] },
                      { "request" => ["MA"], "mode" => "A", "reply" => [] }], exchanges.map(&:details)
      end

      # By opaque, by key, or in order if a reply has neither.
      def test_a_reply_finds_its_quiet_command
        [[->(number) { "O#{number}" }] * 2, [->(_) { "k" }, ->(number) { "kkey#{number}" }]].each do |flag, tag|
          questions = (1..4).map { |number| "mg key#{number} v q #{flag.call(number)}\r\n" }
          exchanges = hear("#{questions.join}mn\r\n", "VA 1 #{tag.call(2)}\r\nx\r\nVA 1 #{tag.call(4)}\r\ny\r\nMN\r\n")

          assert_equal [%w[miss hit miss hit ok], ["x", "y"]],
                       [exchanges.map(&:outcome), exchanges.flat_map(&:values).map(&:data)]
        end
        assert_equal %w[hit miss ok], hear("mg a q v\r\nmg b q v\r\nmn\r\n", "VA 1\r\nx\r\nMN\r\n").map(&:outcome)
      end

      def test_a_failed_quiet_store_is_distinguished_from_successful_ones
        exchanges = hear("ms a 1 q O1\r\nx\r\nms b 1 q O2\r\nx\r\nmd c q O3\r\nmn\r\n", "NS O2\r\nNF O3\r\nMN\r\n")

        assert_equal %w[stored not_stored not_found ok], exchanges.map(&:outcome)
      end

      def test_the_reply_after_a_quiet_command_belongs_to_the_next_command
        { "mg a q v\r\nmg b v\r\n" => "EN\r\n", "ms a 1 q\r\nx\r\nms b 1\r\ny\r\n" => "HD\r\n",
          "md a q\r\nmd b\r\n" => "HD\r\n" }.each do |question, answer|
          assert_equal [0, 4], hear(question, answer).map(&:bytes_in), question
        end
      end

      def test_a_returned_value_longer_than_declared_is_noted
        traffic = traffic_of("get a\r\n", "VALUE a 0 1\r\nxyz\r\nEND\r\n")

        assert_equal ["server", 14, "a value longer than declared"], traffic.garbled.first.to_a.first(3)
      end

      def test_a_connection_may_mix_text_and_meta
        exchanges = hear("get a\r\nmg b v\r\nset c 0 0 1 noreply\r\nx\r\nget d\r\n", "END\r\nEN\r\nEND\r\n")

        assert_equal [%w[get text miss], %w[mg meta miss], %w[set text unknown], %w[get text miss]],
                     exchanges.map { |exchange| [exchange.name, exchange.protocol, exchange.outcome] }
      end

      def test_an_error_belongs_to_the_command_that_must_be_answered
        assert_equal %w[unknown error], hear("delete a noreply\r\nget b\r\n", "SERVER_ERROR x\r\n").map(&:outcome)
        assert_equal %w[error], hear("delete a noreply\r\n", "SERVER_ERROR x\r\n").map(&:outcome)
      end

      # memcached reads what follows a store line that it refuses as commands.
      def test_a_store_that_memcached_rejects_has_no_value
        long = "k" * 251
        ["set a 0 0 -1", "set a 0 0", "set #{long} 0 0 2", "set a 0 0 3000000000", "ms a S2", "ms #{long} 2"].each do |line|
          exchanges = hear("#{line}\r\nversion\r\n", "CLIENT_ERROR bad command line format\r\nVERSION 1.6.18\r\n")

          assert_equal [%w[error ok], [line[/\w+/], "version"]], [exchanges.map(&:outcome), exchanges.map(&:name)]
        end
      end

      def test_a_sent_value_longer_than_declared_is_noted
        traffic = traffic_of("set a 0 0 2\r\nabcdef\r\n", "CLIENT_ERROR bad data chunk\r\nERROR\r\n")

        assert_equal [%w[set error], %w[ef error]], traffic.exchanges.map { |exchange| [exchange.name, exchange.outcome] }
        assert_equal ["a value of set longer than declared", "an unknown command"], traffic.garbled.map(&:what)
      end

      private

      def hear(question, answer) = traffic_of(question, answer).exchanges
    end
  end
end
