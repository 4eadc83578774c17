# frozen_string_literal: true

require "test_helper"
require "minitest/mock"

module Cachemark
  class Stats::FindingsTest < Minitest::Test
    include MadeFindings

    def test_a_row_that_does_what_its_label_says_has_no_finding
      assert_empty texts(row("a", SET, set), row("socket", SET, set))
    end

    def test_harness_overhead_has_no_findings
      assert_empty texts(row("null", SET, []), row("socket", SET, set))
    end

    def test_an_unobserved_row_has_no_findings
      cell = row("a", SET, set).first

      assert_empty Stats::Findings.new(evidence([cell])).of(cell)
    end

    # P6
    def test_a_ttl_that_nobody_asked_for
      twelve = { "steps" => [{ "op" => "set", "ttl" => 12 }] }

      assert_equal ["ttl 604800 where the scenario says none"], texts(row("a", SET, set(ttls: [604_800])))
      assert_equal ["ttl 60 where the scenario says 12"],
                   texts(row("a", SET, set(ttls: [60]), cell: { "definition" => twelve }))
    end

    # P7
    def test_a_condition_that_is_lost
      mixed = ->(*writes) { [command("get", count: 4, hits: 4), *writes, *counter(3)] }

      assert_equal ["overwrites existing values: it sends set where the scenario has add"],
                   texts(row("a", "store/mixed", mixed[*set(2)]))
      assert_empty texts(row("a", "store/mixed", mixed[*set(1), command("add", count: 1)]))
    end

    # P8
    def test_a_counter_that_is_not_there
      mixed = ->(misses) { [command("get", count: 4, hits: 4), *set(1), command("add", count: 1), *counter(3, misses: misses)] }

      assert_equal ["misses 3 of 3: counter never created"], texts(row("a", "store/mixed", mixed[3]))
      assert_equal ["misses the counter 1 of 3 times"], texts(row("a", "store/mixed", mixed[1]))
    end

    # P9
    def test_a_key_that_the_scenario_does_not_have
      keys = ["{:raw=>true}"] * 2
      rows = row("a", "store/big-read-multi", [command("get", count: 16, hits: 14, misses: 2)], strangers: keys)

      assert_equal ["sends one more key per call (\"{:raw=>true}\")"], texts(rows)
      assert_equal ["sends 2 more keys per iteration (\"x\", \"y\")"],
                   texts(row("a", SET, set, strangers: %w[x y]))
    end

    # P10
    def test_compares_the_reads_that_local_caches_answer
      reads = ->(count) { [command("get", count: count, hits: count)] }
      rows = [row("a", "store/big-read-multi-localcache", reads[11]), row("b", "store/big-read-multi-localcache", reads[4])]

      assert_equal ["its local cache answers 3 of 14 reads: b's answers 10"], texts(*rows)
      assert_equal [true], findings(*rows).map(&:minor)
      assert_equal ["its local cache answers 10 of 14 reads: the reference's (socket) answers 12"],
                   texts(*rows.reverse, hidden("store/big-read-multi-localcache", reads[2]))
      assert_equal ["its local cache answers none of 3 reads"], texts(row("a", "store/get-localcache", reads[3]))
    end

    # P12
    def test_reports_locks_if_another_takes_none
      assert_equal ["takes locks in its calls, where b takes none"], texts(row("a", SET, set, locks: 6), row("b", SET, set))
      assert_empty texts(row("a", SET, set, locks: 6), row("b", SET, set, locks: 3))
      assert_empty texts(row("a", SET, set, locks: nil), row("b", SET, set))
    end

    # P17
    def test_keys_of_another_length
      bytes = ->(by) { { "k1" => 5 + by, "k2" => 96 + by } }

      assert_empty texts(row("a", SET, set, key_bytes: bytes[0]))
      assert_equal ["its keys are 19 bytes longer than the scenario's"], texts(row("a", SET, set, key_bytes: bytes[19]))
      assert_equal ["its keys are not as long as the scenario's"], texts(row("a", SET, set, key_bytes: { "k1" => 5, "k2" => 32 }))
    end

    def test_compares_round_trips_with_the_reference_or_with_most
      double = row("a", SET, set(6), round_trips: 6)
      others = %w[b c].map { |name| row(name, SET, set) }

      assert_equal ["6 round trips where socket makes 3"], texts(double, row("socket", SET, set))
      assert_equal ["6 round trips where most make 3"], texts(double, *others)
      assert_equal ["6 round trips where the reference (socket) makes 3"], texts(double, hidden(SET, set))
      assert_equal ["6 round trips where b makes 3"], texts(double, hidden(SET, set), *others)
      assert_empty texts(double, others.first)
    end

    def test_calls_that_take_one_key_after_the_other
      alone = [command("set", count: 100, round_trips: 100), command("delete", count: 100, round_trips: 100)]
      together = [command("set", count: 100, round_trips: 1), command("delete", count: 100, round_trips: 1)]
      rows = [row("a", "client/delete-multi", alone), row("b", "client/delete-multi", together, round_trips: 2)]

      assert_equal ["set_multi writes and delete_multi deletes one key after the other"], texts(*rows)
      assert_empty texts(*rows.reverse)
      rows << row("socket", "client/delete-multi", together, round_trips: 2)

      assert_equal ["set_multi writes and delete_multi deletes one key after the other: 200 round trips where socket makes 2"],
                   texts(*rows)
      assert_equal ["set_multi writes and delete_multi deletes one key after the other"], texts(*rows, servers: 3)
    end

    def test_a_fetch_of_several_keys_may_write_one_key_after_the_other
      misses = ->(trips) do
        [command("delete", count: 4, round_trips: 4), command("get", count: 1, keys: 20, hits: 16, misses: 4, round_trips: 1),
         command("set", count: 4, ttls: [600], round_trips: trips)]
      end

      assert_equal ["fetch_multi writes one key after the other"], texts(row("a", "store/fetch-multi-misses", misses[4]))
      assert_empty texts(row("a", "store/fetch-multi-misses", misses[1]))
    end

    def test_a_record_without_the_round_trips_of_commands_says_nothing_of_single_keys
      assert_empty texts(row("a", "client/set-multi", [command("set", count: 100)]))
    end

    def test_writes_of_several_keys_are_as_many_as_the_keys
      assert_empty texts(row("a", "client/set-multi", [command("set", count: 100, round_trips: 1)], round_trips: 1))
      assert_equal ["sends 60 of its 100 writes"], texts(row("a", "client/set-multi", [command("set", count: 60)]))
    end

    def test_keys_on_several_servers_are_no_measure_of_round_trips
      rows = [row("a", "client/multiget", [command("get", count: 1, keys: 6, hits: 3, misses: 3)], round_trips: 2),
              row("socket", "client/multiget", [command("get", count: 1, keys: 6, hits: 3, misses: 3)], round_trips: 1)]

      assert_equal ["2 round trips where socket makes 1"], texts(*rows)
      assert_empty texts(*rows, servers: 2)
    end

    def test_reports_a_row_that_reads_keys_of_earlier_rows
      delete = ->(misses) { [command("delete", misses: misses), command("get", misses: 3)] }
      missing = ->(**more) { row("a", "client/missing", delete[3], first: { "commands" => delete[0] }, **more) }

      assert_equal ["reads what earlier rows stored"], texts(row("a", GET, get, prelude: 0))
      assert_empty texts(row("a", GET, get, prelude: 3))
      assert_equal ["its first iteration deletes what earlier rows stored"], texts(missing.call(prelude: 0))
      assert_empty texts(missing.call(prelude: 3))
      assert_empty texts(row("a", SET, set, prelude: 0))
    end

    def test_reads_that_are_too_many_or_find_too_little
      assert_equal ["looks up 4 keys per iteration where the scenario has 3"],
                   texts(row("a", GET, [command("get", count: 4, hits: 4)]))
      assert_equal ["misses 3 of 3 where the scenario misses 0"], texts(row("a", GET, [command("get", misses: 3)]))
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

    def test_writes_that_stay_behind
      assert_equal ["sends none of its 3 writes"], texts(row("a", SET, []))
      assert_equal ["sends 2 of its 3 writes"], texts(row("a", SET, set(2)))
      assert_empty texts(row("a", "store/get", [command("get", hits: 3), *set(1)]))
    end

    def test_an_option_that_is_not_as_shipped
      rows = row("a", SET, set, cell: { "departures" => { "timeout" => ["off", "0.5"], "namespace" => ["n", nil] } })

      assert_equal ["timeout=off, where the default is 0.5", "namespace=n, where the default is not to set it"], texts(rows)
    end

    def test_one_server_under_two_names
      assert_equal ["its 2 servers are one memcached under 2 names (127.0.0.1, localhost)"],
                   texts(row("a", SET, set, names: %w[127.0.0.1 localhost]))
    end

    def test_reports_a_proxy_that_the_servers_contradict
      assert_equal ["the proxy saw nothing"], texts(row("a", SET, set, reason: "the proxy saw nothing"))
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
