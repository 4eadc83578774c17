# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::JudgementInstrumentedTest < Minitest::Test
    BASE = [50_000, 50_010, 50_020, 50_000, 50_030, 50_010].freeze

    def test_the_same_code_is_the_same_with_what_it_would_have_detected
      verdict = verdict(BASE, BASE)

      assert_equal ["same", 6, "instructions", 0.0, [500.1, 500.1]],
                   verdict.to_h.values_at(:verdict, :pairs, :unit, :effect, :costs)
      assert_in_delta 0.0034, verdict.resolution, 0.0001
    end

    def test_more_instructions_are_slower_and_fewer_are_faster
      more, less = [1.015, 0.98].map { |factor| verdict(BASE, BASE.map { |count| (count * factor).round }) }

      assert_equal [["slower", 0.015], ["faster", -0.02]], [more, less].map { |one| [one.verdict, one.effect.round(4)] }
      assert_operator more.interval.first, :>, 0.01
    end

    def test_a_certain_change_counts_if_it_is_larger_than_what_is_not_the_codes
      { "instructions" => [120, 200], "allocated_bytes" => [30, 100] }.each do |metric, (chance, change)|
        assert_equal %w[same slower], [chance, change].map { |more| verdict(BASE, plus(more), metric: metric).verdict }, metric
      end
      assert_equal "same", verdict(BASE, plus(400), metric: "peak_rss_bytes").verdict
    end

    # The margin decides only what is uncertain.
    def test_an_uncertain_change_is_the_same_within_the_margin
      wide = plus(0, 200, -150, 150, -100, 0)

      assert_equal %w[same unresolved], [0.01, 0.004].map { |margin| verdict(BASE, wide, noise: BASE, margin: margin).verdict }
    end

    def test_what_is_called_detectable_is_found
      spread = plus(0, 100, -50, 80, -90, 20)
      detectable = verdict(spread, spread).resolution

      assert_equal %w[slower same], [1, 0.25].map { |part|
        verdict(spread, spread.map { |count| (count * (1 + (detectable * part))).round }).verdict
      }
    end

    # Each additional system call costs 1,500 instructions here. On a busy machine, all processes of one contender may have
    # repeated some reads.
    def test_reads_that_were_repeated_because_the_reply_came_late_count_for_neither
      [[0, 40, 0, 7, 100, 3], [12, 15, 20, 13, 18, 14]].each do |late|
        repeated, calls = repeated(late), [[300] * 6, late.map { |calls| 300 + calls }]
        same, more = [0, 800].map { |own| verdict(BASE, repeated.map { |count| count + own }, calls: calls) }

        assert_equal %w[same slower], [same.verdict, more.verdict]
        assert_in_delta 0, same.effect, 0.001
        assert_operator same.resolution, :<, 0.005
      end
    end

    # On a very busy machine no process reads at once, and the fewest repeated reads of two contenders differ by chance.
    def test_no_process_needs_to_read_at_once
      late = [[40, 12, 60, 75, 20, 55], [45, 80, 90, 62, 70, 50]]
      found = [1, 2].map do |method|
        verdict(*late.map { |own| repeated(own) }, calls: late.map { |own| own.map { |calls| 300 + calls } },
                                                   run: { "method" => method })
      end

      assert_equal [["slower", 0.728], ["same", 0.0]], found.map { |one| [one.verdict, one.effect.round(3)] }
    end

    # A system call more is the client's own work.
    def test_another_system_call_in_each_call_is_slower
      verdicts = [1, 2].map do |method|
        verdict(BASE, plus(2_000), calls: [[300, 301] * 3, [400, 401] * 3], run: { "method" => method })
      end

      assert_equal [["slower", 0.04]] * 2, verdicts.map { |verdict| [verdict.verdict, verdict.effect.round(3)] }
    end

    def test_what_is_unresolved
      uneven = verdict(BASE, [50_000, 52_000, 50_000, 51_000, 50_000, 50_000])
      event = { "type" => "event", "kind" => "uncounted", "cell" => "c2", "metrics" => ["instructions"], "message" => "a script" }

      assert_equal [:processes_differ, "dalli@3.2.8", 500.0, 520.0],
                   [uneven.reason.id, *uneven.reason.facts.values_at(:contender, :low, :high)]
      assert_equal 0.04, uneven.interval.last.round(3)
      few, uncounted = verdict(BASE.first(5), BASE.first(5)), verdict(BASE, [], more: [event])
      assert_equal Stats::Remark[:few_counts, count: 5, fewest: 6], few.reason
      assert_equal Stats::Remark.recorded("a script").with(about: "dalli@3.2.8"), uncounted.reason
      assert_equal ["unresolved"] * 3, [uneven, few, uncounted].map(&:verdict)
    end

    def test_an_aa_check_that_differs_makes_the_interval_wider
      old = verdict(BASE, BASE, noise: plus(1_000))
      same, more = [0, 2_000].map { |change| verdict(BASE, plus(change), noise: plus(1_000), method: 2) }

      assert_equal ["invalid", :aa_moved, 0.02], [old.verdict, old.reason.id, old.reason.facts[:effect].round(3)]
      assert_equal [["unresolved", [-0.02, 0.02]], ["slower", [0.02, 0.06]]],
                   [same, more].map { |one| [one.verdict, one.interval.map { |bound| bound.round(2) }] }
      assert_equal [[:aa_wider, 0.02]], more.footnotes.map { |one| [one.id, one.facts[:effect].round(3)] }
    end

    # On a busy machine, a process that retried a read may have allocated more.
    def test_a_few_processes_of_the_same_code_that_differ_do_not
      verdict = verdict(BASE, plus(2_000), noise: BASE.first(4) + [51_000, 52_000])

      assert_equal ["slower", true], [verdict.verdict, verdict.effect > 0.03]
    end

    def test_a_busy_machine_says_nothing_against_a_count
      assert_equal "same", verdict(BASE, BASE, ending: { "machine" => { "steal_percent" => 40 } }).verdict
      run, *rest = made(MadeComparison.counts("c1", "instructions", BASE))
      run["machine"].merge!("load" => [40.0, 40.0, 40.0], "cores" => 2)
      instructions, wall = %w[instructions wall].map do |metric|
        lines = [run.merge("options" => run["options"].merge("metrics" => [metric])), *rest]
        Stats::Comparison.of(Record.from_lines(lines)).notes.map(&:id)
      end
      assert_equal [[], true], [instructions, wall.include?(:busy)]
    end

    def test_one_more_write_is_never_the_same
      more, same = [101, 100].map { |count| verdict([100] * 3, [count] * 3, metric: "writes", noise: [100] * 3, margin: 0.5) }

      assert_equal ["slower", [0.01, 0.01], 0.0, "system calls"],
                   [more.verdict, more.interval.map { |bound| bound.round(9) }, more.resolution, more.unit]
      assert_equal "same", same.verdict
    end

    def test_a_gate_judges_each_set_alone
      counts = ["c1", "c2"].product([1, 2]).flat_map do |cell, set|
        MadeComparison.counts(cell, "instructions", cell == "c2" && set == 1 ? plus(2_000) : BASE, set: set)
      end
      record = Record.from_lines(made(counts))

      assert_equal(%w[slower same], [1, 2].map { |set| Stats::Comparison.of(record, set: set).verdicts.first.verdict })
    end

    private

    def plus(*more) = BASE.zip(more.one? ? more * BASE.size : more).map(&:sum)
    def repeated(late) = BASE.zip(late).map { |count, calls| count + (1_500 * calls) }

    def verdict(baseline, contender, noise: baseline, metric: "instructions", calls: nil, margin: 0.01, more: [], **rest)
      counts = [["c1", baseline, false], ["c2", contender, false], ["c1", noise, true]].flat_map do |cell, own, again|
        late = calls ? calls[cell == "c1" ? 0 : 1].first(own.size) : []
        MadeComparison.counts(cell, metric, own, noise: again) + MadeComparison.counts(cell, "system_calls", late, noise: again)
      end
      Stats::Comparison.of(Record.from_lines(made([*counts, *more], metric: metric, margin: margin, **rest))).verdicts.first
    end

    def made(counts, metric: "instructions", margin: 0.01, ending: {}, **rest)
      MadeComparison.lines(scenarios: ["client/get"], pairs: 0, options: { "metrics" => [metric], "margin" => margin },
                           more: counts, ending: { "outcome" => "complete", **ending }, **rest)
    end
  end
end
