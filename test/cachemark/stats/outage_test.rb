# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OutageTest < Minitest::Test
    UNSENT, MISS, ERROR, WRONG, UNSAID = MadeOutage::UNSENT, *(MadeOutage::MISS..MadeOutage::UNSAID)

    def test_counts_outcomes_of_calls_that_ended_after_the_incident_began
      run = figures({ at: 1, code: MISS }, { at: 1.5, takes: 1, code: ERROR }, { at: 3, code: MISS }, { at: 3.1, code: WRONG },
                    { at: 3.2, takes: 0.2 }, { at: 3.3, code: UNSENT })

      assert_equal({ "ok" => 0, "late" => 1, "miss" => 1, "error" => 1, "unsent" => 1, "stale" => 0, "wrong" => 1 }, run.outcomes)
      assert_equal 3, run.lost
      assert_equal 1, figures({ at: 3, write: true, code: MISS }).outcomes["error"]
    end

    # Of a write that failed, or that the client does not speak about, it is unknown whether the server has it. A value that
    # was written after a miss counts as a write.
    def test_a_value_older_than_the_last_acknowledged_write_is_stale
      write = { at: 2.5, write: true, version: 2 }

      { [write, { at: 3, read: 1 }] => 1, [write, { at: 3, read: 2 }] => 0, [write, { at: 3, key: 1, read: 1 }] => 0,
        [{ at: 2.5, version: 3, code: MISS, fill: MadeOutage::DONE }, { at: 3, version: 3, read: 2 }] => 1,
        **[ERROR, MISS, UNSAID].to_h { |code| [[{ **write, code: code }, { at: 3, read: 1 }], 0] } }
        .each { |calls, stale| assert_equal stale, figures(*calls).outcomes["stale"], calls }
    end

    def test_times_count_from_the_incident
      run = figures({ at: 2.4, code: MISS }, { at: 2.5, takes: 0.1, code: ERROR }, { at: 5 })

      assert_equal [401_000_000, 600_000_000, 600_000_000], [run.first_loss_ns, run.first_error_ns, run.recovery_ns]
      none = figures({ at: 1 }, { at: 3 })
      assert_equal [nil, 0, []], [none.first_loss_ns, none.recovery_ns, none.episodes]
    end

    # A miss is filled again, and a late call was made.
    def test_the_last_error_is_when_a_call_last_failed_or_was_not_sent
      error, miss, late, unsent = { at: 2.5, code: ERROR }, { at: 3, code: MISS }, { at: 4, takes: 1 }, { at: 5, code: UNSENT }

      assert_equal [501_000_000, 8_000_000_000, 0], [[error, miss, late], [error, unsent], [miss, late]]
        .map { |calls| figures(*calls).last_error_ns }
    end

    def test_recovered_is_the_end_of_the_last_bad_call_before_a_good_second
      run = figures({ at: 2.5, code: ERROR }, { at: 3.4, takes: 0.3 }, { at: 3.6 }, { at: 6, code: MISS })

      assert_equal [[500_000_000, 1_700_000_000], [4_000_000_000, 4_001_000_000]], run.episodes.map(&:to_a)
      assert_equal 1_700_000_000, run.recovery_ns
      errors = [2.5, 3, 3.9, 9.5].map { |at| { at: at, code: ERROR } }
      assert_equal [nil] * 3, [figures(*errors).episodes.last.end_ns, figures({ at: 9.2, code: ERROR }).recovery_ns,
                               figures({ at: 2.5, code: UNSENT }).recovery_ns]
    end

    def test_each_100_ms_has_its_calls_by_when_they_were_due
      bins = figures({ at: 0.05 }, { at: 0.09, takes: 0.002 }, { at: 0.1, code: UNSENT }).bins

      assert_equal [100, [0, { "ok" => 2 }, 1_000_000, 2_000_000], [100_000_000, { "unsent" => 1 }, nil, nil]],
                   [bins.size, *bins.first(2).map(&:to_a)]
    end

    def test_a_latency_counts_from_when_the_call_was_due
      run = figures({ at: 3, lag: 0.2, takes: 0.201 })

      assert_equal [201_000_000] * 2, [run.bins[30].p50_ns, run.percentiles.fetch("during")[:max_ns]]
    end

    def test_percentiles_are_those_of_three_phases
      calls = [{ at: 1, takes: 0.003 }, { at: 3, takes: 0.004 }, { at: 6, takes: 0.005 }]
      run = MadeOutage.run(calls, options: { "end_s" => 5.0 }, line: { "ended_ns" => 5_000_000_000 })

      assert_equal({ "before" => 3_000_000, "during" => 4_000_000, "after" => 5_000_000 },
                   run.percentiles.transform_values { |figures| figures[:max_ns] })
    end

    def test_moves_of_the_struck_servers_keys_and_of_others
      homes = [[0, 0, 0, 1, 2], [1, nil, 2, 2, 2], [0, 0, 2, 1, 2]]

      assert_equal({ keys: 5, struck: 3, moved: 2, others_moved: 1, back: 2 },
                   MadeOutage.run([{ at: 1 }], homes: homes).moves.to_h)
      assert_equal [nil, nil], [figures({ at: 1 }).moves, MadeOutage.run([{ at: 1 }], homes: [[0], [1], nil]).moves.back]
    end

    def test_a_sender_that_is_late_before_the_incident_fell_behind
      refute figures({ at: 1, lag: 0.001 }, { at: 3, lag: 1, takes: 1 }).fell_behind
      assert figures({ at: 1, lag: 0.05, takes: 0.06 }).fell_behind
    end

    # Runs repeat within a quarter of the median, or the least.
    def test_a_spread_has_the_median_and_both_ends
      assert_equal [[2, 1, 9, 0], [2, 1, 2, 1]],
                   [spread(9, 1, 2), spread(2, nil, 1)].map { |one| one.to_h.values_at(:median, :low, :high, :missing) }
      assert_nil spread(nil, nil, 1).median
      { [100, 80, 125, 0] => true, [100, 80, 126, 0] => false, [1, 4, 8, 5] => true, [1, nil, 5] => false, [nil, nil, 5] => true }
        .each { |(*values, least), steady| assert_equal steady, spread(*values).steady?(least), values }
    end

    def test_a_footnote_says_which_figures_do_not_repeat
      runs = [[{ at: 2.5, code: ERROR }, { at: 5 }], [{ at: 2.5, code: ERROR }, { at: 3.4, code: ERROR }]]

      assert_equal [Stats::Remark[:runs_differ, names: %w[recovery lost], share: 0.25]], outage(runs).rows.first.footnotes
    end

    def test_a_contender_without_a_run_has_no_figures
      failure = { "type" => "failure", "cell" => "c1", "contender" => "dalli", "status" => "failed", "reason" => "no driver" }
      outage = outage([{ at: 1 }], more: [failure])

      assert_equal ["failed", "no driver", false], [*outage.rows.first.to_h.values_at(:status, :reason), outage.measured?]
    end

    # 1 of 4 calls is lost; the first run recovers after 0.5 s, the second never.
    def test_each_contender_has_a_verdict_about_each_limit
      runs = [2.5, 9.5].map { |at| [{ at: 1 }, { at: at, code: ERROR }, { at: 5 }, { at: 6 }].sort_by { |call| call[:at] } }
      limits = { "max_lost" => 0.2, "recover_within_ns" => 600_000_000 }

      assert_equal [[:max_lost, "exceeded", 0.25], [:recover_within_ns, "undecided", nil]],
                   outage(runs, options: limits).rows.first.limits.map { |one| one.to_h.values_at(:limit, :verdict, :worst) }
      assert_empty outage(runs).limit_verdicts
    end

    # A client that falls behind before the incident may be on a busy machine.
    def test_a_limit_needs_one_run_that_was_not_disturbed_to_be_exceeded
      limits = { "max_lost" => 0.2, "recover_within_ns" => 600_000_000 }
      behind, lost = [{ at: 1, lag: 0.05, takes: 0.06 }, { at: 2.5, code: MISS }], [{ at: 1 }, { at: 2.5, code: MISS }]

      assert_equal [%w[undecided held], %w[exceeded held]],
                   [[behind, behind], [behind, lost]].map { |runs| outage(runs, options: limits).limit_verdicts }
    end

    def test_a_wrong_value_is_the_outages_answer
      outage = outage([{ at: 3, code: WRONG }], line: { "mismatches" => [{ "call" => 1, "key" => "k", "actual" => "\"v\"" }] })

      assert_predicate outage, :wrong?
      assert_includes outage.rows.first.footnotes, Stats::Remark[:wrong_value, key: "k", actual: "\"v\""]
    end

    private

    def outage(...) = Stats::Outage.of(MadeOutage.of(...))
    def figures(*calls) = MadeOutage.run(calls)
    def spread(*values) = Stats::Outage::Spread.of(values)
  end
end
