# frozen_string_literal: true

require "test_helper"

module Cachemark
  # The sentences on made verdicts over all pairs, which are those of the first set.
  class Report::GateAnswerTest < Minitest::Test
    CODES = { "regression" => 1, "invalid" => 3, "undecided" => 4, "passed" => 0 }.freeze
    AGAIN = "there was no time to measure it again"

    # A change above the margin does not pass, even with a poor resolution.
    def test_the_largest_passing_slowdown_is_never_above_the_margin
      passed = verdict(effect: -0.015, interval: [-0.035, 0.004], resolution: 0.021)
      few = passed.with(resolution: 0.004)

      assert_equal ["no regression: it certainly costs less than 1.0 % more",
                    "a slowdown under 1.0 % in get could go undetected, one under 2.1 % could stay undecided"],
                   sentences({ passed => "passed" })
      assert_equal ["no regression: each of 2 cells certainly costs less than 1.0 % more"] +
                   %w[get set].map { |label| "a slowdown under 0.4 % in #{label} could go undetected" },
                   sentences({ few => "passed", few.with(comparison: "v2", label: "set") => "passed" })
      assert_equal "next to nothing could be detected in get",
                   sentences({ verdict(effect: 0.1, interval: [-3.0, 9.0], resolution: 11.6) => "undecided" }).last
    end

    def test_an_alarm_without_a_second_look_is_the_headline
      alarm, other = verdict(effect: 0.17, interval: [0.161, 0.192]), verdict(comparison: "v2", label: "set", reason: "few")
      few = alarm.with(interval: nil, pairs: 10, reason: Stats::Remark[:few_pairs, count: 10, fewest: 12])

      assert_equal ["undecided: slower in get, but #{AGAIN}",
                    "get: +17.0 % [16.1, 19.2] in 14 pairs, and it was not measured again: no fresh pairs on record"],
                   sentences({ alarm => "undecided" }, alarms: [alarm])
      assert_equal "undecided: slower in get, but #{AGAIN}; too little evidence on set",
                   sentences({ alarm => "undecided", other => "undecided" }, alarms: [alarm]).first
      assert_equal "undecided: too little evidence on get",
                   sentences({ alarm => "undecided" }, alarms: [alarm], repeats: [alarm]).first
      assert_match(/measured again: 10 pairs of processes, fewer than 12\z/,
                   sentences({ alarm => "undecided" }, alarms: [alarm], repeats: [few])[1])
    end

    def test_the_headline_gives_the_reason_if_nothing_could_be_measured
      get = verdict(verdict: "invalid", reason: "the server is gone", pairs: 0)
      set = get.with(comparison: "v2", label: "set")
      vague = verdict(comparison: "v3", label: "mixed", reason: "few")
      { { get => "invalid", set => "invalid" } => ["invalid: nothing could be measured: the server is gone"],
        { get => "invalid", set.with(reason: "it raised") => "invalid" } =>
          ["invalid: nothing could be measured, for the reasons below", "get: the server is gone", "set: it raised"],
        { vague => "undecided", get => "invalid" } =>
          ["invalid: nothing could be measured of get: the server is gone; too little evidence on mixed", "mixed: few"],
        {} => ["undecided: nothing was compared"] }.each { |results, wanted| assert_equal wanted, sentences(results) }
      # Cachemark 1.0 had one code for both.
      assert_equal ["undecided: nothing could be measured: the server is gone"],
                   sentences({ get => "invalid" }, method: 1, allowable: true)
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
      passed, slow, vague, slowest = { "a" => 0.0, "b" => 0.02, "c" => 0.0, "d" => 0.05 }.map do |label, effect|
        verdict(comparison: label, label: label, effect: effect, interval: [effect - 0.001, effect + 0.001], resolution: 0.002)
      end
      said = sentences({ passed => "passed", slow => "regression", vague => "undecided", slowest => "regression" },
                       alarms: [slow, slowest], repeats: [slow, slowest])

      assert_equal ["regression: d and b cost more, and again with fresh processes", "d: +5.0 % [4.9, 5.1] in 14 pairs; again " \
                    "with fresh processes: +5.0 % [4.9, 5.1] in 14 pairs"], said.first(2)
      assert_equal ["d:", "b:", "c:"], said[1..3].map { |sentence| sentence.split.first }
      assert_match(/in c could not be detected.* in a could go undetected/, said[4..].join(" "))
    end

    def test_an_alarm_that_did_not_recur
      alarm, again = verdict(effect: 0.03, interval: [0.02, 0.04]), verdict(effect: 0.0, interval: [-0.01, 0.012])
      change = "get: +3.0 % [2.0, 4.0] in 14 pairs; in fresh processes 0.0 % [-1.0, 1.2] in 14 pairs"

      assert_equal "#{change}: not a regression", sentences({ again => "passed" }, alarms: [alarm], repeats: [again])[1]
      assert_equal "#{change}; over all pairs it may cost up to 1.2 % more, and the margin is 1.0 %",
                   sentences({ again => "undecided" }, alarms: [alarm], repeats: [again])[1]
    end

    # A count is exact if all its processes agree; memory is that of a process.
    def test_counts_need_no_second_look
      { "instructions" => "1,000 -> 1,020 instructions a call, exactly",
        "peak_rss_bytes" => "1,000 -> 1,020 bytes a process, exactly" }
        .each do |metric, said|
        exact = verdict(metric: metric, unit: Vocabulary::Metrics[metric].unit, costs: [1000.0, 1020.0], effect: 0.02,
                        interval: [0.02, 0.02])
        { exact => said, exact.with(interval: [0.019, 0.021]) => "#{said.delete_suffix(", exactly")} (+2.0 % [1.9, 2.1])" }
          .each do |one, text|
          assert_equal ["regression: get costs more", "get: #{text}"],
                       sentences({ one => "regression" }, alarms: [one], repeats: [one]).first(2)
        end
      end
    end

    def test_cells_that_only_the_base_spoils_say_how_to_go_on
      get = verdict(verdict: "invalid", reason: "old: it cannot be built", pairs: 0)

      assert_equal "only the base is invalid: name another one with --base, or let this gate pass with --allow unresolved",
                   sentences({ get => "invalid" }, allowable: true).last
      assert_equal 1, sentences({ get => "invalid" }).size
    end

    def test_the_headline_says_that_measurements_are_invalid_and_why_also_after_an_alarm
      alarm = verdict(effect: 0.17, interval: [0.161, 0.192])
      get = verdict(verdict: "invalid", reason: "5.2 % steal time")
      set = verdict(comparison: "v2", label: "set", effect: 0.0, interval: [-0.004, 0.004], resolution: 0.004)

      [[], [get], [alarm]].each do |repeats|
        assert_equal ["invalid: the measurements cannot be trusted: 5.2 % steal time"],
                     sentences({ get => "invalid" }, alarms: [alarm], repeats: repeats)
      end
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
      { [-0.03, [-0.04, -0.0001]] => "-3.0 % [-4.0, 0.0]", [0.0104, [0.0098, 0.011]] => "+1.04 % [0.98, 1.10]" }
        .each do |(effect, interval), wanted|
        alarm = verdict(effect: effect, interval: interval)
        assert_equal wanted, Report::Figures.change(effect, interval)
        assert_includes sentences({ alarm => "undecided" }, alarms: [alarm])[1], "get: #{wanted} in 14 pairs"
      end
    end

    private

    def verdict(comparison: "v1", label: "get", pairs: 14, metric: "wall", **members)
      Stats::Verdict.new(contender: "new", baseline: "old", scenario: "client/#{label}", mode: "sync", metric: metric,
                         verdict: "unresolved", comparison: comparison, label: label, pairs: pairs, **members)
    end

    def sentences(results, alarms: [], repeats: [], allowable: false, method: 2)
      comparison = Stats::Comparison.new(run: { "method" => method }, verdicts: results.keys)
      code = CODES.find { |result, _| results.value?(result) }&.last || 4
      Report::Gate::Answer.of(
        Stats::Gate::Decision.new(code: code, comparison: comparison, results: results, first_set: results.keys, alarms: alarms,
                                  repeats: repeats, threshold: 0.0, margin: 0.01, allowable: allowable)
      )
    end
  end
end
