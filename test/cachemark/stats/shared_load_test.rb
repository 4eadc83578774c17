# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::SharedLoadTest < Minitest::Test
    # Half of the calls take 100 µs and half 300 µs; the mean of two medians would be 200 µs.
    def test_calls_of_all_hosts_are_in_one_histogram
      row = row { |_, host, _| Array.new(1_000) { [0, host == "h1" ? 100_000 : 300_000] } }

      assert_equal 12_000, row.percentiles[:count]
      { 100_000 => :p50_ns, 300_000 => :p90_ns }.each { |ns, name| assert_in_epsilon ns, row.percentiles[name], 0.001 }
      assert_equal([100, 300], row.hosts.map { |host| (host.percentiles[:p50_ns] / 1e3).round })
    end

    def test_the_rate_and_the_count_of_the_servers_are_those_of_all_hosts
      row, tally = row(), row().tally

      assert_equal [2_000, 2_000.0, false, [["h1", 1_000], ["h2", 1_000]]],
                   [row.rate, row.achieved, row.fell_behind, row.hosts.map { |host| [host.host, host.rate] }]
      assert_in_delta 0.1, row.hosts.first.cpu, 1e-9
      assert_equal [1_200, 1_200, 0.2, 4, 1_000, 400],
                   [tally.counted["hits"], tally.least["hits"], tally.cpu.round(3), tally.threads, tally.apart_ns,
                    tally.clock_error_ns]
    end

    # Each step has fresh processes on every host.
    def test_steps_are_the_unit_of_intervals
      row = row { |_, _, step| Array.new(1_000) { [0, step == 1 ? 900_000 : 100_000] } }

      assert_equal [6, 12], [row.processes, row.blocks]
      assert_operator row.intervals[:p90_ns].last, :>, 800_000
    end

    # Calls that did not arrive, and a step or a cell that failed on a host, which the others follow.
    def test_what_has_no_figures
      wrong = { "counted" => "199 hits", "made" => "200 hits" }
      failure = { "type" => "failure", "cell" => "c1", "status" => "failed" }
      more = { "h1" => [failure.merge("reason" => Vocabulary::ELSEWHERE)], "h2" => [failure.merge("reason" => "no compiler")] }
      { { tally: { "wrong" => wrong } } => ["invalid", Stats::Remark[:other_work, **wrong.transform_keys(&:to_sym)]],
        { tally: { "failed" => true } } => ["failed", Stats::Evidence::UNMEASURED],
        { more: more } => ["failed", Stats::Remark[:on_host, host: "h2", note: "no compiler"]] }.each do |made, wanted|
        assert_equal [*wanted, nil], row(**made).to_h.values_at(:status, :reason, :percentiles)
      end
    end

    def test_blocks_that_a_lost_host_did_not_finish_do_not_count
      table = table(lost: ["h2"])

      assert_equal [1, 2], table.rows.first.to_h.values_at(:processes, :blocks)
      assert_includes table.notes, Stats::Remark[:load_lost, host: "h2"]
    end

    # Of a load in which one host is on time and the other takes twice as long, three quarters of the calls are sent in time.
    def test_the_limit_of_a_load_that_fell_behind
      behind = Array.new(100) { |at| [at * 1_000_000, 2_000_000] }
      half = row { |_, host, _| host == "h1" ? Array.new(100) { [0, 10_000] } : behind }

      { row { behind } => [[:worker_limit, { hosts: %w[h1 h2] }]], half => [[:worker_limit, { hosts: %w[h2] }]],
        row(tally: { "cpu" => 1.875 }) { behind } => [[:server_limit, { cpu: 1.875, threads: 2 }]],
        row => [] }.each do |one, limit|
        found = one.footnotes.select { |remark| remark.id.to_s.end_with?("limit") }
        assert_equal limit, found.map { |remark| [remark.id, remark.facts] }
      end
      assert_in_delta half.hosts.sum(&:achieved), half.achieved, 1e-9
      assert_in_delta 1_500, half.achieved, 10
      assert half.fell_behind
    end

    def test_the_notes_name_all_hosts_and_how_closely_they_began
      assert_equal Stats::Remark[:load_of_hosts, hosts: %w[h1 h2], apart_ns: 1_000, clock_error_ns: 400], table.notes.first
      refute_includes table.notes, Stats::Remark[:shared_server]
    end

    private

    def table(...) = Stats::OpenLoop.of(MadeLoad.of(...))
    def row(...) = table(...).rows.first
  end
end
