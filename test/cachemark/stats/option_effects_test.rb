# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OptionEffectsTest < Minitest::Test
    SEEN = MadeOptions.seen
    NODELAY = { "TCP_NODELAY" => %w[1] }.freeze

    # A runtime allocates now and then, twice in four iterations for example.
    def test_what_can_change
      { {} => [], { name: "ms" } => [["commands", %w[set], %w[ms]]], { flags: [2] } => [["flags", %w[0], %w[2]]],
        { encodings: %w[marshalled] } => [["encodings", %w[plain], %w[marshalled]]],
        { value_bytes: [20] } => [["values", %w[9], %w[20]]], { writes: 2.0 } => [["writes", 1.0, 2.0]],
        { options: NODELAY } => [["socket", [], %w[1]]], { limits: [0.0015] } => [["limits", [], %w[0.0015]]],
        { methods: {} } => [["calls", 1.0, 0.0]], { connections: 3 } => [["connections", 2, 3]],
        { lost: { "connects" => 3, "errors" => [] } } => [["connects", 1.0, 3.0]],
        { allocations: 5.5 } => [], { allocations: 6.0 } => [["allocations", 5.0, 6.0]] }
        .each { |changed, effects| assert_equal effects, changes({}, changed), changed }
      assert_equal "no effect seen", row([SEEN], [SEEN]).status
    end

    # In one of four iterations, the reply had come before the client looked for it.
    def test_what_is_chance
      counts = [[1.0, 2.0], [3.0, 3.0]].map do |own|
        own.map { |count| MadeOptions.seen(methods: { "Client#set" => 1.0, "IO#wait" => count }) }
      end

      assert_empty effects(*counts)
      assert_empty effects([SEEN, MadeOptions.seen(limits: [1.5])], [MadeOptions.seen(limits: [1.5])] * 2)
      left, other = [[0.5, 0.95, 0.97, 1.0], [0.5, 0.6, 0.88, 1.0]].map { |limits| [MadeOptions.seen(limits: limits)] * 2 }
      assert_empty effects(left, other), "what is left of a limit of 1 s"
      assert_empty changes(*[3.75, 4.0].map { |times| { methods: { "IO#wait" => times } } })
    end

    # Of a wait that was not examined, nothing is known.
    def test_how_long_it_waits_for_a_silent_server
      { [{ "waits_s" => 1.1 }, { "waits_s" => nil }] => [["silent", 1.1, Float::INFINITY]],
        [{ "waits_s" => 1.1 }, { "failed" => "no" }] => [] }.each do |sides, wanted|
        assert_equal wanted, changes(*sides.map { |silent| { silent: silent } })
      end
    end

    def test_with_several_servers_or_workers_the_cost_of_a_call_is_chance
      spread = [{ writes: 2.0 }, { writes: 1.0, options: NODELAY }].map do |more|
        [MadeOptions.seen(**more).merge("repeatable" => false)] * 2
      end

      assert_equal [["socket", [], %w[1]]], effects(*spread)
    end

    def test_of_a_probe_that_is_not_offered_or_fails_only_that_counts
      other = SEEN.merge("probes" => { "get" => SEEN["probes"]["set"] })
      failing = SEEN.merge("probes" => { "set" => { "failed" => "ArgumentError: no" } })

      assert_equal [["offered", %w[set], []], ["offered", [], %w[get]]].sort_by(&:to_s),
                   effects([SEEN] * 2, [other] * 2).sort_by(&:to_s)
      assert_equal [["failed", [], ["ArgumentError: no"]]], effects([SEEN], [failing])
      none = row(*[[SEEN.merge("probes" => {})]] * 2)
      assert_equal ["unseen", :no_probe], [none.status, none.reason.id]
    end

    def test_methods_that_only_one_side_calls_are_first
      methods = [{ "A#a" => 1.0, "B#b" => 9.0 }, { "B#b" => 7.0 }].map { |own| [MadeOptions.seen(methods: own)] * 2 }

      assert_equal %w[A#a B#b], row(*methods).effects.map(&:what)
    end

    # A process that died, a contender that cannot run, and a machine without strace.
    def test_what_is_unknown_has_its_reason
      strace = { "type" => "event", "kind" => "options_unseen", "message" => "no strace", "try" => "install it" }
      died = { "type" => "event", "kind" => "option_unseen", "configuration" => "with", "message" => "it died" }
      { "it died" => [[SEEN], [], died],
        "needs Ruby >= 3.3" => [[], [], { "type" => "failure", "contender" => "dalli@5.0.4", "reason" => "needs Ruby >= 3.3" }],
        "no strace" => [[], [], strace] }.each do |reason, made|
        assert_equal ["unseen", reason], row(*made).then { |one| [one.status, one.reason] }
      end
      assert_equal [Stats::Remark[:options_unseen, reason: "no strace", try: "install it"]],
                   MadeOptions.effects([], [], strace).notes
    end

    private

    def row(...) = MadeOptions.effects(...).rows.first
    def effects(...) = row(...).effects.map { |effect| effect.to_h.values_at(:kind, :before, :after) }
    def changes(*sides) = effects(*sides.map { |seen| [MadeOptions.seen(**seen)] * 2 })
  end
end
