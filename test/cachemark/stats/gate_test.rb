# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::GateTest < Minitest::Test
    ONCE = ->(arm) { arm.arm == "contender" && !arm.noise && arm.scenario == "client/get" && arm.set == 1 ? 1_004 : 1_000 }
    ANY = { spread: 0.001, options: { "threshold" => 0.0 } }.freeze
    SLOW = { effects: { "client/get" => 0.03 } }.freeze
    TWICE = { sets: [1, 2] }.freeze
    SAME = { contenders: %w[dalli@3.2.8 dalli@3.2.8#2],
             cells: { "client" => "ruby/dalli", "notation" => "dalli@3.2.8" } }.freeze

    # By method 2 (Stats::TimeMethod): in one of the four blocks of a process of the contender.
    STALLED = ->(arm) { arm.arm == "contender" && !arm.noise && arm.scenario == "client/get" && arm.quad == 1 && arm.slot < 2 }
    STALL = ->(arm) { STALLED.call(arm) ? 9_000 : 1_000 }

    def test_a_slowdown_that_recurs_is_a_regression
      decision = gate(**SLOW, **TWICE)

      assert_equal [1, ["v1"], [], ["v2"]], [decision.code, *ids(decision)]
      assert_equal [[["v1", 14]]] * 2,
                   [decision.alarms, decision.repeats].map { |own| own.map { |one| [one.comparison, one.pairs] } }
      # The second look is a family of what was alarmed.
      assert_operator decision.repeats.first.half_width, :<, Stats::Comparison.of(@record, set: 2).verdicts.first.half_width
    end

    def test_what_is_not_slower_passes
      assert_equal [0, [], [], %w[v1 v2]], gate.then { |one| [one.code, *ids(one)] }
      assert_equal 0, gate(effects: { "client/get" => -0.2 }).code
      assert_empty gate(method: 2, effects: { "client/get" => 0.004 }, spread: 0.0005).alarms
    end

    def test_a_slowdown_that_does_not_recur_stops_nothing_unless_it_leaves_doubt
      decision = gate(**TWICE, **ANY, &ONCE)

      assert_equal [%w[v1 v2], ["v1"]], [decision.passed, decision.alarms].map { |own| own.map(&:comparison) }
      large = gate(**TWICE) { |arm| ONCE.call(arm) == 1_004 ? 1_030 : 1_000 }
      assert_equal [3, ["v1"]], [large.code, large.undecided.map(&:comparison)]
    end

    def test_an_alarm_without_a_second_look_is_undecided
      few = MadeComparison.lines(command: "gate", **TWICE, **ANY, &ONCE).reject { |line| line["set"] == 2 && line["pair"] > 30 }
      { gate(**ANY, &ONCE) => [0], Stats::Gate.of(Record.from_lines(few)) => [10] }.each do |decision, pairs|
        assert_equal [3, ["v1"], pairs], [decision.code, decision.undecided.map(&:comparison), decision.repeats.map(&:pairs)]
      end
    end

    # Each host repeats the others.
    def test_a_slowdown_over_several_hosts_needs_no_second_set
      parts = (1..6).map do |number|
        record = MadeComparison.of(command: "gate", effects: { "client/get" => 0.05 }, seed: number, run: { "seed" => number })
        Record::Merge::Part.of("n#{number}", record)
      end
      all, alone = [parts, parts.first(1)].map { |own| Stats::Gate.of(Record.from_lines(Record::Merge.new(own).lines)) }

      assert_equal [1, ["get"], 6], [all.code, all.regressions.map(&:label), all.regressions.first.hosts.size]
      assert_equal [3, ["get"]], [alone.code, alone.alarms.map(&:label)]
    end

    def test_a_scenario_that_neither_offers_does_not_fail_a_gate
      lines = MadeComparison.lines(method: 2, command: "gate", pairs: 30)
      set = lines.find { |line| line["scenario"] == "client/set" && line["baseline"] && !line["noise"] }
      lacking = set.values_at("baseline", "contender").map do |cell|
        { "type" => "failure", "cell" => cell, "status" => "unavailable", "reason" => "not offered", "offered" => false }
      end
      found = Stats::Gate.of(Record.from_lines(lines + lacking))

      assert_equal [0, ["get"]], [found.code, found.verdicts.map(&:label)]
    end

    # Cachemark 1.0 had one code for what is invalid and for what is missing.
    def test_missing_data_has_its_own_code
      lost, wrong = %w[failed invalid].map do |status|
        { "type" => "failure", "cell" => "c4", "status" => status, "reason" => "no" }
      end
      short = { "type" => "event", "kind" => "stopped", "time_too_short" => true }
      early = { pairs: 3, ending: { "outcome" => "stopped early" } }
      { 4 => [{ spread: 0.05 }, { pairs: 3 }, { **early, more: [short] }], 3 => [{ more: [lost] }, { more: [wrong] }, early],
        1 => [{ more: [wrong], **SLOW, **TWICE }] }
        .each { |code, all| all.each { |one| assert_equal code, gate(method: 2, **one).code, one } }
      assert gate(method: 2, **early, more: [short]).allowable
      assert_equal [3, 3], [gate(spread: 0.05), Stats::Gate.of(Record.from_lines([]))].map(&:code), "by Cachemark 1.0"
      assert_equal "invalid", gate(more: [wrong]).then { |gate| gate.result(gate.verdicts.last) }
      words = [2, 1].map do |method|
        comparison = MadeVerdicts.comparison(run: MadeVerdicts::RUN.merge("method" => method))
        [0, 1, 3, 4].map { |code| MadeVerdicts.decision(code: code, comparison: comparison).word }
      end
      assert_equal [%w[passed regression invalid undecided], %w[passed regression undecided undecided]], words
    end

    # It passes despite noise, so that the rest of the time would be lost.
    def test_identical_code_passes_and_is_never_open_but_still_raises_an_alarm
      assert_equal [0, 1], [gate(spread: 0.05, **SAME), gate(**SLOW, **TWICE, **SAME)].map(&:code)
      assert_equal [%w[v1 v2], []], [{}, SAME].map { |one| Stats::Gate.open(MadeComparison.of(method: 2, spread: 0.05, **one)) }
    end

    def test_a_threshold_lets_small_slowdowns_by_and_the_margin_bounds_them
      record = MadeComparison.of(**SLOW, **TWICE)

      assert_equal [1, 0, 3], [[0.02, 0.1], [0.05, 0.1], [0.05, 0.01]].map { |threshold, margin|
        Stats::Gate.of(record, threshold: threshold, margin: margin).code
      }
      assert_equal 0, gate(**SLOW, **TWICE, options: { "threshold" => 0.05, "margin" => 0.1 }).code
      small = { method: 2, **TWICE, effects: { "client/get" => 0.004 }, spread: 0.0005 }
      assert_equal [0, 1], [{}, { "threshold" => 0.0 }].map { |options| gate(**small, options: options).code }
    end

    def test_names_the_comparisons_to_measure_again
      counted = { options: { "metrics" => %w[wall round-trips] },
                  works: { "dalli@2.7.11" => {}, "dalli@3.2.8" => { "round_trips" => 4 } } }

      assert_equal [["v1"], [], ["v1"], []],
                   [SLOW, {}, { method: 2, command: "gate", cost: STALL }, counted].map { |made| alarmed(**made) }
      assert_empty Stats::Gate.alarmed(MadeComparison.of(**SLOW), threshold: 0.1)
      decision = gate(scenarios: ["client/get"], **counted)
      assert_equal [1, %w[round-trips]], [decision.code, decision.regressions.map(&:metric)]
    end

    def test_more_instructions_fail_at_once_and_a_few_of_a_thousand_pass
      slower, same = [1_630, 40].map { |more| gate(**counted(100_000, 100_000 + more)) }

      assert_equal [1, 0, []], [slower.code, same.code, same.alarms]
      assert_equal [1000.25, 1016.55], slower.regressions.first.costs.map { |cost| cost.round(2) }
    end

    def test_a_count_has_no_threshold_unless_one_is_given
      assert_equal 1, gate(method: 2, **counted(100_000, 100_500)).code
      assert_equal 0, gate(**counted(100_000, 100_500), options: { "metrics" => ["instructions"], "threshold" => 0.02 }).code
      wall = MadeVerdicts.same
      assert_equal [0.0, 0.01], %w[instructions wall].map { |metric| gate.threshold_of(wall.with(metric: metric)) }
    end

    def test_allocations_have_to_recur_unless_they_were_counted_without_pairs
      more = ->(block) { block["arm"] == "contender" && block["cell"] == "c3" ? { "allocations" => 1_000 } : {} }
      options = { options: { "metrics" => ["allocations"] }, blocks: more }

      assert_equal ["v1"], Stats::Gate.alarmed(MadeComparison.of(**options))
      assert_equal [3, 1], [[1], [1, 2]].map { |sets| gate(sets: sets, **options).code }
      # All processes are fresh, and none was timed.
      decision = gate(**counted(3_800, 3_900, metric: "allocations", each: 0, noise_pairs: 0))
      assert_equal [1, [], ["v1"]], [decision.code, Stats::Gate.alarmed(@record), decision.repeats.map(&:comparison)]
    end

    def test_an_aa_check_of_a_second_row_leaves_no_gate_undecided
      stalled = ->(arm) { arm.arm == "contender" && arm.quad == 1 && arm.slot < 2 ? 40_000 : 1_000 }
      decision = gate(method: 2, noise_pairs: 20, pairs: 24, scenarios: ["client/get"], &stalled)

      assert_equal [0, ["wall"]], [decision.code, decision.verdicts.map(&:metric)]
    end

    def test_a_stall_that_recurs_is_a_regression
      decision = gate(**TWICE, method: 2, &STALL)

      assert_equal [[%w[v1 mean]]] * 3, [decision.regressions, decision.alarms, decision.repeats].map { |own| places(own) }
      assert_equal [%w[wall mean wall], "passed"], [decision.verdicts.map(&:metric), decision.result(decision.verdicts.first)]
      assert_equal 4, gate(method: 2, &STALL).code
    end

    # Over all pairs, it is no longer sure; its row is there all the same.
    def test_a_stall_that_does_not_recur_is_no_regression
      decision = gate(**TWICE, method: 2) { |arm| arm.set == 1 ? STALL.call(arm) : 1_000 }

      assert_equal [[], %w[wall mean wall]], [decision.regressions, decision.verdicts.map(&:metric)]
      refute_equal 1, decision.code
    end

    def test_each_alarm_is_measured_again_once
      decision = gate(**TWICE, method: 2) { |arm| STALL.call(arm) * (arm.arm == "contender" && !arm.noise ? 1.05 : 1) }

      assert_equal [%w[v1 wall], %w[v1 mean], %w[v2 wall]], places(decision.alarms)
      assert_equal [%w[wall mean wall], 3], [decision.repeats.map(&:metric), decision.regressions.size]
    end

    # Each count is one of two numbers by chance. By method 1, an eighth of such gates of equal code fails.
    def test_counts_that_vary_by_chance_hardly_ever_fail_a_gate
      decisions = (1..60).map { |seed| Stats::Gate.of(counted_on(Random.new(seed))) }

      assert_operator decisions.count { |decision| decision.code == 1 }, :<=, 1
      assert_equal [8, 7], [decisions.first.verdicts.size, decisions.first.verdicts.first.pairs]
    end

    private

    # A record with three processes of each cell, and more if its verdicts need them.
    def counted_on(random)
      known = varying(random, {})
      varying(random, Stats::Comparison.needed(known), known.counts)
    end

    def varying(random, needed, known = [])
      metrics = %w[writes reads]
      lines = (1..8).to_a.product(metrics, [false, true]).flat_map do |cell, metric, again|
        own = known.select { |line| line.values_at("cell", "metric", "noise") == ["c#{cell}", metric, again] }
        values = own.map { |line| line["value"] }
        values << (1_000 + (100 * random.rand(2))) while values.size < (needed[["c#{cell}", metric]]&.processes || 3)
        MadeComparison.counts("c#{cell}", metric, values, noise: again)
      end
      MadeComparison.of(scenarios: (1..4).map { |number| "client/s#{number}" }, pairs: 0, noise_pairs: 1, command: "gate",
                        run: { "method" => 2 }, options: { "metrics" => metrics }, more: lines)
    end

    # Counts of six processes of each contender.
    def counted(baseline, contender, metric: "instructions", each: 10, noise_pairs: 1)
      lines = [["c1", baseline, false], ["c1", baseline, true], ["c2", contender, false]].map do |cell, count, again|
        MadeComparison.counts(cell, metric, (0..5).map { |at| count + (at * each) }, noise: again)
      end
      { options: { "metrics" => [metric] }, scenarios: ["client/get"], pairs: 0, noise_pairs: noise_pairs, more: lines.flatten }
    end

    def alarmed(cost: nil, **made) = Stats::Gate.alarmed(MadeComparison.of(**made, &cost))
    def places(verdicts) = verdicts.map { |one| [one.comparison, one.metric] }
    def gate(**options, &cost) = Stats::Gate.of(@record = MadeComparison.of(command: "gate", **options, &cost))
    def ids(decision) = [decision.regressions, decision.undecided, decision.passed].map { |verdicts| verdicts.map(&:comparison) }
  end
end
