# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::WireLook::TallyTest < Minitest::Test
    def test_commands_of_one_name_are_one_entry
      said = of(["set Short 1 60 4\r\n\x04\b[\0\r\nset Short 1 0 4\r\n\x04\b[\0\r\n", "STORED\r\nSTORED\r\n"],
                ["get Short Other\r\n", "VALUE Short 1 4\r\n\x04\b[\0\r\nEND\r\n"])

      assert_equal [["set", "set", "text", 2, [0, 60], [1]], ["get", "get", "text", 1, [], [1]]],
                   said[:commands].map { |one| one.values_at(:name, :does, :protocol, :count, :ttls, :flags) }
      assert_equal [[[4], %w[marshalled]]] * 2, said[:commands].map { |one| one.values_at(:value_bytes, :encodings) }
      assert_equal [[2, 0, 0], [2, 1, 1]], said[:commands].map { |one| one.values_at(:keys, :hits, :misses) }
    end

    def test_reports_the_totals_next_to_the_commands
      said = of(["get Short Other\r\n", "VALUE Short 1 4\r\n\x04\b[\0\r\nEND\r\n"],
                ["add Short 0 0 1\r\nx\r\n", "NOT_STORED\r\n"])

      assert_equal [1, 1, 2, 0], said.values_at(:hits, :misses, :round_trips, :errors)
      assert_equal [%w[Other], { "k1" => 5 }], said.values_at(:strangers, :key_bytes)
      assert_equal 1, said[:commands].last[:refused]
    end

    def test_commands_have_the_round_trips_that_begin_with_them
      said = of(["set Short 0 0 1\r\nx\r\nset Short 0 0 1\r\nx\r\n", "STORED\r\nSTORED\r\n"], ["delete Short\r\n", "DELETED\r\n"],
                ["get Short\r\n", "END\r\n"], ["get Short\r\n", "END\r\n"])

      assert_equal({ "set" => 1, "delete" => 1, "get" => 2 }, said[:commands].to_h { |one| one.values_at(:name, :round_trips) })
    end

    def test_reports_errors_and_unreadable_bytes
      said = of(["set Short 0 0 1\r\nx\r\n", "SERVER_ERROR out of memory\r\n"])

      assert_equal [1, ["SERVER_ERROR out of memory"]], said.values_at(:errors, :error_texts)
      refute_empty of(["\xff\xfe what\r\n\r\n".b, ""])[:garbled]
    end

    def test_the_keys_of_workers_are_no_strangers
      workers = [{ "k1" => "Shor0" }, { "k1" => "Shor1" }]
      said = of(["get Shor0 Shor1 Short\r\n", "END\r\n"], workers: workers)

      assert_equal [%w[Short], { "k1" => 5 }], said.values_at(:strangers, :key_bytes)
    end

    def test_a_key_is_known_behind_any_namespace
      said = of(["get VeryShort ns:VeryShort Ver {:raw=>true}\r\n", "END\r\n"],
                workers: [{ "k1" => "Short", "k2" => "VeryShort" }])

      assert_equal [%w[Ver {:raw=>true}], { "k2" => 12 }], said.values_at(:strangers, :key_bytes)
    end

    def test_the_runs_own_prefix_is_not_the_clients_doing
      assert_equal({ "k1" => 8 }, of(["get abcd001:ns:Short\r\n", "END\r\n"], prefix: "abcd001:")[:key_bytes])
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
      Lab::WireLook::Tally.new(MadeCells.scenario("client/get"), **settings).of(conversation.drain)
    end

    # The operation of a command.
    class Command < Minitest::Test
      def test_each_protocol_has_its_own_names_for_it
        assert_equal %w[get get gat gat], %w[get gets gat gats].map { |name| operation(name) }
        assert_equal %w[get get get get set add delete incr noop], %w[get getq getk getkq setq addq deleteq incrementq noop]
          .map { |name| operation(name.sub("increment", "incr"), "binary") }
        assert_equal %w[gat gat gat gat], %w[gat gatq gatk gatkq].map { |name| operation(name, "binary") }
        assert_equal %w[get delete noop], %w[mg md mn].map { |name| operation(name, "meta") }
      end

      def test_a_meta_store_says_in_its_mode_what_it_does
        assert_equal %w[set set add append prepend replace],
                     [[], %w[MS], %w[T60 ME], %w[MA], %w[MP], %w[MR]].map { |flags| operation("ms", "meta", flags) }
        assert_equal %w[incr incr decr decr], [[], %w[MI], %w[MD], %w[M-]].map { |flags| operation("ma", "meta", flags) }
      end

      def test_a_meta_read_that_sets_a_time_is_a_gat_where_it_wants_the_value_and_else_a_touch
        assert_equal %w[touch gat get], [%w[T60], %w[T60 v], %w[t]].map { |flags| operation("mg", "meta", flags) }
      end

      private

      def operation(name, protocol = "text", flags = [])
        exchange = Proxy::Exchange.new(name: name, protocol: protocol, outcome: "ok", details: { "request" => flags })
        Lab::WireLook::Tally::Command.of(exchange)
      end
    end

    # What servers count for commands.
    class Counters < Minitest::Test
      Counted = Lab::WireLook::Tally::Counted

      def test_counts_as_servers_do
        work = Counted.of([exchange("get", %w[hit miss miss]), exchange("set", %w[stored]), exchange("add", %w[not_stored]),
                           exchange("delete", %w[deleted]), exchange("delete", %w[not_found]), exchange("incr", %w[counted]),
                           exchange("decr", %w[not_found])])

        assert_equal Plan::Work.new(hits: 1, misses: 2, sets: 2, delete_hits: 1, delete_misses: 1, incr_hits: 1, decr_misses: 1),
                     work
      end

      def test_counts_touches_and_stores_of_a_version_as_servers_do
        version = { "cas" => 7 }
        work = Counted.of([exchange("touch", %w[touched]), exchange("touch", %w[not_found]), exchange("cas", %w[stored], version),
                           exchange("set", %w[exists], version), exchange("cas", %w[not_found], version),
                           exchange("mg", %w[hit], { "request" => %w[T60] }, "meta"),
                           exchange("mg", %w[miss], { "request" => %w[T60] }, "meta")])

        assert_equal Plan::Work.new(misses: 1, sets: 3, touch_hits: 2, touch_misses: 1, cas_hits: 1, cas_conflicts: 1,
                                    cas_misses: 1), work
      end

      def test_knows_of_what_it_cannot_tell
        assert_equal %i[delete_hits delete_misses],
                     Counted.unknown([exchange("delete", %w[unknown]), exchange("set", %w[unknown])])
        assert_equal %i[incr_hits incr_misses], Counted.unknown([exchange("incr", %w[counted], "initial" => 1)])
        assert_empty Counted.unknown([exchange("incr", %w[counted])])
      end

      def test_a_debugging_command_and_a_refused_count_move_nothing
        assert_equal Plan::Work.new, Counted.of([exchange("me", %w[hit], {}, "meta"), exchange("incr", %w[error])])
      end

      def test_every_operation_of_a_client_is_a_command_that_moves_the_counters_of_its_entry
        Vocabulary::Operations.of("client").each do |name|
          operation = Vocabulary::Operations[name]
          next if operation.writes? || operation.multi?

          assert_equal counts(operation.found), Counted.of([exchange(name, %w[hit])]), name
          assert_equal counts(operation.absent), Counted.of([exchange(name, %w[not_found])]), name
        end
      end

      private

      def counts(names) = Plan::Work.new(**names.to_h { |name| [name.to_sym, 1] })

      def exchange(name, outcomes, details = {}, protocol = "text")
        items = outcomes.map { |outcome| Proxy::Item.new(key: "k", outcome: outcome) }
        Proxy::Exchange.new(name: name, protocol: protocol, outcome: outcomes.first, items: items, details: details)
      end
    end

    # The counters of a real memcached, and the counts of the proxy.
    class Agreement < Minitest::Test
      include MemcachedServer
      include ProxyTalk

      COUNTERS = Vocabulary::Operations::COUNTERS.values
      SIXTY = [60].pack("N")
      TEXT = ["get k x", "gat 60 k x", "gats 60 k x", "touch k 60", "touch x 60", "incr n 1", "incr k 1", "incr x 1",
              "delete x"].freeze
      META = ["mg k v", "mg x v", "mg k T60 v", "mg x T60 v", "mg k T60", "mg x T60", "mg x T60 q\r\nmn", "ma n", "ma x", "md x",
              "me k", "me x"].freeze
      BINARY = { 0x1d => "gat", 0x1e => "gatq", 0x23 => "gatk", 0x24 => "gatkq", 0x1c => "touch" }.freeze

      def test_they_agree_on_reads_that_set_a_time_in_each_protocol
        talk("set k 0 0 1\r\nv\r\n")
        talk("set n 0 0 1\r\n5\r\n")

        [*TEXT, *META].each { |line| assert_agreement(line, "#{line}\r\n") }
        BINARY.each do |opcode, name|
          %w[k x].each do |key|
            assert_agreement("#{name} #{key}", packet(0x80, opcode, key: key, extras: SIXTY) + packet(0x80, 0x0a))
          end
        end
      end

      private

      def assert_agreement(what, question)
        before = counters
        work = Lab::WireLook::Tally::Counted.of(traffic_of(question, talk(question)).exchanges)

        assert_equal counters - before, work, what
      end

      def counters = Plan::Work.of(memcached.counters(COUNTERS))

      # All that comes within an instant: the counters of a server are read on another connection.
      def talk(question)
        TCPSocket.open(*memcached.address.split(":")) do |socket|
          socket.write(question)
          socket.wait_readable(1)
          sleep 0.01
          socket.read_nonblock(4096)
        end
      end
    end
  end
end
