# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OpenLoopTest < Minitest::Test
    EARLY = ->(rate, _) { [[0, 5]] if rate == 1_000 }

    def test_a_row_for_each_cell_at_each_rate
      rows = table(rates: [1_000, 2_000], cells: [{}, { "scenario" => "client/set", "label" => "dalli:set" }]).rows

      assert_equal %w[client/get client/set].product([1_000, 2_000]), rows.map { |row| [row.scenario, row.rate] }
      assert_equal ["dalli", "1.0", "ok", nil, 6, 6, []],
                   rows.first.to_h.values_at(:contender, :version, :status, :reason, :processes, :blocks, :footnotes)
    end

    def test_names_the_highest_rate_of_each_cell_if_a_limit_was_given
      slow = ->(rate, _) { Array.new(1_000) { [0, rate] } }
      hidden = { "shown" => false, "scenario" => "client/set" }

      assert_empty table(rates: [1_000, 2_000], &slow).highest
      assert_equal [1_000], table(rates: [1_000, 2_000], slo_ns: 1_500, &slow).highest.map(&:rate)
      assert_equal %w[sync threads-2],
                   table(slo_ns: 1_000_000, cells: [{}, { "mode" => "threads-2" }, hidden]).highest.map(&:mode)
    end

    def test_rows_that_nobody_came_to_are_counted_and_not_listed
      table = table(rates: [1_000, 2_000], ending: { "outcome" => "interrupted" }, &EARLY)

      assert_equal [[1_000], %w[dalli]], [table.listed.map(&:rate), table.sections.map(&:heading)]
      assert_includes table.notes, Stats::Remark[:unmeasured_rows, count: 1]
      assert_equal [2_000, "failed", Stats::Evidence::UNMEASURED], table.rows.last.to_h.values_at(:rate, :status, :reason)
      running = table(ending: nil)
      assert_equal [nil, true], [running.outcome, running.rows.first.ok?]
    end

    def test_a_wrong_row_has_a_reason_and_no_figure
      failure = { "type" => "failure", "cell" => "c1", "contender" => "dalli", "status" => "invalid", "reason" => "wrong reply" }
      row, *others = table(rates: [1_000, 2_000], more: [failure]).rows

      assert_equal [["invalid", "wrong reply", nil, nil], []], [row.to_h.values_at(:status, :reason, :rate, :percentiles), others]
    end

    # [lag, service] of 1,000 calls, of which one is due each ms. One that makes up for a stall has not fallen behind.
    def test_a_sender_that_falls_behind_is_named
      row = calls { |at| [at * 1_000_000, 2_000_000] }
      stalled = calls { |at| [[200 - at, 0].max * 1_000_000, 100_000] }

      assert_equal [[true, [:fell_behind_rate]], false], [[row.fell_behind, row.footnotes.map(&:id)], stalled.fell_behind]
      assert_operator row.percentiles[:p99_ns], :>, 900_000_000
      [[500.5, row.footnotes.first.facts[:achieved]], [1_000, stalled.achieved]].each do |rate, own|
        assert_in_delta rate, own, 1
      end
    end

    # One that waits for an answer is not late.
    def test_a_sender_that_is_late_by_itself_is_named
      row = calls { |at| [at % 50 == 7 ? 400_000 : 20_000, 100_000] }
      waiting = calls { |at| at % 100 == 1 ? [4_000_000, 0] : [0, at % 100 == 0 ? 5_000_000 : 10] }

      assert_equal [400_000, 400_000], [row.late_p99_ns, row.late_max_ns].map { |ns| ns.round(-3) }
      assert_equal [Stats::Remark[:late_sender, ns: row.late_p99_ns]], row.footnotes
      assert_equal [true, []], [waiting.late_max_ns < 5_000, waiting.footnotes]
    end

    # As many calls may wait as there are workers.
    def test_busy_is_the_share_of_time_in_which_a_call_was_under_way
      assert_in_delta 0.2, calls { [0, 200_000] }.utilisation, 0.001
      assert_in_delta 0.95, calls(cells: [{ "mode" => "threads-2" }]) { [0, 1_900_000] }.utilisation, 0.01
      assert_in_delta 1.0, calls { [0, 1_900_000] }.utilisation
    end

    def test_percentiles_are_of_all_calls_together
      row = row_of { |_, process| Array.new(500) { |at| [0, (process * 500) + at + 1] } }

      assert_equal({ count: 3_000, p50_ns: 1_500, p90_ns: 2_700, p99_ns: 2_970, p99_9_ns: nil, max_ns: 3_000 },
                   row.percentiles.transform_values { |value| value && (value > 2_047 ? value / 10 * 10 : value) })
      # A latency counts from when the call was due.
      assert_equal 90_000, calls { [70_000, 20_000] }.percentiles[:max_ns]
    end

    def test_an_interval_takes_six_processes
      low, high = row_of { |_, process| Array.new(500) { [0, 1_000 + process] } }.intervals[:p50_ns]

      assert_nil row_of(processes: 5).intervals[:p50_ns]
      assert_operator low, :<, high
      assert low.between?(1_000, 1_005) && high.between?(1_000, 1_005)
    end

    def test_times_that_did_not_fit_count_as_the_others_do
      row = calls { |at| at < 500 ? [0, 200_000] : [0xffffffff, 0] }

      assert_equal [true, 0xffffffff], [row.fell_behind, row.percentiles[:max_ns]]
      assert_operator row.utilisation, :>, 0.03
    end

    private

    def table(**made, &calls) = Stats::OpenLoop.of(MadeRates.of(**made, &calls))
    def row_of(...) = table(...).rows.first
    def calls(**made, &call) = row_of(**made) { |_, _| Array.new(1_000, &call) }
  end

  class Stats::OpenLoop::HighestTest < Minitest::Test
    SLO_NS = 1_000_000

    def test_holds_a_limit_that_99_of_100_calls_stayed_under
      { { p99: 1_000 } => true, { p99: 1_001 } => false, { p99: 10, fell_behind: true } => false, { p99: nil } => false,
        { p99: 10, status: "failed" } => false }.each { |made, held| assert_equal held, row(**made).held?(1_000), made }
    end

    # The p99 of each rate, in ns.
    def test_the_last_rate_before_the_first_that_did_not_hold
      { [10, 20, 2_130_000] => [2_000, 3_000, []], [10, 2_000_000, 10] => [1_000, 2_000, [3_000]],
        [10, 10, 10] => [3_000, nil, []], [2_000_000, 10] => [nil, 1_000, [2_000]] }.each do |p99s, wanted|
        assert_equal wanted, of(p99s).then { |one| [one.rate, one.stopped_at, one.beyond] }
      end
      { of([10, 2_130_000]) => Stats::Remark[:p99, ns: 2_130_000], of([10], fell_behind: true) => Stats::Remark[:fell_behind],
        of([nil]) => Stats::Remark[:no_p99], of([10], status: "failed", reason: "why") => "why" }
        .each { |one, reason| assert_equal reason, one.stopped_by }
    end

    # Too few calls for a p99 decide nothing, nor does a sender that is late by itself.
    def test_the_verdict_is_about_the_highest_rate
      { of([2_000_000, 10]) => "held", of([10, 2_000_000]) => "exceeded", of([10], fell_behind: true) => "exceeded",
        of([10, nil]) => "undecided", of([2_000_000], late_p99_ns: 1_500_000) => "undecided",
        of([10], status: "failed") => "undecided" }.each { |one, verdict| assert_equal verdict, one.verdict }
      failing = { "rates" => [1_000], "slo_ns" => SLO_NS, "fail_on_slo" => true }
      assert_equal [%w[undecided], []], [failing, failing.except("fail_on_slo")].map { |options|
        Stats::OpenLoop.of(MadeRates.of(run: { "options" => options })).limit_verdicts
      }
    end

    private

    def of(p99s, **more)
      rows = p99s.each_with_index.map { |ns, at| row(p99: ns, rate: (at + 1) * 1_000, **more) }
      Stats::OpenLoop::Highest.of(rows, SLO_NS)
    end

    def row(p99:, status: "ok", **more)
      Stats::OpenLoop::Row.new(contender: "a", client: "ruby/a", scenario: "client/get", mode: "sync", status: status,
                               percentiles: { p99_ns: p99 }, **more)
    end
  end

  class Stats::OpenLoop::SenderTest < Minitest::Test
    DUE = [100, 200, 300, 400].freeze
    FULL = 0xffffffff

    # A call waits for the sender alone when nobody is under way.
    def test_lateness_excludes_the_wait_for_an_answer
      assert_equal [5, 0, 7, 0], sender([5, 0, 7, 0], [20, 20, 20, 20]).late
      # The first takes 250 ns: the second begins 150 ns late, at once when it can.
      assert_equal [0, 0, 3, 0], sender([0, 150, 73, 0], [250, 170, 90, 20]).late
      # A second worker does not wait for the first.
      assert_equal [0, 40, 0, 0], sender([0, 40, 0, 0], [250, 60, 90, 20], workers: 2).late
    end

    def test_omits_an_unknown_start
      assert_equal [0, 0], sender([0, 0, FULL, FULL], [20, 20, FULL, FULL]).late
      assert_equal 9_000_000_000, sender([0, FULL], [9, FULL], wall_ns: 9_000_000_000).sent_ns
    end

    # It may have fewer calls than the timetable.
    def test_sums_of_a_block
      one, short = sender([0, 150, 73, 10], [250, 170, 90, 30], wall_ns: 430), sender([0, 5], [9, 9])

      assert_equal [400, 410, 430, 307.0, 200, 205],
                   [one.due_ns, one.sent_ns, one.available_ns, one.busy_ns, short.due_ns, short.sent_ns]
      assert_equal 860, sender([0], [1], wall_ns: 430, workers: 2).available_ns
    end

    private

    def sender(lags, latencies, workers: 1, wall_ns: 0)
      block = { "lags" => [lags.pack("L<*")].pack("m0"), "latencies" => [latencies.pack("L<*")].pack("m0"), "wall_ns" => wall_ns }
      Stats::OpenLoop::Rows::Sender.new(block, DUE, workers)
    end
  end
end
