# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OpenLoop::RowsTest < Minitest::Test
    def test_what_ran_and_what_it_came_to
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

    def test_what_is_not_measured_yet_says_so
      row = MadeRates.table(rates: [1_000, 2_000]) { |rate, _| [[0, 5]] if rate == 1_000 }.rows.last

      assert_equal [2_000, "failed", Stats::Status::UNMEASURED], [row.rate, row.status, row.reason]
    end

    private

    def row_of(**given, &calls) = MadeRates.table(**given, &calls).rows.first
  end
end
