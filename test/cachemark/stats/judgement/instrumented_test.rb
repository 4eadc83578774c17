# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::JudgementInstrumentedTest < Minitest::Test
    BASE = [50_000, 50_010, 50_020, 50_000, 50_030, 50_010].freeze

    def test_the_same_code_is_the_same_with_what_it_would_have_detected
      verdict = verdict(BASE, BASE)

      assert_equal ["same", 6, "instructions", 0.0], [verdict.verdict, verdict.pairs, verdict.unit, verdict.effect]
      assert_equal [500.1, 500.1], verdict.costs
      assert_in_delta 0.0034, verdict.resolution, 0.0001
    end

    def test_more_instructions_are_slower_and_fewer_are_faster
      more, less = [1.015, 0.98].map { |factor| verdict(BASE, BASE.map { |count| (count * factor).round }) }

      assert_equal ["slower", 0.015], [more.verdict, more.effect.round(4)]
      assert_equal ["faster", -0.02], [less.verdict, less.effect.round(4)]
      assert_operator more.interval.first, :>, 0.01
    end

    def test_a_certain_change_counts_if_it_is_larger_than_what_is_not_the_codes
      assert_equal %w[same slower], [120, 200].map { |more| verdict(BASE, BASE.map { |count| count + more }).verdict }
      assert_equal %w[same slower], [30, 100].map { |more| allocated(more) }
      assert_equal "same", verdict(BASE, BASE.map { |count| count + 400 }, metric: "peak_rss_bytes").verdict
    end

    # The margin decides only what is uncertain.
    def test_an_uncertain_change_is_the_same_within_the_margin
      wide = BASE.zip([0, 200, -150, 150, -100, 0]).map(&:sum)

      assert_equal %w[same unresolved], [0.01, 0.004].map { |margin| verdict(BASE, wide, noise: BASE, margin: margin).verdict }
    end

    def test_what_is_called_detectable_is_found
      spread = BASE.zip([0, 100, -50, 80, -90, 20]).map(&:sum)
      detectable = verdict(spread, spread).resolution

      assert_equal "slower", verdict(spread, spread.map { |count| (count * (1 + detectable)).round }).verdict
      assert_equal "same", verdict(spread, spread.map { |count| (count * (1 + (detectable / 4))).round }).verdict
    end

    # Each additional system call costs 1,500 instructions here.
    def test_reads_that_were_repeated_because_the_reply_came_late_count_for_neither
      late = [0, 40, 0, 7, 100, 3]
      repeated = BASE.zip(late).map { |count, calls| count + (1_500 * calls) }
      verdict = verdict(BASE, repeated, calls: [[300] * 6, late.map { |calls| 300 + calls }])

      assert_equal "same", verdict.verdict
      assert_operator verdict.resolution, :<, 0.005
      assert_equal "slower", verdict(BASE, repeated.map { |count| count + 800 }, calls: [[300] * 6, late]).verdict
    end

    # On a busy machine, all processes of one contender may have repeated some reads.
    def test_a_contender_whose_reads_were_all_repeated_is_not_slower
      late = [12, 15, 20, 13, 18, 14]
      repeated = BASE.zip(late).map { |count, calls| count + (1_500 * calls) }
      verdict = verdict(BASE, repeated, calls: [[300] * 6, late.map { |calls| 300 + calls }])

      assert_equal "same", verdict.verdict
      assert_in_delta 0, verdict.effect, 0.001
    end

    # On a very busy machine no process reads at once, and the fewest repeated reads of two contenders differ by chance.
    def test_no_process_needs_to_read_at_once
      late = [[40, 12, 60, 75, 20, 55], [45, 80, 90, 62, 70, 50]]
      figures = late.map { |own| BASE.zip(own).map { |count, calls| count + (1_500 * calls) } }
      before, now = [1, 2].map do |method|
        verdict(*figures, calls: late.map { |own| own.map { |calls| 300 + calls } }, run: { "method" => method })
      end

      assert_equal [["slower", 0.728], ["same", 0.0]], [before, now].map { |one| [one.verdict, one.effect.round(3)] }
    end

    # A system call more is the client's own work.
    def test_another_system_call_in_each_call_is_slower
      verdicts = [1, 2].map do |method|
        verdict(BASE, BASE.map { |count| count + 2_000 }, calls: [[300, 301] * 3, [400, 401] * 3], run: { "method" => method })
      end

      assert_equal [["slower", 0.04]] * 2, verdicts.map { |verdict| [verdict.verdict, verdict.effect.round(3)] }
    end

    def test_processes_that_differ_as_much_as_the_contenders_are_unresolved
      verdict = verdict(BASE, [50_000, 52_000, 50_000, 51_000, 50_000, 50_000])

      assert_equal "unresolved", verdict.verdict
      assert_match(/instructions per call differ from process to process of dalli@3.2.8, from 500 to 520/, verdict.reason)
      assert_equal 0.04, verdict.interval.last.round(3)
    end

    def test_fewer_than_six_processes_give_no_verdict
      verdict = verdict(BASE.first(5), BASE.first(5))

      assert_equal ["unresolved", "5 pairs of processes, fewer than 6: how far processes differ is unknown"],
                   [verdict.verdict, verdict.reason]
    end

    def test_by_method_1_an_aa_check_that_differs_makes_the_verdict_invalid
      verdict = verdict(BASE, BASE, noise: BASE.map { |count| count + 1_000 })

      assert_equal ["invalid", "the A/A check differed by +2.0 %: this verdict cannot be trusted"],
                   [verdict.verdict, verdict.reason]
    end

    def test_an_aa_check_that_differs_makes_the_interval_wider
      noise = BASE.map { |count| count + 1_000 }
      same, more = [0, 2_000].map { |change| verdict(BASE, BASE.map { |count| count + change }, noise: noise, method: 2) }

      assert_equal ["unresolved", [-0.02, 0.02]], [same.verdict, same.interval.map { |bound| bound.round(2) }]
      assert_equal ["slower", [0.02, 0.06]], [more.verdict, more.interval.map { |bound| bound.round(2) }]
      assert_match(%r{the A/A check differed by \+2 %: the interval is that much wider}, more.footnotes.join)
    end

    # On a busy machine, a process that retried a read may have allocated more.
    def test_a_few_processes_of_the_same_code_that_differ_do_not
      uneven = BASE.first(4) + [51_000, 52_000]

      assert_equal ["slower", true], verdict(BASE, BASE.map { |count| count + 2_000 }, noise: uneven).then { |found|
        [found.verdict, found.effect > 0.03]
      }
    end

    def test_steal_time_says_nothing_against_a_count
      assert_equal "same", verdict(BASE, BASE, ending: { "machine" => { "steal_percent" => 40 } }).verdict
    end

    def test_says_nothing_of_clocks_and_loads
      lines = made(MadeComparison.counts("c1", "instructions", BASE))
      lines.first["machine"].merge!("load" => [40.0, 40.0, 40.0], "cores" => 2)
      notes = ->(metric) { Stats::Comparison.of(Record.from_lines(with(lines, metric))).notes.map(&:id) }

      assert_equal [[], [:busy]], [notes.call("instructions"), notes.call("wall") & [:busy]]
    end

    def test_one_more_write_is_never_the_same
      verdict = verdict([100] * 3, [101] * 3, metric: "writes", noise: [100] * 3, margin: 0.5)

      assert_equal ["slower", [0.01, 0.01], 0.0, "system calls"],
                   [verdict.verdict, verdict.interval.map { |bound| bound.round(9) }, verdict.resolution, verdict.unit]
      assert_equal "same", verdict([100] * 3, [100] * 3, metric: "writes", noise: [100] * 3).verdict
    end

    def test_says_why_a_contender_was_not_counted
      event = { "type" => "event", "kind" => "uncounted", "cell" => "c2", "metrics" => ["instructions"], "message" => "a script" }
      verdict = verdict(BASE, [], more: [event])

      assert_equal ["unresolved", "dalli@3.2.8: a script"], [verdict.verdict, verdict.reason]
    end

    def test_a_gate_judges_each_set_alone
      counts = ["c1", "c2"].product([1, 2]).flat_map do |cell, set|
        values = cell == "c2" && set == 1 ? BASE.map { |count| count + 2_000 } : BASE
        MadeComparison.counts(cell, "instructions", values, set: set)
      end
      record = Record.from_lines(made(counts, margin: 0.01))

      assert_equal(%w[slower same], [1, 2].map { |set| Stats::Comparison.of(record, set: set).verdicts.first.verdict })
    end

    private

    def allocated(more) = verdict(BASE, BASE.map { |count| count + more }, metric: "allocated_bytes").verdict

    def verdict(baseline, contender, noise: baseline, metric: "instructions", calls: nil, margin: 0.01, more: [], **rest)
      counts = [["c1", baseline, false], ["c2", contender, false], ["c1", noise, true]].flat_map do |cell, own, again|
        late = calls ? calls[cell == "c1" ? 0 : 1].first(own.size) : []
        MadeComparison.counts(cell, metric, own, noise: again) + MadeComparison.counts(cell, "system_calls", late, noise: again)
      end
      record = Record.from_lines(made([*counts, *more], metric: metric, margin: margin, **rest))
      Report::Sentences.in(Stats::Comparison.of(record)).verdicts.first
    end

    # The same record of another metric.
    def with(lines, metric)
      run, *rest = lines
      [run.merge("options" => run["options"].merge("metrics" => [metric])), *rest]
    end

    def made(counts, metric: "instructions", margin: 0.01, ending: {}, **rest)
      MadeComparison.lines(scenarios: ["client/get"], pairs: 0, options: { "metrics" => [metric], "margin" => margin },
                           more: counts, ending: { "outcome" => "complete", **ending }, **rest)
    end
  end
end
