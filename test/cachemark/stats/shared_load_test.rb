# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::SharedLoadTest < Minitest::Test
    # Half of the calls take 100 µs and half 300 µs; the mean of two medians would be 200 µs.
    def test_calls_of_all_hosts_are_in_one_histogram
      row = row { |_, host, _| Array.new(1_000) { [0, host == "h1" ? 100_000 : 300_000] } }

      assert_equal 12_000, row.percentiles[:count]
      assert_in_delta 100_000, row.percentiles[:p50_ns], 100
      assert_in_delta 300_000, row.percentiles[:p90_ns], 300
      assert_equal([100, 300], row.hosts.map { |host| (host.percentiles[:p50_ns] / 1e3).round })
    end

    def test_the_rate_is_that_of_all_hosts
      row = row()

      assert_equal [2_000, 2_000.0, false], [row.rate, row.achieved, row.fell_behind]
      assert_equal([%w[h1 h2], [1_000, 1_000]], [row.hosts.map(&:host), row.hosts.map(&:rate)])
      assert_in_delta 0.1, row.hosts.first.cpu, 1e-9
    end

    # Each step has fresh processes on every host.
    def test_steps_are_the_unit_of_intervals
      row = row { |_, _, step| Array.new(1_000) { [0, step == 1 ? 900_000 : 100_000] } }

      assert_equal [6, 12], [row.processes, row.blocks]
      assert_operator row.intervals[:p90_ns].last, :>, 800_000
    end

    def test_the_count_of_the_servers_is_in_the_row
      tally = row.tally

      assert_equal [1_200, 1_200], [tally.counted["hits"], tally.least["hits"]]
      assert_equal [0.2, 4, 1_000, 400], [tally.cpu.round(3), tally.threads, tally.apart_ns, tally.clock_error_ns]
    end

    def test_calls_that_did_not_arrive_have_no_figures
      row = row(tally: { "wrong" => { "counted" => "199 hits", "made" => "200 hits" } })

      assert_equal "invalid", row.status
      assert_equal "in one block, the servers counted 199 hits, but the hosts sent 200 hits", row.reason
      assert_nil row.percentiles
    end

    def test_blocks_that_a_lost_host_did_not_finish_do_not_count
      table = MadeLoad.table(lost: ["h2"])

      assert_equal [1, 2], table.rows.first.to_h.values_at(:processes, :blocks)
      assert_includes table.notes, "lost h2: only blocks that all hosts finished count"
    end

    def test_a_step_that_failed_on_a_host_does_not_count
      row = row(tally: { "failed" => true })

      assert_equal ["failed", "not measured before the run ended"], [row.status, row.reason]
    end

    # The others follow the host that failed.
    def test_a_cell_that_one_host_could_not_measure_has_no_figures
      failure = { "type" => "failure", "cell" => "c1", "status" => "failed" }
      row = row(more: { "h1" => [failure.merge("reason" => Vocabulary::ELSEWHERE)],
                        "h2" => [failure.merge("reason" => "no compiler")] })

      assert_equal ["failed", "h2: no compiler"], [row.status, row.reason]
    end

    def test_the_limit_of_a_load_that_fell_behind
      behind = ->(_, _, _) { Array.new(100) { |at| [at * 1_000_000, 2_000_000] } }

      assert_match(/^the workers were the limit: on h1 and h2,/, notes(row(&behind)))
      assert_match(/^the server was the limit: it used 1.9 cores of 2 threads/, notes(row(tally: { "cpu" => 1.9 }, &behind)))
      refute_match(/limit/, notes(row))
    end

    # One host is on time, the other takes twice as long: three quarters of the calls are sent in time.
    def test_the_calls_that_were_sent_are_those_of_all_hosts
      row = row { |_, host, _| Array.new(100) { |at| host == "h1" ? [0, 10_000] : [at * 1_000_000, 2_000_000] } }

      assert_in_delta row.hosts.sum(&:achieved), row.achieved, 1e-9
      assert_in_delta 1_500, row.achieved, 10
      assert_equal [true, "the workers were the limit: on h2"], [row.fell_behind, notes(row)[/^the workers.*h2/]]
    end

    def test_the_notes_name_all_hosts_and_how_closely_they_began
      note = "load from 2 hosts (h1 and h2): blocks began within 1.00 µs of each other, ± 400 ns"

      assert_includes MadeLoad.table.notes, note
      refute_includes MadeLoad.table.notes.join, "--allow-non-empty"
    end

    private

    def row(**more, &calls) = MadeLoad.table(**more, &calls).rows.first
    def notes(row) = row.footnotes.join("\n")
  end
end
