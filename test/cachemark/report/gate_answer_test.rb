# frozen_string_literal: true

require "test_helper"

module Cachemark
  # The sentences on made verdicts over all pairs, which are those of the first set.
  class Report::GateAnswerTest < Minitest::Test
    extend Golden

    CODES = { "regression" => 1, "invalid" => 3, "undecided" => 4, "passed" => 0 }.freeze

    GET = { effect: 0.17, interval: [0.161, 0.192] }.freeze
    SET = { comparison: "v2", label: "set" }.freeze
    SURE = { effect: 0.0, interval: [-0.004, 0.004], resolution: 0.004 }.freeze

    TEXTS = {
      # A change above the margin does not pass, even with a poor resolution.
      "the largest passing slowdown is never above the margin" => lambda do
        sentences({ verdict(effect: -0.015, interval: [-0.035, 0.004], resolution: 0.021) => "passed" })
      end,
      "what could pass in two cells" => lambda do
        few = verdict(effect: -0.015, interval: [-0.035, 0.004], resolution: 0.004)
        sentences({ few => "passed", few.with(**SET) => "passed" })
      end,
      "next to nothing could be detected" => lambda do
        sentences({ verdict(effect: 0.1, interval: [-3.0, 9.0], resolution: 11.6) => "undecided" })
      end,
      "an alarm without a second look" => -> { alarmed({ alarm => "undecided" }) },
      "an alarm without a second look, and too little evidence on another cell" => lambda do
        alarmed({ alarm => "undecided", verdict(**SET, reason: "few") => "undecided" })
      end,
      "an alarm that leaves doubt" => -> { alarmed({ alarm => "undecided" }, repeats: [alarm]) },
      "a second look at too few pairs" => lambda do
        few = alarm.with(interval: nil, pairs: 10, reason: Stats::Remark[:few_pairs, count: 10, fewest: 12])
        alarmed({ alarm => "undecided" }, repeats: [few])
      end,
      "nothing could be measured for one reason" => -> { sentences({ lost => "invalid", lost(**SET) => "invalid" }) },
      "nothing could be measured for several reasons" => lambda do
        sentences({ lost => "invalid", lost(**SET, reason: "it raised") => "invalid" })
      end,
      "one cell could not be measured" => lambda do
        sentences({ verdict(comparison: "v3", label: "mixed", reason: "few") => "undecided", lost => "invalid" })
      end,
      "nothing was compared" => -> { sentences({}) },
      # Cachemark 1.0 had one code for both.
      "nothing could be measured by method 1" => -> { sentences({ lost => "invalid" }, method: 1, allowable: true) },
      "nothing could be counted" => -> { counted { |metric| metric == "bytes" ? nil : "undecided" } },
      "nothing could be counted of two metrics" => -> { counted { |metric| metric == "bytes" ? "passed" : "undecided" } },
      "nothing could be counted for several reasons" => -> { counted { "undecided" } },
      "nothing could be counted of one cell" => lambda do
        counted { |metric, label| [metric, label] == %w[writes get] ? "undecided" : "passed" }
      end,
      "the largest regression comes first and then what is undecided" => lambda do
        passed, slow, vague, slowest = { "a" => 0.0, "b" => 0.02, "c" => 0.0, "d" => 0.05 }.map do |label, effect|
          verdict(comparison: label, label: label, effect: effect, interval: [effect - 0.001, effect + 0.001], resolution: 0.002)
        end
        sentences({ passed => "passed", slow => "regression", vague => "undecided", slowest => "regression" },
                  alarms: [slow, slowest], repeats: [slow, slowest])
      end,
      "an alarm that did not recur" => -> { gone("passed") },
      "an alarm that did not recur and may cost more than the margin" => -> { gone("undecided") },
      # A count is exact if all its processes agree; memory is that of a process.
      "an exact count needs no second look" => -> { costlier("instructions", [0.02, 0.02]) },
      "a count" => -> { costlier("instructions", [0.019, 0.021]) },
      "an exact memory of a process" => -> { costlier("peak_rss_bytes", [0.02, 0.02]) },
      "a memory of a process" => -> { costlier("peak_rss_bytes", [0.019, 0.021]) },
      "a cell that only the base spoils says how to go on" => lambda do
        sentences({ lost(reason: "old: it cannot be built") => "invalid" }, allowable: true)
      end,
      "a cell that the head spoils" => -> { sentences({ lost(reason: "old: it cannot be built") => "invalid" }) },
      "one of two cells cannot be trusted" => lambda do
        alarmed({ lost(pairs: 14, reason: "5.2 % steal time") => "invalid", verdict(**SET, **SURE) => "passed" })
      end,
      "a pass because of identical code has no bound" => -> { sentences({ same => "passed" }) },
      "one of two cells has identical code" => -> { sentences({ verdict(**SET, **SURE) => "passed", same => "passed" }) },
      # As in the table.
      "a bound that rounds to zero" => -> { bounded(-0.03, [-0.04, -0.0001]) },
      "narrow bounds" => -> { bounded(0.0104, [0.0098, 0.011]) }
    }.freeze
    golden "gate-answers", TEXTS

    def test_measurements_that_cannot_be_trusted_are_the_headline_also_after_an_alarm
      get = lost(pairs: 14, reason: "5.2 % steal time")

      [[], [get], [alarm]].each do |repeats|
        assert_equal ["invalid: the measurements cannot be trusted: 5.2 % steal time"],
                     alarmed({ get => "invalid" }, repeats: repeats)
      end
    end

    private

    def alarm(**members) = verdict(**GET, **members)
    def lost(**members) = verdict(verdict: "invalid", **{ reason: "the server is gone", pairs: 0 }, **members)
    def same = verdict(effect: 0.01, interval: [-0.02, 0.04], resolution: 0.03, identical: true)
    def alarmed(results, **more) = sentences(results, alarms: [alarm], **more)

    # The verdict on each count of two cells; nothing counts bytes for another reason.
    def counted
      all = %w[get set].product(%w[writes reads bytes]).to_h do |label, metric|
        reason = metric == "bytes" ? "no proxy" : "no strace"
        [verdict(comparison: label, label: label, metric: metric, reason: reason, pairs: 0), yield(metric, label)]
      end
      sentences(all.compact)
    end

    def gone(result)
      first, again = verdict(effect: 0.03, interval: [0.02, 0.04]), verdict(effect: 0.0, interval: [-0.01, 0.012])
      sentences({ again => result }, alarms: [first], repeats: [again])
    end

    def costlier(metric, interval)
      one = verdict(metric: metric, unit: Vocabulary::Metrics[metric].unit, costs: [1000.0, 1020.0], effect: 0.02,
                    interval: interval)
      sentences({ one => "regression" }, alarms: [one], repeats: [one])
    end

    def bounded(effect, interval)
      one = verdict(effect: effect, interval: interval)
      sentences({ one => "undecided" }, alarms: [one])
    end

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
