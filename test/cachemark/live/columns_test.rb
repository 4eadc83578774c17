# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Live::ColumnsTest < Minitest::Test
    PAINT = Report::Terminal::Paint.new(false)
    ROW = { label: "a:set", wall_ns: 31_370.0, interval: [31_000.0, 31_700.0], socket_ratio: 1.5, processes: 7 }.freeze

    def test_a_row_has_cost_precision_as_figure_and_bar_and_the_ratio
      assert_equal ["set", "31.37 us", "1.50", "± 1.1 %", "███████·", "31,878"], cells(:of_rows, MadeRecord.row(**ROW))
    end

    def test_a_column_comes_when_there_is_something_to_say
      headings = Live::Columns.of_rows([MadeRecord.row(**ROW, interval: nil, socket_ratio: nil)], PAINT, 0.01).map(&:heading)

      assert_equal ["", "per call", "known to", "calls/s"], headings
    end

    def test_known_is_the_ratio_and_of_the_reference_the_time
      assert_includes cells(:of_rows, MadeRecord.row(**ROW, socket_ratio_interval: [1.47, 1.53])), "± 2.0 %"
      assert_includes cells(:of_rows, MadeRecord.row(**ROW, socket_ratio: 1.0, socket_ratio_interval: [1.0, 1.0])), "± 1.1 %"
    end

    def test_without_an_interval_it_is_known_how_many_processes_it_takes
      assert_includes cells(:of_rows, MadeRecord.row(**ROW, interval: nil, processes: 4)), "4 of 6"
    end

    def test_a_row_without_figures_says_why
      assert_equal %w[set invalid], cells(:of_rows, MadeRecord.row(status: "invalid", label: "a:set"))
    end

    def test_a_row_has_its_mode
      assert_equal "set:threads-4", cells(:of_rows, MadeRecord.row(**ROW, mode: "threads-4")).first
    end

    def test_the_bar_is_of_what_was_asked_for
      assert_includes cells(:of_rows, MadeRecord.row(**ROW), goal: 0.05), "████████"
    end

    def test_a_row_at_a_rate_has_what_was_sent_and_percentiles
      row = MadeRates.table { |_, _| Array.new(200) { [0, 50_000] } }.rows.first

      assert_equal ["get", "1,000/s", "1,000/s", "50.00 us", "50.00 us"], cells(:of_rates, row).first(5)
    end

    def test_a_verdict_has_effect_interval_bar_and_pairs
      assert_equal ["get", "+ slower", "+4.1 % [3.6, 4.7]", "████████", "24", "17.23 -> 17.94 us"],
                   cells(:of_verdicts, MadeVerdicts.slower)
      assert_equal ["multiget", "! invalid", "0"], cells(:of_verdicts, MadeVerdicts.invalid)
    end

    private

    def cells(kind, row, goal: 0.01)
      Live::Columns.public_send(kind, [row], PAINT, goal).map { |column| column.cell.call(row) }
    end
  end
end
