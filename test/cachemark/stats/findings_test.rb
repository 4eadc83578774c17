# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::FindingsTest < Minitest::Test
    GET, SET, PLAIN = %w[client/get client/set client/set-plain].freeze

    def test_a_row_that_does_what_its_label_says_has_no_finding
      assert_empty texts(row("a", SET, set), row("socket", SET, set))
    end

    def test_the_ruler_is_not_asked
      assert_empty texts(row("null", SET, []), row("socket", SET, set))
    end

    def test_what_was_not_tapped_has_none
      cell = row("a", SET, set).first

      assert_empty Stats::Findings.new(evidence([cell])).of(cell)
    end

    # P2
    def test_a_plain_store_that_is_marshalled
      rows = [row("a", PLAIN, set(6, encodings: ["marshalled twice"], value_bytes: [8])),
              row("b", PLAIN, set(6, encodings: ["plain"]))]

      assert_equal ["stores through Marshal, although labelled plain: 8 bytes"], texts(*rows)
      assert_empty texts(*rows.reverse)
    end

    def test_a_plain_read_that_is_marshalled_or_compressed
      read = ->(encoding) { [command("get", count: 6, hits: 6, encodings: [encoding], value_bytes: [8])] }

      assert_equal ["reads through Marshal, although labelled plain: 8 bytes"],
                   texts(row("a", "client/get-plain", read["marshalled"]))
      assert_equal "reads what is compressed, although labelled plain: 8 bytes",
                   texts(row("a", "client/get-plain", read["compressed"])).first
    end

    # P2, what follows
    def test_a_read_of_what_another_row_stored_otherwise
      rows = lambda do |read, **more|
        [row("a", GET, get(value_bytes: [read]), prelude: 0, **more), row("a", SET, set(value_bytes: [4])),
         row("a", PLAIN, set(6, value_bytes: [8])), row("b", GET, get(value_bytes: [4]))]
      end
      left = "reads what the rows before it have stored"

      assert_equal ["reads the values that set:plain has stored, not those of its own scenario: 8 bytes where b reads 4", left],
                   texts(*rows[8])
      assert_equal [left], texts(*rows[4])
      assert_empty texts(*rows[8, prelude: 3])
      assert_equal [left], texts(rows[8][0], rows[8][2])
    end

    # P3
    def test_a_read_of_what_was_stored_plain_deserialises_nothing
      found = lambda do |flags|
        texts(row("a", GET, get(flags: [flags])), row("a", SET, set(flags: [1])), row("a", PLAIN, set(6, flags: [0])),
              row("a", "client/get-plain", [command("get", count: 6, hits: 6, flags: [0])]))
      end

      assert_equal ["reads values that were stored plain: its flags say that there is nothing to deserialise: " \
                    "per call the same operation as get:plain"], found[0]
      assert_empty found[1]
    end

    def test_one_call_for_several_keys_is_not_the_same_operation
      multi = [command("get", count: 1, keys: 6, hits: 3, misses: 3, flags: [0])]
      rows = [row("a", "client/multiget", multi), row("a", SET, set(flags: [1])), row("a", PLAIN, set(6, flags: [0])),
              row("a", "client/get-plain", [command("get", count: 6, hits: 6, flags: [0])])]

      assert_equal ["reads values that were stored plain: its flags say that there is nothing to deserialise"], texts(*rows)
    end

    def test_a_plain_read_of_what_was_serialised
      rows = [row("a", "client/get-plain", [command("get", count: 6, hits: 6, flags: [1])]), row("a", SET, set(flags: [1])),
              row("a", PLAIN, set(6, flags: [0]))]

      assert_equal ["reads through Marshal, although labelled plain"], texts(*rows)
    end

    def test_flags_that_mean_nothing_to_a_client_are_no_finding
      assert_empty texts(row("a", GET, get(flags: [0])), row("a", SET, set(flags: [0])), row("a", PLAIN, set(6, flags: [0])))
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

      assert_equal ["overwrites where the scenario writes unless it exists: set in place of add"],
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
    def test_what_a_local_cache_answers_stands_beside_what_another_answers
      reads = ->(count) { [command("get", count: count, hits: count)] }
      rows = [row("a", "store/big-read-multi-localcache", reads[11]), row("b", "store/big-read-multi-localcache", reads[4])]

      assert_equal ["its local cache answers 3 of 14 reads: b's answers 10"], texts(*rows)
      assert_equal [true], findings(*rows).map(&:minor)
      assert_equal ["its local cache answers 10 of 14 reads: the reference's (socket) answers 12"],
                   texts(*rows.reverse, hidden("store/big-read-multi-localcache", reads[2]))
      assert_equal ["its local cache answers none of 3 reads"], texts(row("a", "store/get-localcache", reads[3]))
    end

    # P11
    def test_values_that_are_wrapped
      wrapped = row("a", SET, set(encodings: ["ActiveSupport entry"], value_bytes: [90]))

      assert_equal ["wraps its values in ActiveSupport entries: about 90 bytes more than the reference (socket) sends"],
                   texts(wrapped, hidden(SET, set(value_bytes: [4])))
      assert_equal ["wraps its values in ActiveSupport entries: about 80 bytes more than b sends"],
                   texts(wrapped, hidden(SET, set(value_bytes: [4])), row("b", SET, set(value_bytes: [9])))
      assert_equal ["wraps its values in ActiveSupport entries"], texts(wrapped)
    end

    def test_a_wrapper_is_not_blamed_for_what_compression_saves
      wrapped = row("a", SET, set(encodings: ["ActiveSupport entry"], value_bytes: [2_150]))
      peers = [row("b", SET, set(encodings: ["compressed"], value_bytes: [170])),
               row("c", SET, set(encodings: ["ActiveSupport entry"], value_bytes: [2_060]))]

      assert_equal ["wraps its values in ActiveSupport entries"], texts(wrapped, *peers)
      assert_equal ["wraps its values in ActiveSupport entries", "compresses its values: 190 bytes"],
                   texts(row("a", SET, set(encodings: ["compressed ActiveSupport entry"], value_bytes: [190])),
                         row("b", SET, set(value_bytes: [4])))
    end

    def test_who_stores_nothing_wraps_nothing
      rows = ->(encoding) { [row("a", GET, get(encodings: [encoding], value_bytes: [90])), row("b", GET, get(value_bytes: [4]))] }

      assert_equal ["reads values wrapped in ActiveSupport entries: about 90 bytes more than b reads"],
                   texts(*rows["ActiveSupport entry"])
      assert_equal ["reads compressed values: 90 bytes"], texts(*rows["compressed"])
    end

    def test_values_that_are_compressed_or_bare
      reference = row("socket", SET, set(encodings: ["marshalled"]))
      rows = ->(encoding) { [row("a", SET, set(encodings: [encoding], value_bytes: [40])), reference] }

      assert_equal ["compresses its values: 40 bytes"], texts(*rows["compressed"])
      assert_equal ["stores strings as they are, where socket serialises them: 40 bytes"], texts(*rows["plain"])
      assert_equal ["reads strings as they are, where b serialises them: 40 bytes"],
                   texts(row("a", GET, get(encodings: ["plain"], value_bytes: [40])), hidden(GET, get(encodings: ["marshalled"])),
                         row("b", GET, get(encodings: ["marshalled"])))
    end

    # P12
    def test_locks_beside_one_who_takes_none
      assert_equal ["takes locks in its calls, where b takes none"], texts(row("a", SET, set, locks: 6), row("b", SET, set))
      assert_empty texts(row("a", SET, set, locks: 6), row("b", SET, set, locks: 3))
      assert_empty texts(row("a", SET, set, locks: nil), row("b", SET, set))
    end

    # P5
    def test_exceptions_that_nobody_sees
      assert_equal ["raises and rescues exceptions 6 times per iteration (Miss)"],
                   texts(row("a", SET, set, exceptions: { "Miss" => 6 }))
      assert_equal ["raises and rescues an exception per iteration (Miss)"],
                   texts(row("a", SET, set, exceptions: { "Miss" => 1 }))
    end

    def test_exceptions_are_told_by_what_causes_them
      missing = [command("delete", misses: 3), command("get", misses: 3)]
      found = ->(commands, raised) { texts(row("a", "client/missing", commands, exceptions: raised)).grep(/raises/) }

      assert_equal ["raises and rescues exceptions 2 times per miss (Miss): 12 per iteration"], found[missing, { "Miss" => 12 }]
      assert_equal ["raises and rescues an exception per hit (Type): 3 per iteration"], found[get, { "Type" => 3 }]
      assert_equal ["raises and rescues an exception per refused write (No): 2 per iteration"],
                   found[[command("add", refused: 2)], { "No" => 2 }]
    end

    def test_what_several_may_have_caused_is_counted_only
      both = [command("get", hits: 2), command("delete", misses: 2)]
      found = ->(raised) { texts(row("a", "client/missing", both, exceptions: raised)).grep(/raises/) }

      assert_equal ["raises and rescues exceptions 4 times per iteration (E)"], found[{ "E" => 4 }]
      assert_equal ["raises and rescues exceptions 2 times per iteration (E, F)"], found[{ "E" => 1, "F" => 1 }]
      assert_equal ["raises and rescues exceptions 14 times per iteration (E)"], found[{ "E" => 14 }]
    end

    # P17
    def test_keys_of_another_length
      bytes = ->(by) { { "k1" => 5 + by, "k2" => 96 + by } }

      assert_empty texts(row("a", SET, set, key_bytes: bytes[0]))
      assert_equal ["its keys are 19 bytes longer than the scenario's"], texts(row("a", SET, set, key_bytes: bytes[19]))
      assert_equal ["its keys are not as long as the scenario's"], texts(row("a", SET, set, key_bytes: { "k1" => 5, "k2" => 32 }))
    end

    def test_round_trips_beside_the_reference_or_most
      double = row("a", SET, set(6), round_trips: 6)
      others = %w[b c].map { |name| row(name, SET, set) }

      assert_equal ["6 round trips where socket makes 3"], texts(double, row("socket", SET, set))
      assert_equal ["6 round trips where most make 3"], texts(double, *others)
      assert_equal ["6 round trips where the reference (socket) makes 3"], texts(double, hidden(SET, set))
      assert_equal ["6 round trips where b makes 3"], texts(double, hidden(SET, set), *others)
      assert_empty texts(double, others.first)
    end

    def test_keys_on_several_servers_are_no_measure_of_round_trips
      rows = [row("a", "client/multiget", [command("get", count: 1, keys: 6, hits: 3, misses: 3)], round_trips: 2),
              row("socket", "client/multiget", [command("get", count: 1, keys: 6, hits: 3, misses: 3)], round_trips: 1)]

      assert_equal ["2 round trips where socket makes 1"], texts(*rows)
      assert_empty texts(*rows, servers: 2)
    end

    def test_what_other_rows_have_left
      delete = ->(misses) { [command("delete", misses: misses), command("get", misses: 3)] }
      missing = ->(**more) { row("a", "client/missing", delete[3], first: { "commands" => delete[0] }, **more) }

      assert_equal ["reads what the rows before it have stored"], texts(row("a", GET, get, prelude: 0))
      assert_empty texts(row("a", GET, get, prelude: 3))
      assert_equal ["its first iteration deletes what the rows before it have stored"], texts(missing.call(prelude: 0))
      assert_empty texts(missing.call(prelude: 3))
      assert_empty texts(row("a", SET, set, prelude: 0))
    end

    def test_reads_that_are_too_many_or_find_too_little
      assert_equal ["looks up 4 keys per iteration where the scenario has 3"],
                   texts(row("a", GET, [command("get", count: 4, hits: 4)]))
      assert_equal ["misses 3 of 3 where the scenario misses 0"], texts(row("a", GET, [command("get", misses: 3)]))
    end

    def test_writes_that_stay_behind
      assert_equal ["sends none of its 3 writes"], texts(row("a", SET, []))
      assert_equal ["sends 2 of its 3 writes"], texts(row("a", SET, set(2)))
      assert_empty texts(row("a", "store/get", [command("get", hits: 3), *set(1)]))
    end

    def test_an_option_that_is_not_as_shipped
      rows = row("a", SET, set, cell: { "departures" => { "timeout" => ["off", "0.5"], "namespace" => ["n", nil] } })

      assert_equal ["timeout=off, where the default is 0.5", "namespace=n, where it ships without"], texts(rows)
    end

    def test_one_server_under_two_names
      assert_equal ["its 2 servers are one memcached under 2 names (127.0.0.1, localhost)"],
                   texts(row("a", SET, set, names: %w[127.0.0.1 localhost]))
    end

    def test_a_tap_that_the_servers_contradict
      assert_equal ["the tap saw nothing"], texts(row("a", SET, set, reason: "the tap saw nothing"))
    end

    def test_beside_one_other_only_what_differs_from_that_one
      double = row("a", SET, set(6, encodings: ["plain"]), round_trips: 6)
      rows = [double, row("b", SET, set(encodings: ["marshalled"])), row("c", SET, set(1), round_trips: 1)]

      assert_equal ["stores strings as they are, where b serialises them: ", "6 round trips where b makes 3"],
                   beside(rows, 0, 1).map { |text| text.sub(/(?<=: ).*/, "") }
      assert_empty beside(rows, 1, 0)
      assert_empty beside([double, rows[1].first(2)], 0, 1)
    end

    def test_values_that_are_longer_than_the_others
      entry = ->(bytes) { set(encodings: ["ActiveSupport entry"], value_bytes: [bytes]) }
      rows = [row("a", SET, entry[84]), row("b", SET, entry[11])]

      assert_equal ["wraps its values in ActiveSupport entries", "its values take 84 bytes where b's take 11"], beside(rows, 0, 1)
      assert_equal ["wraps its values in ActiveSupport entries"], beside(rows, 1, 0)
      assert_equal 1, beside([rows[0], row("b", SET, entry[83])], 0, 1).size
      assert_equal ["wraps its values in ActiveSupport entries"], texts(*rows)
    end

    private

    # The reference that nobody asked for.
    def hidden(scenario, commands) = row("socket", scenario, commands, cell: { "shown" => false })

    # What is found in one row, beside another.
    def beside(rows, own, other)
      Stats::Findings.new(evidence(*rows)).beside(rows[own].first, rows[other].first).map(&:to_s)
    end

    def row(...) = MadeWork.row(...)
    def command(...) = MadeWork.command(...)
    def set(count = 3, **fields) = [command("set", count: count, **fields)]
    def get(**fields) = [command("get", hits: 3, **fields)]
    def counter(count, **fields) = [command("incr", count: count, **fields)]

    def evidence(*rows, servers: 1) = Stats::Evidence.new(MadeWork.record(*rows, run: { "options" => { "servers" => servers } }))

    # What is found in the first row.
    def findings(*rows, **run) = Stats::Findings.new(evidence(*rows, **run)).of(rows.first.first)
    def texts(...) = findings(...).map(&:to_s)
  end
end
