# frozen_string_literal: true

require "test_helper"
require "minitest/mock"

module Cachemark
  class Stats::FindingsTest < Minitest::Test
    include MadeFindings
    extend MadeFindings

    MIXED = ->(*writes) { [command("get", count: 4, hits: 4), *writes, *counter(3)] }
    COUNTED = ->(misses) { [command("get", count: 4, hits: 4), *set(1), command("add", count: 1), *counter(3, misses: misses)] }
    READS = ->(count) { [command("get", count: count, hits: count)] }
    LOCAL = [11, 4].zip(%w[a b]).map { |count, name| row(name, "store/big-read-multi-localcache", READS[count]) }
    KEYS = ->(by) { { "k1" => 5 + by, "k2" => 96 + by } }
    DOUBLE = row("a", SET, set(6), round_trips: 6)
    OTHERS = %w[b c].map { |name| row(name, SET, set) }
    ALONE = [command("set", count: 100, round_trips: 100), command("delete", count: 100, round_trips: 100)]
    TOGETHER = [command("set", count: 100, round_trips: 1), command("delete", count: 100, round_trips: 1)]
    ONE_BY_ONE = [row("a", "client/delete-multi", ALONE), row("b", "client/delete-multi", TOGETHER, round_trips: 2)]
    SOCKET = row("socket", "client/delete-multi", TOGETHER, round_trips: 2)
    MULTIGET = [%w[a socket], [2, 1]].transpose.map do |name, trips|
      row(name, "client/multiget", [command("get", count: 1, keys: 6, hits: 3, misses: 3)], round_trips: trips)
    end
    FETCHES = lambda do |trips|
      row("a", "store/fetch-multi-misses",
          [command("delete", count: 4, round_trips: 4), command("get", count: 1, keys: 20, hits: 16, misses: 4, round_trips: 1),
           command("set", count: 4, ttls: [600], round_trips: trips)])
    end
    DELETES = ->(misses) { [command("delete", misses: misses), command("get", misses: 3)] }
    MISSING = ->(**more) { row("a", "client/missing", DELETES[3], first: { "commands" => DELETES[0] }, **more) }
    TWELVE = { "definition" => { "steps" => [{ "op" => "set", "ttl" => 12 }] } }.freeze

    # The finding about the first of some rows.
    FOUND = {
      "ttl 604800 where the scenario says none" => [row("a", SET, set(ttls: [604_800]))],
      "ttl 60 where the scenario says 12" => [row("a", SET, set(ttls: [60]), cell: TWELVE)],
      "overwrites existing values: it sends set where the scenario has add" => [row("a", "store/mixed", MIXED[*set(2)])],
      "misses 3 of 3: counter never created" => [row("a", "store/mixed", COUNTED[3])],
      "misses the counter 1 of 3 times" => [row("a", "store/mixed", COUNTED[1])],
      "sends one more key per call (\"{:raw=>true}\")" =>
        [row("a", "store/big-read-multi", [command("get", count: 16, hits: 14, misses: 2)], strangers: ["{:raw=>true}"] * 2)],
      "sends 2 more keys per iteration (\"x\", \"y\")" => [row("a", SET, set, strangers: %w[x y])],
      "its local cache answers 3 of 14 reads: b's answers 10" => LOCAL,
      "its local cache answers 10 of 14 reads: the reference's (socket) answers 12" =>
        [*LOCAL.reverse, hidden("store/big-read-multi-localcache", READS[2])],
      "its local cache answers none of 3 reads" => [row("a", "store/get-localcache", READS[3])],
      "takes locks in its calls, where b takes none" => [row("a", SET, set, locks: 6), row("b", SET, set)],
      "its keys are 19 bytes longer than the scenario's" => [row("a", SET, set, key_bytes: KEYS[19])],
      "its keys are not as long as the scenario's" => [row("a", SET, set, key_bytes: { "k1" => 5, "k2" => 32 })],
      "6 round trips where socket makes 3" => [DOUBLE, row("socket", SET, set)],
      "6 round trips where most make 3" => [DOUBLE, *OTHERS],
      "6 round trips where the reference (socket) makes 3" => [DOUBLE, hidden(SET, set)],
      "6 round trips where b makes 3" => [DOUBLE, hidden(SET, set), *OTHERS],
      "2 round trips where socket makes 1" => MULTIGET,
      "set_multi writes and delete_multi deletes one key after the other" => ONE_BY_ONE,
      "set_multi writes and delete_multi deletes one key after the other: 200 round trips where socket makes 2" =>
        [*ONE_BY_ONE, SOCKET],
      "fetch_multi writes one key after the other" => [FETCHES[4]],
      "sends 60 of its 100 writes" => [row("a", "client/set-multi", [command("set", count: 60)])],
      "sends none of its 3 writes" => [row("a", SET, [])], "sends 2 of its 3 writes" => [row("a", SET, set(2))],
      "reads what earlier rows stored" => [row("a", GET, get, prelude: 0)],
      "its first iteration deletes what earlier rows stored" => [MISSING.call(prelude: 0)],
      "looks up 4 keys per iteration where the scenario has 3" => [row("a", GET, [command("get", count: 4, hits: 4)])],
      "misses 3 of 3 where the scenario misses 0" => [row("a", GET, [command("get", misses: 3)])],
      "timeout=off, where the default is 0.5" => [row("a", SET, set, cell: { "departures" => { "timeout" => ["off", "0.5"] } })],
      "namespace=n, where the default is not to set it" =>
        [row("a", SET, set, cell: { "departures" => { "namespace" => ["n", nil] } })],
      "its 2 servers are one memcached under 2 names (127.0.0.1, localhost)" =>
        [row("a", SET, set, names: %w[127.0.0.1 localhost])],
      # The servers contradict the proxy.
      "the proxy saw nothing" => [row("a", SET, set, reason: "the proxy saw nothing")]
    }.freeze

    # Rows of which the first has no finding: it does what its label says, or there is nothing to compare it with.
    NOTHING = [
      [row("a", SET, set), row("socket", SET, set)], [row("null", SET, []), row("socket", SET, set)],
      [row("a", "store/mixed", MIXED[*set(1), command("add", count: 1)])], [row("a", SET, set, key_bytes: KEYS[0])],
      [row("a", SET, set, locks: 6), row("b", SET, set, locks: 3)], [row("a", SET, set, locks: nil), row("b", SET, set)],
      [DOUBLE, OTHERS.first], ONE_BY_ONE.reverse, [FETCHES[1]], [row("a", "client/set-multi", [command("set", count: 100)])],
      [row("a", "client/set-multi", [command("set", count: 100, round_trips: 1)], round_trips: 1)],
      [row("a", GET, get, prelude: 3)], [MISSING.call(prelude: 3)], [row("a", SET, set, prelude: 0)],
      [row("a", "store/get", [command("get", hits: 3), *set(1)])]
    ].freeze

    def test_what_a_row_does_otherwise
      FOUND.each { |text, rows| assert_equal [text], texts(*rows) }
      assert_equal [true], findings(*LOCAL).map(&:minor)
    end

    def test_what_is_no_finding
      NOTHING.each { |rows| assert_empty texts(*rows), rows.first }
      cell = row("a", SET, set).first

      assert_empty Stats::Findings.new(evidence([cell])).of(cell), "an unobserved row"
    end

    # Keys on several servers are no measure of round trips.
    def test_round_trips_on_several_servers
      assert_equal ["set_multi writes and delete_multi deletes one key after the other"], texts(*ONE_BY_ONE, SOCKET, servers: 3)
      assert_empty texts(*MULTIGET, servers: 2)
    end

    def test_a_read_may_be_counted_by_other_counters_than_a_get
      gat = Vocabulary::Operations["get"].with(looks_up: %w[touch_hits touch_misses])
      meant, other = [3, 2].map do |misses|
        row("a", GET, [command("get", misses: 3)], expected: { "misses" => 0, "touch_misses" => misses })
      end

      Vocabulary::Operations.stub(:[], gat) do
        assert_empty texts(meant)
        assert_equal ["misses 3 of 3 where the scenario misses 2"], texts(other)
      end
    end

    def test_with_one_rival_reports_only_the_differences_from_it
      double = row("a", SET, set(6, encodings: ["plain"]), round_trips: 6)
      rows = [double, row("b", SET, set(encodings: ["marshalled"])), row("c", SET, set(1), round_trips: 1)]

      assert_equal ["stores strings as they are, where b serialises them: ", "6 round trips where b makes 3"],
                   compared_with(rows, 0, 1).map { |text| text.sub(/(?<=: ).*/, "") }
      assert_empty compared_with(rows, 1, 0)
      assert_empty compared_with([double, rows[1].first(2)], 0, 1)
    end
  end

  class Stats::FindingsConnectionsTest < Minitest::Test
    include MadeFindings

    def test_workers_that_have_fewer_connections_than_they_are
      assert_equal ["its 8 workers use one connection"], of("gevent-8,shared", 1)
      assert_equal ["its 4 workers use 2 connections"], of("threads-4", 2)
    end

    def test_accepts_one_connection_for_each_worker_and_unknown_counts
      [["threads-4", 4], ["threads-4", 8], ["threads-4", nil], ["threads-4", 0], ["sync", 1]].each do |mode, used|
        assert_empty of(mode, used), mode
      end
    end

    private

    def of(mode, used) = texts(row("a", SET, set, used: used, cell: { "mode" => mode }))
  end

  class Stats::FindingsProtocolsTest < Minitest::Test
    include MadeFindings

    PAIRS = "client/get-pairs"

    def test_reports_both_rows_with_different_protocols_over_pairs
      rows = [get("a", "binary"), get("b", "text")]

      assert_equal ["speaks binary, where b speaks text"], texts(*rows)
      assert_equal ["speaks text, where a speaks binary"], texts(*rows.reverse)
    end

    def test_the_reference_says_what_is_usual
      assert_equal ["speaks meta, where the reference (socket) speaks text"],
                   texts(get("a", "meta"), get("socket", "text", cell: { "shown" => false }), get("b", "binary"))
      assert_empty texts(get("a", "text"), get("socket", "text"), get("b", "binary"))
      assert_empty texts(get("socket", "text"), get("a", "binary"))
    end

    def test_compares_a_shared_client_with_separate_ones
      rows = [["a", "binary", "gevent-2,shared"], %w[b text gevent-2], %w[c text gevent-4]].map do |name, protocol, mode|
        get(name, protocol, cell: { "mode" => mode })
      end

      assert_equal ["speaks binary, where b speaks text"], texts(*rows)
      assert_empty texts(*rows.rotate(2))
    end

    def test_elsewhere_it_is_worth_a_line_in_the_table_of_work_only
      rows = %w[binary text].each_with_index.map { |protocol, at| row("c#{at}", SET, set(protocol: protocol)) }

      assert_equal [["speaks binary, where c1 speaks text", true]], findings(*rows).map { |one| [Report::Sentences.of(one), one.minor] }
      refute findings(get("a", "binary"), get("b", "text")).first.minor
    end

    private

    def get(name, protocol, **more)
      row(name, PAIRS, [command("get", count: 4, hits: 4, protocol: protocol)], pairs: 4, **more)
    end
  end

  class Stats::FindingsExceptionsTest < Minitest::Test
    include MadeFindings

    # P5
    def test_exceptions_that_nobody_sees
      assert_equal ["raises and rescues exceptions 6 times per iteration (Miss)"],
                   texts(row("a", SET, set, exceptions: { "Miss" => 6 }))
      assert_equal ["raises and rescues an exception per iteration (Miss)"],
                   texts(row("a", SET, set, exceptions: { "Miss" => 1 }))
    end

    def test_attributes_exceptions_to_their_cause
      missing = [command("delete", misses: 3), command("get", misses: 3)]
      found = ->(commands, raised) { texts(row("a", "client/missing", commands, exceptions: raised)).grep(/raises/) }

      assert_equal ["raises and rescues exceptions 2 times per miss (Miss): 12 per iteration"], found[missing, { "Miss" => 12 }]
      assert_equal ["raises and rescues an exception per hit (Type): 3 per iteration"], found[get, { "Type" => 3 }]
      assert_equal ["raises and rescues an exception per refused write (No): 2 per iteration"],
                   found[[command("add", refused: 2)], { "No" => 2 }]
    end

    def test_only_counts_exceptions_with_several_possible_causes
      both = [command("get", hits: 2), command("delete", misses: 2)]
      found = ->(raised) { texts(row("a", "client/missing", both, exceptions: raised)).grep(/raises/) }

      assert_equal ["raises and rescues exceptions 4 times per iteration (E)"], found[{ "E" => 4 }]
      assert_equal ["raises and rescues exceptions 2 times per iteration (E, F)"], found[{ "E" => 1, "F" => 1 }]
      assert_equal ["raises and rescues exceptions 14 times per iteration (E)"], found[{ "E" => 14 }]
    end
  end
end
