# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::OutageTest < Minitest::Test
    STOP = { "incident" => "stop", "end_s" => 5.0 }.freeze
    private_constant :STOP

    def test_the_answer_has_a_sentence_for_each_contender
      answer = Report::Outage.headline(MadeOutage.whole, Record.from_lines([]))

      assert_equal ["dalli: 10 of 500 calls lost, recovered after 201 ms.",
                    "pymemcache: 101 of 500 calls lost, recovered after 2.00 s, 2 stale values in 2 runs."], answer
    end

    def test_the_answer_names_late_calls_where_none_is_lost
      late = MadeOutage.outage([{ at: 1 }, { at: 2.5, takes: 0.2 }, { at: 5 }])

      assert_equal ["dalli: 0 of 3 calls lost, 1 late, recovered after 700 ms."], Report::Outage.headline(late, nil)
    end

    def test_a_terminal_names_the_versions_and_the_command
      text = Report::Outage.text(MadeOutage.whole(run: { "argv" => %w[outage dalli] }), "terminal")

      assert_match(/^dalli 1\.0 .*^pymemcache 1\.0 /m, text)
      assert_match(/^memcached 1\.6\.18, .*^Cachemark .*: cachemark outage dalli$/m, text)
    end

    def test_the_answer_begins_with_losses_that_are_not_those_of_the_incident
      behind = MadeOutage.outage([{ at: 1, lag: 0.05, takes: 0.06 }, { at: 2.5, code: MadeOutage::ERROR }, { at: 5 }])

      assert_equal ["dalli: 500/s was too much before the incident, in 1 of 1 run, so that not all losses are those of the " \
                    "incident. Try a lower --rate.", "dalli: 1 of 3 calls lost, recovered after 501 ms."],
                   Report::Outage.headline(behind, nil)
    end

    def test_the_answer_says_that_calls_were_lost_again_at_the_end
      again = MadeOutage.outage([{ at: 2.5, code: MadeOutage::ERROR }, { at: 5 }, { at: 9.9, code: MadeOutage::ERROR }])

      assert_equal ["dalli: 2 of 3 calls lost, recovered after 501 ms, but bad again at the end of 1 of 1 run."],
                   Report::Outage.headline(again, nil)
    end

    # Their runs lose 2 % and 20.2 %. One client fell behind before the incident, so that it can only hold a limit.
    def test_the_answer_says_whether_limits_held
      limits = { "max_lost" => 0.03, "recover_within_ns" => 1_500_000_000 }
      answer = Report::Outage.headline(MadeOutage.whole(options: limits), Record.from_lines([]))
      behind = [{ at: 1, lag: 0.05, takes: 0.06 }, { at: 9.9, code: MadeOutage::ERROR }]

      assert_equal ["dalli: --max-lost 3% held (at most 2 %), --recover-within 1.5s held (at most 201 ms).",
                    "pymemcache: --max-lost 3% was exceeded in 2 of 2 runs (at most 20.2 %), --recover-within 1.5s was " \
                    "exceeded in 2 of 2 runs (at most 2.00 s)."], answer.last(2)
      assert_equal "dalli: --recover-within 1.5s was exceeded in 1 of 1 run (not recovered when the run ended; undecided, " \
                   "because it fell behind before the incident).",
                   Report::Outage.headline(MadeOutage.outage(behind, options: limits.slice("recover_within_ns")), nil).last
    end

    def test_a_terminal_shows_the_runs_over_time
      text = Report::Outage.text(MadeOutage.whole, "terminal", width: 70)

      assert_includes text, <<~TEXT
                                |kill 2 s
        dalli 1       ..........Mm......................................
        dalli 2       ..........Mm......................................
        pymemcache 1  ..........EEEEEEEEEEe.........................s...
        pymemcache 2  ..........EEEEEEEEEEe.........................s...
        A character is 200 ms: . all ok, l late, m miss, e error, u unsent, s
      TEXT
    end

    def test_a_capital_is_half_of_the_calls_or_more
      failed = { at: 3, code: MadeOutage::ERROR }
      runs = [[failed, { at: 3.01 }], [failed, { at: 3.01 }, { at: 3.02 }]]
      lines = Report::Outage.text(MadeOutage.outage(runs), "terminal").lines.grep(/^dalli \d /)

      assert_equal %w[E e], lines.map { |line| line[/e/i] }
    end

    def test_the_table_has_ranges_where_runs_differ_and_no_empty_columns
      runs = [2.5, 2.6, 2.7].map { |at| [{ at: at, code: MadeOutage::ERROR }] }
      text = Report::Outage.text(MadeOutage.outage(runs), "terminal", width: 200)

      assert_includes text, "601 ms [501 ms, 701 ms]"
      assert_match(/^contender +recovery +last error +first loss +lost +errors/, text)
      refute_match(/^contender.*stale/, text)
    end

    def test_a_recovery_that_did_not_come_is_longer_than_what_was_seen
      runs = [[{ at: 2.5, code: MadeOutage::ERROR }], [{ at: 9.5, code: MadeOutage::ERROR }]]

      assert_includes Report::Outage.text(MadeOutage.outage(runs), "terminal"), "501 ms [501 ms, > 8.00 s]"
      assert_match(/^dalli 1\.0 +> 8.00 s/, Report::Outage.text(MadeOutage.outage([runs.last]), "terminal"))
    end

    def test_moves_back_are_shown_where_a_server_comes_back
      homes = [[0, 0, 1], [1, 2, 2], [0, 1, 1]]
      kill, stop = [{}, STOP].map do |options|
        Report::Outage.text(MadeOutage.outage([{ at: 1 }], homes: homes, options: options), "markdown")
      end

      assert_includes kill, "2 of 2, 1 other"
      refute_includes kill, "moved back"
      assert_includes stop, "2 of 3"
      assert_includes stop, "1 moved key had not moved back when the run ended"
    end

    # Of the keys that moved in each run, none returned: 1 in the first run, 2 in the second, 3 in the third.
    def test_the_table_and_the_footnote_name_the_same_keys_that_did_not_return
      homes = [[1, 0, 0], [1, 1, 0], [1, 1, 1]].each_with_index.to_h { |moved, run| [run, [[0, 0, 0], moved, moved]] }
      text = Report::Outage.text(MadeOutage.outage([[{ at: 1 }]] * 3, homes: homes, options: STOP), "terminal", width: 160)

      assert_match(/^dalli .* 0 of 2 /, text)
      assert_includes text, "2 moved keys (1 to 3, depending on the run) had not moved back when the run ended"
    end

    # An incident of 1 s at 500 calls a second.
    def test_a_percentile_that_too_few_calls_have_is_explained
      calls = (0...4000).map { |number| { at: number / 500.0 } }
      text = Report::Outage.text(MadeOutage.outage([calls], options: STOP, line: { "ended_ns" => 3_000_000_000 }), "terminal",
                                 width: 200)

      assert_match(/p99 before +p99 after/, text)
      assert_includes text, "Note: no p99 during of dalli: it needs 1,000 completed calls in a run, which had 500 at most"
      refute_match(/no p99 (before|after)/, text)
    end

    def test_an_outage_without_any_run_is_one_sentence
      interrupted = MadeOutage.outage([], ending: { "outcome" => "interrupted" })
      broken = MadeOutage.outage([], ending: { "outcome" => "failed", "reason" => "no memcached" })

      assert_equal "Interrupted: no run was finished, so there are no results.",
                   Report::Outage.text(interrupted, "terminal").lines.drop(1).map(&:strip).reject(&:empty?).join
      assert_match(/^Nothing was measured\.$.*^Note: failed: no memcached$/m, Report::Outage.text(broken, "terminal"))
    end
  end
end
