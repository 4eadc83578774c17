# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::GateTest < Minitest::Test
    ONCE = ->(arm) { arm.arm == "contender" && !arm.noise && arm.scenario == "client/get" && arm.set == 1 ? 1_004 : 1_000 }
    COUNTED = { "dalli@2.7.11" => {}, "dalli@3.2.8" => { "round_trips" => 4 } }.freeze

    def test_a_slowdown_that_recurs_is_a_regression
      decision = gate(sets: [1, 2], effects: { "client/get" => 0.03 })

      assert_equal 1, decision.code
      assert_equal [["v1"], [], ["v2"]], ids(decision)
      assert_equal "regression: get costs more, and again with fresh processes", said(decision).first
      figures = /\+[23]\.\d+ % \[\d[\d.]*, \d[\d.]*\] in 14 pairs/
      assert_match(/\Aget: #{figures}; again with fresh processes: #{figures}\z/, said(decision)[1])
    end

    def test_no_slowdown_passes_and_says_what_would_have_passed
      decision = gate

      assert_equal [0, [[], [], %w[v1 v2]]], [decision.code, ids(decision)]
      assert_equal "no regression: each of 2 cells certainly costs less than 1.0 % more", said(decision).first
      assert_equal "a slowdown under 1.0 % in get could go undetected, one under 1.4 % could stay undecided", said(decision)[1]
      assert_match(/\Aa slowdown under 0\.\d % in get could go undetected\z/, said(gate(options: { "threshold" => 0.0 }))[1])
      assert_equal 3, said(decision).size
    end

    # A change above the margin does not pass, even with a poor resolution.
    def test_the_largest_passing_slowdown_is_never_above_the_margin
      passed = verdict(effect: -0.015, interval: [-0.035, 0.004], resolution: 0.021)

      assert_equal ["no regression: it certainly costs less than 1.0 % more",
                    "a slowdown under 1.0 % in get could go undetected, one under 2.1 % could stay undecided"],
                   sentences({ passed => "passed" })
      assert_equal "a slowdown under 0.4 % in get could go undetected",
                   sentences({ passed.with(resolution: 0.004) => "passed" }).last
    end

    def test_a_poor_resolution_has_no_figure
      assert_equal "next to nothing could be detected in get",
                   sentences({ verdict(effect: 0.1, interval: [-3.0, 9.0], resolution: 11.6) => "undecided" }).last
    end

    def test_an_alarm_without_a_second_look_is_the_headline
      alarm, other = verdict(effect: 0.17, interval: [0.161, 0.192]), verdict(comparison: "v2", label: "set", reason: "few")

      assert_equal ["undecided: slower in get, but there was no time to measure it again",
                    "get: +17.0 % [16.1, 19.2] in 14 pairs, and it was not measured again: no fresh pairs on record"],
                   sentences({ alarm => "undecided" }, alarms: [alarm])
      assert_equal "undecided: slower in get, but there was no time to measure it again; too little evidence on set",
                   sentences({ alarm => "undecided", other => "undecided" }, alarms: [alarm]).first
      assert_equal "undecided: too little evidence on get",
                   sentences({ alarm => "undecided" }, alarms: [alarm], repeats: [alarm]).first
    end

    def test_the_headline_gives_the_reason_if_nothing_could_be_measured
      get = verdict(verdict: "invalid", reason: "the server is gone", pairs: 0)
      set = verdict(comparison: "v2", label: "set", verdict: "invalid", reason: "the server is gone", pairs: 0)
      vague = verdict(comparison: "v3", label: "mixed", reason: "few")
      wanted = { { get => "invalid", set => "invalid" } => ["nothing could be measured: the server is gone"],
                 { get => "invalid", set.with(reason: "it raised") => "invalid" } =>
                   ["nothing could be measured, for the reasons below", "get: the server is gone", "set: it raised"],
                 { vague => "undecided", get => "invalid" } =>
                   ["nothing could be measured of get: the server is gone; too little evidence on mixed", "mixed: few"] }

      wanted.each { |results, (first, *rest)| assert_equal ["invalid: #{first}", *rest], sentences(results) }
    end

    def test_a_cause_that_nothing_could_be_counted_for_is_said_once
      all = %w[get set].product(%w[writes reads bytes]).map do |label, metric|
        verdict(comparison: label, label: label, metric: metric, reason: metric == "bytes" ? "no proxy" : "no strace", pairs: 0)
      end
      known = all.to_h { |one| [one, one.metric == "bytes" ? "passed" : "undecided"] }

      assert_equal ["undecided: nothing could be counted: no strace"],
                   sentences(known.select { |_, result| result == "undecided" })
      assert_equal ["undecided: nothing could be counted of writes and reads: no strace"], sentences(known)
      assert_equal ["undecided: nothing could be counted, for the reasons below", "writes and reads: no strace",
                    "bytes: no proxy"], sentences(known.transform_values { "undecided" })
      assert_equal "undecided: nothing could be counted of get (writes): no strace",
                   sentences(known.transform_values { "passed" }.merge(all.first => "undecided")).first
    end

    def test_the_largest_regression_comes_first_and_then_what_is_undecided
      labels = { "a" => 0.0, "b" => 0.02, "c" => 0.0, "d" => 0.05 }
      passed, slow, vague, slowest = labels.map do |label, effect|
        verdict(comparison: label, label: label, effect: effect, interval: [effect - 0.001, effect + 0.001], resolution: 0.002)
      end
      slower = [slow, slowest]
      said = sentences({ passed => "passed", slow => "regression", vague => "undecided", slowest => "regression" },
                       alarms: slower, repeats: slower)

      assert_equal "regression: d and b cost more, and again with fresh processes", said.first
      assert_equal ["d:", "b:", "c:"], said[1..3].map { |sentence| sentence.split.first }
      assert_match(/in c could not be detected.* in a could go undetected/, said[4..].join(" "))
    end

    def test_cells_that_only_the_base_spoils_say_how_to_go_on
      get = verdict(verdict: "invalid", reason: "old: it cannot be built", pairs: 0)

      assert_equal "only the base is invalid: name another one with --base, or let this gate pass with --allow-unresolved",
                   sentences({ get => "invalid" }, allowable: true).last
      assert_equal 1, sentences({ get => "invalid" }).size
    end

    # Cachemark 1.0 had one code for both.
    def test_a_record_of_before_has_no_invalid_decision
      get = verdict(verdict: "invalid", reason: "the server is gone", pairs: 0)

      assert_equal ["undecided: nothing could be measured: the server is gone"],
                   sentences({ get => "invalid" }, method: 1, allowable: true)
    end

    def test_the_headline_says_that_measurements_are_invalid_and_why_also_after_an_alarm
      alarm = verdict(effect: 0.17, interval: [0.161, 0.192])
      get = verdict(verdict: "invalid", reason: "5.2 % steal time")
      [[], [get], [alarm]].each do |repeats|
        assert_equal ["invalid: the measurements cannot be trusted: 5.2 % steal time"],
                     sentences({ get => "invalid" }, alarms: [alarm], repeats: repeats)
      end
      set = verdict(comparison: "v2", label: "set", effect: 0.0, interval: [-0.004, 0.004], resolution: 0.004)

      assert_equal "invalid: the measurements of get cannot be trusted: 5.2 % steal time",
                   sentences({ get => "invalid", set => "passed" }, alarms: [alarm]).first
    end

    def test_a_pass_because_of_identical_code_has_no_bound
      same = verdict(effect: 0.01, interval: [-0.02, 0.04], resolution: 0.03, identical: true)
      other = verdict(comparison: "v2", label: "set", effect: 0.0, interval: [-0.004, 0.004], resolution: 0.004)

      assert_equal ["no regression: nothing changed in the code that was loaded"], sentences({ same => "passed" })
      assert_equal "no regression: set certainly costs less than 1.0 % more, and nothing changed in the code of get",
                   sentences({ other => "passed", same => "passed" }).first
    end

    def test_bounds_are_written_as_in_the_table
      lines = sentences({ verdict(effect: 0.001, interval: [-0.0004, 0.0012]) => "undecided" }, alarms: [])

      assert_equal "undecided: too little evidence on get", lines.first
      { [0.17, [0.161, 0.192]] => "+17.0 % [16.1, 19.2]", [-0.03, [-0.04, -0.0001]] => "-3.0 % [-4.0, 0.0]",
        [0.0104, [0.0098, 0.011]] => "+1.04 % [0.98, 1.10]" }.each do |(effect, interval), wanted|
        alarm = verdict(effect: effect, interval: interval)
        assert_equal wanted, Report::Figures.change(effect, interval)
        assert_includes sentences({ alarm => "undecided" }, alarms: [alarm])[1], "get: #{wanted} in 14 pairs"
      end
    end

    def test_a_slowdown_that_does_not_recur_stops_nothing
      decision = gate(sets: [1, 2], spread: 0.001, options: { "threshold" => 0.0 }, &ONCE)

      assert_equal [0, %w[v1 v2]], [decision.code, decision.passed.map(&:comparison)]
      assert_equal ["v1"], decision.alarms.map(&:comparison)
      assert_match(/in fresh processes .*: not a regression\z/, said(decision)[1])
    end

    def test_an_alarm_without_a_second_look_is_undecided
      any = { spread: 0.001, options: { "threshold" => 0.0 } }
      few = MadeComparison.lines(command: "gate", sets: [1, 2], **any, &ONCE)
                          .reject { |line| line["set"] == 2 && line["pair"] > 30 }
      { gate(**any, &ONCE) => "no fresh pairs on record",
        Stats::Gate.of(Record.from_lines(few)) => "10 pairs of processes, fewer than 12" }.each do |decision, reason|
        assert_equal [3, ["v1"]], [decision.code, decision.undecided.map(&:comparison)]
        assert_match(/and it was not measured again: #{reason}\z/, said(decision)[1])
      end
    end

    def test_a_large_alarm_that_does_not_recur_leaves_doubt
      decision = gate(sets: [1, 2]) { |arm| ONCE.call(arm) == 1_004 ? 1_030 : 1_000 }

      assert_equal [3, ["v1"]], [decision.code, decision.undecided.map(&:comparison)]
      assert_match(/in fresh processes .*; over all pairs it may cost up to \d\.\d % more, and the margin is 1.0 %\z/,
                   said(decision)[1])
    end

    # Each host repeats the others.
    def test_a_slowdown_over_several_hosts_needs_no_second_set
      parts = (1..6).map do |number|
        record = MadeComparison.of(command: "gate", effects: { "client/get" => 0.05 }, seed: number, run: { "seed" => number })
        Record::Merge::Part.of("n#{number}", record)
      end
      decision = Stats::Gate.of(Record.from_lines(Record::Merge.new(parts).lines))

      assert_equal [1, ["get"]], [decision.code, decision.regressions.map(&:label)]
      assert_equal 6, decision.regressions.first.hosts.size
      alone = Stats::Gate.of(Record.from_lines(Record::Merge.new(parts.first(1)).lines))
      assert_equal [3, ["get"]], [alone.code, alone.alarms.map(&:label)]
    end

    def test_too_little_known_is_undecided
      vague, few = gate(spread: 0.05), gate(pairs: 3)

      assert_equal [3, 3], [vague, few].map(&:code)
      assert_match(/\Aget: it may cost up to \d+\.\d % more, and the margin is 1.0 %\z/, said(vague)[1])
      assert_match(/\Aa slowdown under .* in set could not be detected\z/, said(vague).last)
      assert_equal "get and set: 3 pairs of processes, fewer than 12", said(few)[1]
      none = Stats::Gate.of(Record.from_lines([]))
      assert_equal [3, ["undecided: nothing was compared"]], [none.code, said(none)]
    end

    def test_identical_code_passes_despite_noise_but_still_raises_an_alarm
      same = { contenders: %w[dalli@3.2.8 dalli@3.2.8#2], cells: { "client" => "ruby/dalli", "notation" => "dalli@3.2.8" } }

      assert_equal [3, 0], [gate(spread: 0.05), gate(spread: 0.05, **same)].map(&:code)
      assert_equal 1, gate(effects: { "client/get" => 0.03 }, sets: [1, 2], **same).code
    end

    def test_invalid_data_never_passes_but_a_regression_elsewhere_still_is_one
      failure = { "type" => "failure", "cell" => "c4", "status" => "invalid", "reason" => "wrong reply" }

      assert_equal [3, "undecided: the measurements of set cannot be trusted: dalli@3.2.8: wrong reply"],
                   gate(more: [failure]).then { |gate| [gate.code, said(gate).first] }
      assert_equal 1, gate(more: [failure], sets: [1, 2], effects: { "client/get" => 0.03 }).code
      assert_equal "invalid", gate(more: [failure]).then { |gate| gate.result(gate.verdicts.last) }
    end

    def test_missing_data_has_its_own_code
      lost, wrong = %w[failed invalid].map do |status|
        { "type" => "failure", "cell" => "c4", "status" => status, "reason" => "no" }
      end
      short = { "type" => "event", "kind" => "stopped", "time_too_short" => true }
      early = { pairs: 3, ending: { "outcome" => "stopped early" } }
      { 4 => [{ spread: 0.05 }, { pairs: 3 }, { **early, more: [short] }], 3 => [{ more: [lost] }, { more: [wrong] }, early] }
        .each { |code, all| all.each { |one| assert_equal code, gate(method: 2, **one).code, one } }
      assert gate(method: 2, **early, more: [short]).allowable
      assert_equal 3, gate(spread: 0.05).code, "by Cachemark 1.0"
    end

    def test_a_small_slowdown_passes_unless_the_threshold_is_nothing
      small = { method: 2, sets: [1, 2], effects: { "client/get" => 0.004 }, spread: 0.0005 }

      assert_equal [0, 1], [{}, { "threshold" => 0.0 }].map { |options| gate(**small, options: options).code }
      assert_empty gate(**small).alarms
    end

    # A count has no threshold: see test_more_instructions_fail_at_once_and_a_few_of_a_thousand_pass.
    def test_a_count_below_the_margin_fails
      decision = gate(method: 2, **counted(100_000, 100_500))

      assert_equal [1, "get: 1000 -> 1005 instructions a call (+0.50 % [0.46, 0.54])"], [decision.code, said(decision)[1]]
      assert_equal [0.0, 0.01], %w[instructions wall].map { |metric| decision.threshold_of(verdict.with(metric: metric)) }
      allowed = { "metrics" => ["instructions"], "threshold" => 0.02 }
      assert_equal 0, gate(**counted(100_000, 100_500), options: allowed).code
    end

    def test_a_count_is_called_exact_only_if_its_processes_agree
      said = [10, 0].map { |each| said(gate(**counted(100_000, 102_000, each: each)))[1] }

      assert_equal [true, false], said.map { |sentence| sentence.end_with?("])") }
      assert said.last.end_with?("instructions a call, exactly"), said.last
      uneven = counted(3_800, 3_900, metric: "allocations", each: 20, noise_pairs: 0)
      refute_includes said(gate(**uneven))[1], "exactly"
    end

    def test_an_aa_check_of_a_second_row_leaves_no_gate_undecided
      stalled = ->(arm) { arm.arm == "contender" && arm.quad == 1 && arm.slot < 2 ? 40_000 : 1_000 }
      decision = gate(method: 2, noise_pairs: 20, pairs: 24, scenarios: ["client/get"], &stalled)

      assert_equal [0, ["wall"]], [decision.code, decision.verdicts.map(&:metric)]
    end

    def test_a_threshold_lets_small_slowdowns_by_and_the_margin_bounds_them
      slow = { effects: { "client/get" => 0.03 }, sets: [1, 2] }

      assert_equal [1, 0, 3], [[0.02, 0.1], [0.05, 0.1], [0.05, 0.01]].map { |threshold, margin|
        Stats::Gate.of(MadeComparison.of(**slow), threshold: threshold, margin: margin).code
      }
      assert_equal 0, gate(**slow, options: { "threshold" => 0.05, "margin" => 0.1 }).code
    end

    def test_a_faster_release_passes
      assert_equal 0, gate(effects: { "client/get" => -0.2 }).code
    end

    def test_words_of_a_decision
      words = ->(method) { [0, 1, 3, 4].map { |code| MadeDecision.of(code: code, comparison: made_by(method)).word } }

      assert_equal [%w[passed regression invalid undecided], %w[passed regression undecided undecided]], [words[2], words[1]]
    end

    # It passes anyway, so that the rest of the time would be lost.
    def test_identical_code_is_never_open
      same = { contenders: %w[dalli@3.2.8 dalli@3.2.8#2], cells: { "client" => "ruby/dalli", "notation" => "dalli@3.2.8" } }

      assert_equal [%w[v1 v2], []], [{}, same].map { |one| Stats::Gate.open(MadeComparison.of(method: 2, spread: 0.05, **one)) }
    end

    def test_names_the_comparisons_to_measure_again
      assert_equal ["v1"], Stats::Gate.alarmed(MadeComparison.of(effects: { "client/get" => 0.03 }))
      assert_empty Stats::Gate.alarmed(MadeComparison.of)
      assert_empty Stats::Gate.alarmed(MadeComparison.of(effects: { "client/get" => 0.03 }), threshold: 0.1)
    end

    def test_counted_metrics_are_not_measured_again
      options = { options: { "metrics" => %w[wall round-trips] }, works: COUNTED, scenarios: ["client/get"] }
      decision = gate(**options)

      assert_empty Stats::Gate.alarmed(MadeComparison.of(**options))
      assert_equal [1, "regression: get (round-trips) costs more",
                    "get (round-trips): 1 -> 1.330 round trips a call, exactly"], [decision.code, *said(decision).first(2)]
    end

    def test_more_instructions_fail_at_once_and_a_few_of_a_thousand_pass
      slower, same = [1_630, 40].map { |more| gate(**counted(100_000, 100_000 + more)) }

      assert_equal [1, "regression: get costs more", "get: 1000 -> 1017 instructions a call (+1.63 % [1.58, 1.68])"],
                   [slower.code, *said(slower).first(2)]
      assert_equal [0, "no regression: it certainly costs less than 1.0 % more"], [same.code, said(same).first]
      assert_empty same.alarms
    end

    def test_the_second_look_is_a_family_of_what_was_alarmed
      decision = gate(sets: [1, 2], effects: { "client/get" => 0.03 })

      assert_equal ["v1"], decision.repeats.map(&:comparison)
      record = MadeComparison.of(sets: [1, 2], effects: { "client/get" => 0.03 })
      assert_operator decision.repeats.first.half_width, :<, Said::Comparison.of(record, set: 2).verdicts.first.half_width
    end

    def test_allocations_have_to_recur
      more = ->(block) { block["arm"] == "contender" && block["cell"] == "c3" ? { "allocations" => 1_000 } : {} }
      options = { options: { "metrics" => ["allocations"] }, blocks: more }

      assert_equal ["v1"], Stats::Gate.alarmed(MadeComparison.of(**options))
      assert_equal [3, 1], [[1], [1, 2]].map { |sets| gate(sets: sets, **options).code }
    end

    def test_memory_is_of_a_process_and_not_of_a_call
      decision = gate(**counted(2_569_011_200, 2_650_000_000, metric: "peak_rss_bytes"))

      assert_match(/\Aget: 25690112 -> 26500000 bytes a process /, said(decision).last)
    end

    # Without pairs, all processes are fresh and none was timed.
    def test_allocations_without_pairs_are_decided_at_once
      decision = gate(**counted(3_800, 3_900, metric: "allocations", each: 0, noise_pairs: 0))

      assert_equal [1, [], ["v1"]], [decision.code, Stats::Gate.alarmed(@record), decision.repeats.map(&:comparison)]
      assert_equal ["regression: get costs more", "get: 38 -> 39 objects a call, exactly"], said(decision)
    end

    # By method 2 (Stats::TimeMethod): in one of the four blocks of a process of the contender.
    STALLED = ->(arm) { arm.arm == "contender" && !arm.noise && arm.scenario == "client/get" && arm.quad == 1 && arm.slot < 2 }
    STALL = ->(arm) { STALLED.call(arm) ? 9_000 : 1_000 }

    def test_a_stall_that_recurs_is_a_regression
      decision = gate(sets: [1, 2], method: 2, &STALL)

      rows = [decision.regressions, decision.alarms, decision.repeats].map do |verdicts|
        verdicts.map { |one| [one.comparison, one.metric] }
      end

      assert_equal [1, [[%w[v1 mean]]] * 3], [decision.code, rows]
      assert_equal %w[wall mean wall], decision.verdicts.map(&:metric)
      assert_equal "passed", decision.result(decision.verdicts.first)
      assert_match(/\Aregression: get \(mean\) costs more, and again with fresh processes\z/, said(decision).first)
    end

    def test_a_stall_is_measured_again
      assert_equal ["v1"], Stats::Gate.alarmed(MadeComparison.of(command: "gate", method: 2, &STALL))
      assert_equal 4, gate(method: 2, &STALL).code
    end

    # Over all pairs, it is no longer sure; its row is there all the same.
    def test_a_stall_that_does_not_recur_is_no_regression
      decision = gate(sets: [1, 2], method: 2) { |arm| arm.set == 1 ? STALL.call(arm) : 1_000 }

      assert_empty decision.regressions
      assert_equal %w[wall mean wall], decision.verdicts.map(&:metric)
      refute_equal 1, decision.code
    end

    def test_each_alarm_is_measured_again_once
      decision = gate(sets: [1, 2], method: 2) { |arm| STALL.call(arm) * (arm.arm == "contender" && !arm.noise ? 1.05 : 1) }

      assert_equal [%w[v1 wall], %w[v1 mean], %w[v2 wall]], decision.alarms.map { |one| [one.comparison, one.metric] }
      assert_equal decision.alarms.map(&:metric), decision.repeats.map(&:metric)
      assert_equal 3, decision.regressions.size
    end

    # Each count is one of two numbers by chance. By method 1, an eighth of such gates of equal code fails.
    def test_counts_that_vary_by_chance_hardly_ever_fail_a_gate
      decisions = (1..60).map { |seed| Stats::Gate.of(counted_on(Random.new(seed))) }

      assert_operator decisions.count { |decision| decision.code == 1 }, :<=, 1
      assert_equal [8, 7], [decisions.first.verdicts.size, decisions.first.verdicts.first.pairs]
    end

    def test_only_counts_that_differ_within_a_cell_get_more_precise
      uneven, between, same = [[[1, 1, 2], [1, 1, 1]], [[1, 1, 1], [2, 2, 2]], [[1, 1, 1], [1, 1, 1]]].map do |base, head|
        lines = MadeComparison.counts("c1", "writes", base) + MadeComparison.counts("c2", "writes", head)
        Stats::Comparison.needed(MadeComparison.of(scenarios: ["client/get"], pairs: 0, noise_pairs: 0, more: lines,
                                                   run: { "method" => 2 }, options: { "metrics" => ["writes"] }))
      end

      assert_equal [{ %w[c1 writes] => [5, true], %w[c2 writes] => [5, true] },
                    { %w[c1 writes] => [5, false], %w[c2 writes] => [5, false] }, {}],
                   [uneven, between, same].map { |one| one.transform_values { |need| [need.processes, need.uneven] } }
    end

    private

    # A record with three processes of each cell, and more if its verdicts need them.
    def counted_on(random)
      known = varying(random, {})
      varying(random, Stats::Comparison.needed(known), known.counts)
    end

    def varying(random, needed, known = [])
      metrics = %w[writes reads]
      scenarios = (1..4).map { |number| "client/s#{number}" }
      lines = (1..8).to_a.product(metrics, [false, true]).flat_map do |cell, metric, again|
        own = known.select { |line| line.values_at("cell", "metric", "noise") == ["c#{cell}", metric, again] }
        values = own.map { |line| line["value"] }
        values << (1_000 + (100 * random.rand(2))) while values.size < (needed[["c#{cell}", metric]]&.processes || 3)
        MadeComparison.counts("c#{cell}", metric, values, noise: again)
      end
      MadeComparison.of(scenarios: scenarios, pairs: 0, noise_pairs: 1, command: "gate", run: { "method" => 2 },
                        options: { "metrics" => metrics }, more: lines)
    end

    def verdict(comparison: "v1", label: "get", pairs: 14, **members)
      Stats::Verdict.new(contender: "new", baseline: "old", scenario: "client/#{label}", mode: "sync", metric: "wall",
                         verdict: "unresolved", comparison: comparison, label: label, pairs: pairs, **members)
    end

    CODES = { "regression" => 1, "invalid" => 3, "undecided" => 4, "passed" => 0 }.freeze
    private_constant :CODES

    # The sentences on these verdicts over all pairs, which are those of the first set.
    def sentences(results, alarms: [], repeats: [], allowable: false, method: 2)
      comparison = Stats::Comparison.new(run: { "method" => method }, verdicts: results.keys)
      code = CODES.find { |result, _| results.value?(result) }.last
      said(Stats::Gate::Decision.new(code: code, comparison: comparison, results: results, first_set: results.keys,
                                     alarms: alarms, repeats: repeats, threshold: 0.0, margin: 0.01, allowable: allowable))
    end

    # Counts of six processes of each contender.
    def counted(baseline, contender, metric: "instructions", each: 10, noise_pairs: 1)
      cells = [["c1", baseline, false], ["c1", baseline, true], ["c2", contender, false]]
      lines = cells.map do |cell, count, again|
        MadeComparison.counts(cell, metric, (0..5).map { |at| count + (at * each) }, noise: again)
      end
      { options: { "metrics" => [metric] }, scenarios: ["client/get"], pairs: 0, noise_pairs: noise_pairs, more: lines.flatten }
    end

    def made_by(method) = MadeVerdicts.comparison(run: MadeVerdicts::RUN.merge("method" => method))
    def said(decision) = Report::Gate::Answer.of(decision)

    def gate(**options, &cost) = Stats::Gate.of(@record = MadeComparison.of(command: "gate", **options, &cost))
    def ids(decision) = [decision.regressions, decision.undecided, decision.passed].map { |verdicts| verdicts.map(&:comparison) }
  end
end
