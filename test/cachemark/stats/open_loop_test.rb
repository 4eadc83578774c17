# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OpenLoopTest < Minitest::Test
    def test_a_row_for_each_cell_at_each_rate
      rows = MadeRates.table(rates: [1_000, 2_000], cells: [{}, { "scenario" => "client/set", "label" => "dalli:set" }]).rows

      assert_equal [["client/get", 1_000], ["client/get", 2_000], ["client/set", 1_000], ["client/set", 2_000]],
                   rows.map { |row| [row.scenario, row.rate] }
      assert(rows.all?(&:ok?))
    end

    def test_names_the_highest_rate_if_a_limit_was_given
      slow = ->(rate, _) { Array.new(1_000) { [0, rate] } }

      assert_empty MadeRates.table(rates: [1_000, 2_000], &slow).highest
      assert_equal [1_000], MadeRates.table(rates: [1_000, 2_000], slo_ns: 1_500, &slow).highest.map(&:rate)
    end

    def test_one_limit_for_each_cell
      hidden = { "shown" => false, "scenario" => "client/set" }
      table = MadeRates.table(slo_ns: 1_000_000, cells: [{}, { "mode" => "threads-2" }, hidden])

      assert_equal %w[sync threads-2], table.highest.map(&:mode)
    end

    def test_rows_that_nobody_came_to_are_counted_and_not_listed
      ending = { "outcome" => "interrupted" }
      table = MadeRates.table(rates: [1_000, 2_000], ending: ending) { |rate, _| [[0, 5]] if rate == 1_000 }

      assert_equal [1_000], table.listed.map(&:rate)
      assert_includes table.notes, "not measured: 1 row"
      assert_equal %w[dalli], table.sections.map(&:heading)
    end

    def test_a_run_that_has_not_ended_has_rows_too
      table = MadeRates.table(ending: nil)

      assert_nil table.outcome
      assert_predicate table.rows.first, :ok?
    end
  end

  class Stats::OpenLoop::RowTest < Minitest::Test
    def test_holds_a_limit_that_99_of_100_calls_stayed_under
      assert row(p99_ns: 1_000).held?(1_000)
      refute row(p99_ns: 1_001).held?(1_000)
    end

    def test_a_row_that_fell_behind_or_failed_holds_no_limit
      refute row(p99_ns: 10, fell_behind: true).held?(1_000)
      refute row(p99_ns: nil).held?(1_000)
      refute row(p99_ns: 10, status: "failed").held?(1_000)
    end

    private

    def row(p99_ns:, status: "ok", **more)
      Stats::OpenLoop::Row.new(contender: "a", client: "ruby/a", scenario: "client/get", mode: "sync", status: status,
                               percentiles: { p99_ns: p99_ns }, **more)
    end
  end

  class Stats::OpenLoop::HighestTest < Minitest::Test
    SLO_NS = 1_000_000

    def test_the_last_rate_before_the_first_that_did_not_hold
      one = of([10, 20, 2_130_000])

      assert_equal [2_000, 3_000, "a p99 of 2.13 ms", []], [one.rate, one.stopped_at, one.stopped_by, one.beyond]
    end

    def test_reports_a_higher_rate_that_holds_again
      assert_equal [1_000, [3_000]], [of([10, 2_000_000, 10]).rate, of([10, 2_000_000, 10]).beyond]
    end

    def test_all_or_none
      assert_equal [3_000, nil], [of([10, 10, 10]).rate, of([10, 10, 10]).stopped_at]
      assert_equal [nil, 1_000], [of([2_000_000, 10]).rate, of([2_000_000, 10]).stopped_at]
    end

    def test_says_what_was_in_the_way
      assert_equal "it fell behind", of([10], fell_behind: true).stopped_by
      assert_equal "too few calls for a p99", of([nil]).stopped_by
      assert_equal "not measured", of([10], status: "failed", reason: "not measured").stopped_by
    end

    private

    def of(p99s, status: "ok", **more)
      rows = p99s.each_with_index.map do |ns, at|
        Stats::OpenLoop::Row.new(contender: "a", client: "ruby/a", scenario: "client/get", mode: "sync", status: status,
                                 rate: (at + 1) * 1_000, percentiles: { p99_ns: ns }, **more)
      end
      Report::Sentences.in(Stats::OpenLoop::Highest.of(rows, SLO_NS))
    end
  end

  class Stats::OpenLoop::RowsTest < Minitest::Test
    def test_a_row_has_its_contender_and_its_results
      row = row_of { |_, _| Array.new(200) { [0, 50_000] } }

      assert_equal ["dalli", "client/get", "1.0", "ok", nil], [row.contender, row.scenario, row.version, row.status, row.reason]
      assert_equal [1_000, 6, 6], [row.rate, row.processes, row.blocks]
      assert_empty row.footnotes
    end

    def test_a_sender_that_falls_behind_is_named
      row = row_of { |_, _| Array.new(1_000) { |at| [at * 1_000_000, 2_000_000] } }

      assert row.fell_behind
      assert_match(%r{\Afell behind: sent 50[01]/s of 1,000/s}, row.footnotes.first)
      assert_operator row.percentiles[:p99_ns], :>, 900_000_000
    end

    def test_one_that_makes_up_for_a_stall_has_not_fallen_behind
      row = row_of { |_, _| Array.new(1_000) { |at| [[200 - at, 0].max * 1_000_000, 100_000] } }

      refute row.fell_behind
      assert_in_delta 1_000, row.achieved
    end

    def test_a_sender_that_is_late_by_itself_is_named
      row = row_of { |_, _| Array.new(1_000) { |at| [at % 50 == 7 ? 400_000 : 20_000, 100_000] } }

      assert_equal [400_000, 400_000], [row.late_p99_ns, row.late_max_ns].map { |ns| ns.round(-3) }
      assert_equal ["the sender itself was late: 1 % of the calls began 0.4 ms or more after they could have"], row.footnotes
    end

    def test_one_that_waits_for_an_answer_is_not_late
      row = row_of { |_, _| Array.new(1_000) { |at| at % 100 == 1 ? [4_000_000, 0] : [0, at % 100 == 0 ? 5_000_000 : 10] } }

      assert_operator row.late_max_ns, :<, 5_000
      assert_empty row.footnotes
    end

    def test_as_many_calls_may_wait_as_there_are_workers
      calls = ->(_, _) { Array.new(1_000) { [0, 1_900_000] } }

      assert_in_delta 0.95, row_of(cells: [{ "mode" => "threads-2" }], &calls).utilisation, 0.01
      assert_in_delta 1.0, row_of(&calls).utilisation
    end

    def test_a_wrong_row_has_a_reason_and_no_figure
      failure = { "type" => "failure", "cell" => "c1", "contender" => "dalli", "status" => "invalid", "reason" => "wrong reply" }
      row, *others = MadeRates.table(rates: [1_000, 2_000], more: [failure]).rows

      assert_empty others
      assert_equal ["invalid", "wrong reply", nil, nil], [row.status, row.reason, row.rate, row.percentiles]
    end

    def test_an_unmeasured_row_says_so
      row = MadeRates.table(rates: [1_000, 2_000]) { |rate, _| [[0, 5]] if rate == 1_000 }.rows.last

      assert_equal [2_000, "failed", "not measured before the run ended"], [row.rate, row.status, row.reason]
    end

    private

    def row_of(**given, &calls) = MadeRates.table(**given, &calls).rows.first
  end

  class Stats::OpenLoop::FiguresTest < Minitest::Test
    def test_percentiles_are_of_all_calls_together
      row = row_of { |_, process| Array.new(500) { |at| [0, (process * 500) + at + 1] } }

      assert_equal({ count: 3_000, p50_ns: 1_500, p90_ns: 2_700, p99_ns: 2_970, p99_9_ns: nil, max_ns: 3_000 },
                   row.percentiles.transform_values { |value| value && (value > 2_047 ? value / 10 * 10 : value) })
    end

    def test_an_interval_takes_six_processes
      assert_nil row_of(processes: 5).intervals[:p50_ns]
      low, high = row_of { |_, process| Array.new(500) { [0, 1_000 + process] } }.intervals[:p50_ns]

      assert_operator low, :<, high
      assert low.between?(1_000, 1_005) && high.between?(1_000, 1_005)
    end

    def test_a_latency_counts_from_when_the_call_was_due
      assert_equal 90_000, row_of { |_, _| Array.new(100) { [70_000, 20_000] } }.percentiles[:max_ns]
    end

    def test_busy_is_the_share_of_time_in_which_a_call_was_under_way
      assert_in_delta 0.2, row_of { |_, _| Array.new(1_000) { [0, 200_000] } }.utilisation, 0.001
    end

    def test_times_that_did_not_fit_count_as_the_others_do
      row = row_of { |_, _| Array.new(1_000) { |at| at < 500 ? [0, 200_000] : [0xffffffff, 0] } }

      assert row.fell_behind
      assert_operator row.utilisation, :>, 0.03
      assert_equal 0xffffffff, row.percentiles[:max_ns]
    end

    private

    def row_of(**given, &calls) = MadeRates.table(**given, &calls).rows.first
  end

  class Stats::OpenLoop::SenderTest < Minitest::Test
    DUE = [100, 200, 300, 400].freeze

    def test_a_call_waits_for_the_sender_alone_when_nobody_is_under_way
      assert_equal [5, 0, 7, 0], sender([5, 0, 7, 0], [20, 20, 20, 20]).late
    end

    def test_lateness_excludes_the_wait_for_an_answer
      # The first takes 250 ns: the second begins 150 ns late, at once when it can.
      assert_equal [0, 0, 3, 0], sender([0, 150, 73, 0], [250, 170, 90, 20]).late
    end

    def test_a_second_worker_does_not_wait_for_the_first
      assert_equal [0, 40, 0, 0], sender([0, 40, 0, 0], [250, 60, 90, 20], workers: 2).late
    end

    def test_omits_an_unknown_start
      assert_equal [0, 0], sender([0, 0, 0xffffffff, 0xffffffff], [20, 20, 0xffffffff, 0xffffffff]).late
    end

    def test_uses_the_time_of_the_block_if_the_last_start_is_unknown
      assert_equal 9_000_000_000, sender([0, 0xffffffff], [9, 0xffffffff], wall_ns: 9_000_000_000).sent_ns
    end

    def test_sums_of_a_block
      one = sender([0, 150, 73, 10], [250, 170, 90, 30], wall_ns: 430)

      assert_equal [400, 410, 430, 307.0], [one.due_ns, one.sent_ns, one.available_ns, one.busy_ns]
      assert_equal 860, sender([0], [1], wall_ns: 430, workers: 2).available_ns
    end

    def test_a_block_may_have_fewer_calls_than_the_timetable
      assert_equal [200, 205], [sender([0, 5], [9, 9]).due_ns, sender([0, 5], [9, 9]).sent_ns]
    end

    private

    def sender(lags, latencies, workers: 1, wall_ns: 0)
      block = { "lags" => [lags.pack("L<*")].pack("m0"), "latencies" => [latencies.pack("L<*")].pack("m0"), "wall_ns" => wall_ns }
      Stats::OpenLoop::Rows::Sender.new(block, DUE, workers)
    end
  end
end
