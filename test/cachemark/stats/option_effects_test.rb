# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OptionEffectsTest < Minitest::Test
    SEEN = MadeOptions.seen

    def test_the_same_work_changes_nothing
      row = row([SEEN], [SEEN])

      assert_equal ["no effect seen", []], [row.status, row.effects]
    end

    def test_commands_flags_encodings_and_sizes_can_change
      assert_equal [["commands", %w[set], %w[ms]]], found(name: "ms")
      assert_equal [["flags", %w[0], %w[2]]], found(flags: [2])
      assert_equal [["encodings", %w[plain], %w[marshalled]]], found(encodings: %w[marshalled])
      assert_equal [["values", %w[9], %w[20]]], found(value_bytes: [20])
    end

    def test_writes_sockets_limits_and_calls_can_change
      assert_equal [["writes", 1.0, 2.0]], found(writes: 2.0)
      assert_equal [["socket", [], %w[1]]], found(options: { "TCP_NODELAY" => %w[1] })
      assert_equal [["limits", [], %w[0.0015]]], found(limits: [0.0015])
      assert_equal [["calls", 1.0, 0.0]], found(methods: {})
    end

    def test_lost_and_silent_servers_are_part_of_what_an_option_changes
      assert_equal [["connects", 1.0, 3.0]], found(lost: { "connects" => 3, "errors" => [] })
      assert_equal [["silent", 1.1, Float::INFINITY]],
                   changes(*[1.1, nil].map { |seconds| [MadeOptions.seen(silent: { "waits_s" => seconds })] * 2 })
    end

    def test_a_difference_of_two_processes_of_one_configuration_is_none
      unsteady = [1.0, 2.0].map { |count| MadeOptions.seen(methods: { "Client#set" => 1.0, "IO#wait" => count }) }
      other = [3.0, 3.0].map { |count| MadeOptions.seen(methods: { "Client#set" => 1.0, "IO#wait" => count }) }

      assert_empty changes(unsteady, other)
      assert_empty changes([SEEN, MadeOptions.seen(limits: [1.5])], [MadeOptions.seen(limits: [1.5])] * 2)
    end

    def test_of_a_wait_that_was_not_examined_nothing_is_known
      sides = [{ "waits_s" => 1.1 }, { "failed" => "no" }].map { |silent| [MadeOptions.seen(silent: silent)] * 2 }

      assert_empty changes(*sides)
    end

    def test_of_a_probe_that_is_not_offered_only_that_counts
      other = SEEN.merge("probes" => { "get" => SEEN["probes"]["set"] })

      assert_equal [["offered", %w[set], []], ["offered", [], %w[get]]].sort_by(&:to_s),
                   changes([SEEN] * 2, [other] * 2).sort_by(&:to_s)
    end

    def test_a_client_that_offers_no_probe_is_unknown
      row = row([SEEN.merge("probes" => {})], [SEEN.merge("probes" => {})])

      assert_equal ["unseen", :no_probe], [row.status, row.reason.id]
    end

    def test_with_several_servers_or_workers_the_cost_of_a_call_is_chance
      spread = [{ writes: 2.0 }, { writes: 1.0, options: { "TCP_NODELAY" => %w[1] } }].map do |more|
        [MadeOptions.seen(**more).merge("repeatable" => false)] * 2
      end

      assert_equal [["socket", [], %w[1]]], changes(*spread)
    end

    def test_connections_can_change
      assert_equal [["connections", 2, 3]], found(connections: 3)
    end

    def test_a_runtime_allocates_now_and_then
      assert_empty found(allocations: 5.4)
      assert_equal [["allocations", 5.0, 6.0]], found(allocations: 6.0)
    end

    # In one of four iterations, the reply had come before the client looked for it.
    def test_a_method_that_some_iterations_call_once_less_is_chance
      assert_empty changes(*[3.75, 4.0].map { |times| [MadeOptions.seen(methods: { "IO#wait" => times })] * 2 })
    end

    def test_methods_that_only_one_side_calls_are_first
      methods = [{ "A#a" => 1.0, "B#b" => 9.0 }, { "B#b" => 7.0 }].map { |own| [MadeOptions.seen(methods: own)] * 2 }

      assert_equal %w[A#a B#b], row(*methods).effects.map(&:what)
    end

    def test_of_a_probe_that_fails_only_the_failure_counts
      failing = SEEN.merge("probes" => { "set" => { "failed" => "ArgumentError: no" } })

      assert_equal [["failed", [], ["ArgumentError: no"]]], changes([SEEN], [failing])
    end

    def test_a_configuration_without_a_process_is_unknown_and_says_why
      row = row([SEEN], [], { "type" => "event", "kind" => "option_unseen", "configuration" => "with", "message" => "it died" })

      assert_equal ["unseen", "it died"], [row.status, row.reason]
    end

    def test_a_contender_that_cannot_run_is_unknown_with_the_reason_of_its_failure
      row = row([], [], { "type" => "failure", "contender" => "dalli@5.0.4", "reason" => "needs Ruby >= 3.3" })

      assert_equal ["unseen", "needs Ruby >= 3.3"], [row.status, row.reason]
    end

    def test_without_strace_nothing_is_known_and_a_note_says_so
      event = { "type" => "event", "kind" => "options_unseen", "message" => "there is no strace here",
                "try" => "install the Debian package strace" }
      effects = MadeOptions.effects([], [], event)

      assert_equal ["unseen", "there is no strace here"], effects.rows.first.then { |row| [row.status, row.reason] }
      assert_equal ["options of clients were not examined: there is no strace here (install the Debian package strace)"],
                   effects.notes.map { |note| Report::Sentences.of(note) }
    end

    private

    def row(...) = MadeOptions.effects(...).rows.first

    def changes(without, with) = row(without, with).effects.map { |effect| effect.to_h.values_at(:kind, :before, :after) }

    def found(**changed) = changes([SEEN] * 2, [MadeOptions.seen(**changed)] * 2)
  end
end
