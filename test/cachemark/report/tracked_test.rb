# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::TrackedTest < Minitest::Test
    def test_a_row_is_called_what_it_is_called_in_every_run
      table = MadeRecord.table
      rows = table.shown.flat_map { |row| [row, row.with(mode: "threads-4")] }

      assert_equal ["dalli client/set", "dalli client/set threads-4"],
                   Report::Tracked.of_table(table.with(rows: rows)).map(&:name)
    end

    def test_time_has_its_interval_and_every_figure_its_unit
      table = MadeRecord.table
      row = table.shown.first
      measures = Report::Tracked.of_table(table).first.measures

      assert_equal [["latency", "ns/call", row.wall_ns, row.interval],
                    ["socket-ratio", "ratio", row.socket_ratio, row.socket_ratio_interval],
                    ["allocations", "objects/call", row.allocations, nil]],
                   measures.map { |one| [one.slug, one.unit, one.value, one.interval] }
    end

    def test_a_row_without_figures_is_left_out
      assert_empty Report::Tracked.of_table(MadeRecord.table(blocks: 0))
    end

    def test_a_cell_at_a_rate_is_a_benchmark_of_its_own
      tracked = Report::Tracked.of_open_loop(MadeRates.table(rates: [1_000, 2_000]))

      assert_equal ["dalli client/get at 1000/s", "dalli client/get at 2000/s"], tracked.map(&:name)
      assert_equal %w[latency-p50 latency-p90 latency-max], tracked.first.measures.map(&:slug) - %w[latency-p99 latency-p99-9]
    end
  end
end
