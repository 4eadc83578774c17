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
    end

    def test_a_write_that_was_not_stored_is_an_error
      assert_equal 1, figures({ at: 3, write: true, code: MISS }).outcomes["error"]
    end

    def test_a_value_older_than_the_last_acknowledged_write_is_stale
      write = { at: 2.5, write: true, version: 2 }

      assert_equal 1, figures(write, { at: 3, read: 1 }).outcomes["stale"]
      assert_equal 0, figures(write, { at: 3, read: 2 }).outcomes["stale"]
      assert_equal 0, figures(write, { at: 3, key: 1, read: 1 }).outcomes["stale"]
    end

    # Of a write that failed, or that the client does not speak about, it is unknown whether the server has it.
    def test_a_value_is_not_stale_after_a_write_that_was_not_acknowledged
      [ERROR, MISS, UNSAID].each do |code|
        assert_equal 0, figures({ at: 2.5, write: true, version: 2, code: code }, { at: 3, read: 1 }).outcomes["stale"]
      end
    end

    def test_a_value_that_was_written_after_a_miss_counts_as_a_write
      fill = { at: 2.5, version: 3, code: MISS, fill: MadeOutage::DONE }

      assert_equal 1, figures(fill, { at: 3, version: 3, read: 2 }).outcomes["stale"]
    end

    def test_times_count_from_the_incident
      run = figures({ at: 2.4, code: MISS }, { at: 2.5, takes: 0.1, code: ERROR }, { at: 5 })

      assert_equal [401_000_000, 600_000_000], [run.first_loss_ns, run.first_error_ns]
      assert_equal 600_000_000, run.recovery_ns
    end

    def test_recovered_is_the_end_of_the_last_bad_call_before_a_good_second
      run = figures({ at: 2.5, code: ERROR }, { at: 3.4, takes: 0.3 }, { at: 3.6 }, { at: 6, code: MISS })

      assert_equal [500_000_000, 1_700_000_000], run.episodes.first.to_a
      assert_equal [4_000_000_000, 4_001_000_000], run.episodes.last.to_a
      assert_equal 1_700_000_000, run.recovery_ns
    end

    def test_without_a_good_second_it_has_not_recovered
      assert_nil figures({ at: 2.5, code: ERROR }, { at: 3, code: ERROR }, { at: 3.9, code: ERROR }, { at: 9.5, code: ERROR })
        .episodes.last.end_ns
      assert_nil figures({ at: 9.2, code: ERROR }).recovery_ns
      assert_nil figures({ at: 2.5, code: UNSENT }).recovery_ns
    end

    def test_nothing_bad_is_no_loss_and_recovered_at_once
      run = figures({ at: 1 }, { at: 3 })

      assert_equal [nil, 0, []], [run.first_loss_ns, run.recovery_ns, run.episodes]
    end

    def test_each_100_ms_has_its_calls_by_when_they_were_due
      bins = figures({ at: 0.05 }, { at: 0.09, takes: 0.002 }, { at: 0.1, code: UNSENT }).bins

      assert_equal 100, bins.size
      assert_equal [0, { "ok" => 2 }, 1_000_000, 2_000_000], bins.first.to_a
      assert_equal [100_000_000, { "unsent" => 1 }, nil, nil], bins[1].to_a
    end

    def test_a_latency_counts_from_when_the_call_was_due
      run = figures({ at: 3, lag: 0.2, takes: 0.201 })

      assert_equal 201_000_000, run.bins[30].p50_ns
      assert_equal 201_000_000, run.percentiles.fetch("during")[:max_ns]
    end

    def test_percentiles_are_those_of_three_phases
      calls = [{ at: 1, takes: 0.003 }, { at: 3, takes: 0.004 }, { at: 6, takes: 0.005 }]
      run = MadeOutage.run(calls, options: { "end_s" => 5.0 }, line: { "ended_ns" => 5_000_000_000 })

      assert_equal({ "before" => 3_000_000, "during" => 4_000_000, "after" => 5_000_000 },
                   run.percentiles.transform_values { |figures| figures[:max_ns] })
    end

    def test_moves_of_the_struck_servers_keys_and_of_others
      homes = [[0, 0, 0, 1, 2], [1, nil, 2, 2, 2], [0, 0, 2, 1, 2]]
      moves = MadeOutage.run([{ at: 1 }], homes: homes).moves

      assert_equal({ keys: 5, struck: 3, moved: 2, others_moved: 1, back: 2 }, moves.to_h)
    end

    def test_moves_are_unknown_where_keys_are_not_recognised
      assert_nil figures({ at: 1 }).moves
      assert_nil MadeOutage.run([{ at: 1 }], homes: [[0], [1], nil]).moves.back
    end

    def test_a_sender_that_is_late_before_the_incident_fell_behind
      refute figures({ at: 1, lag: 0.001 }, { at: 3, lag: 1, takes: 1 }).fell_behind
      assert figures({ at: 1, lag: 0.05, takes: 0.06 }).fell_behind
    end

    def test_a_spread_has_the_median_and_both_ends
      assert_equal({ median: 2, low: 1, high: 9, missing: 0 }, spread(9, 1, 2).to_h)
      assert_equal({ median: 2, low: 1, high: 2, missing: 1 }, spread(2, nil, 1).to_h)
      assert_nil spread(nil, nil, 1).median
    end

    def test_runs_repeat_within_a_quarter_of_the_median_or_the_least
      assert spread(100, 80, 125).steady?(0)
      refute spread(100, 80, 126).steady?(0)
      assert spread(1, 4, 8).steady?(5)
      refute spread(1, nil).steady?(5)
      assert spread(nil, nil).steady?(5)
    end

    def test_a_footnote_says_which_figures_do_not_repeat
      runs = [[{ at: 2.5, code: ERROR }, { at: 5 }], [{ at: 2.5, code: ERROR }, { at: 3.4, code: ERROR }]]
      row = MadeOutage.outage(runs).rows.first

      assert_equal ["its runs differ by more than 25 % in recovery and lost"], row.footnotes
    end

    def test_a_contender_without_a_run_has_no_figures
      failure = { "type" => "failure", "cell" => "c1", "contender" => "dalli", "status" => "failed", "reason" => "no driver" }
      outage = MadeOutage.outage([{ at: 1 }], more: [failure])

      assert_equal ["failed", "no driver"], outage.rows.first.to_h.values_at(:status, :reason)
      refute_predicate outage, :measured?
    end

    def test_a_wrong_value_is_the_outages_answer
      mismatch = { "call" => 1, "key" => "k", "actual" => "\"v\"" }
      outage = MadeOutage.outage([{ at: 3, code: WRONG }], line: { "mismatches" => [mismatch] })

      assert_predicate outage, :wrong?
      assert_includes outage.rows.first.footnotes, 'a read of k returned "v"'
    end

    private

    def figures(*calls) = MadeOutage.run(calls)

    def spread(*values) = Stats::Outage::Spread.of(values)
  end
end
