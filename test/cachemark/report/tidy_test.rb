# frozen_string_literal: true

require "test_helper"
require "csv"

module Cachemark
  class Report::TidyTest < Minitest::Test
    def test_a_line_is_one_figure_of_one_row
      lines = read(MadeRecord.table(contenders: %w[dalli memcached]))

      assert_equal lines.size, lines.map { |line| line.values_at("contender", "scenario", "mode", "figure") }.uniq.size
      wall = lines.find { |line| line.values_at("contender", "figure") == %w[dalli wall_ns] }
      assert_equal %w[ns/call 2026-11-21T10:00:00Z clients 1.6.18], wall.values_at("unit", "started_at", "suite", "server")
      assert_in_delta 2_000, wall["value"].to_f, 1e-6
      assert_operator wall["low"].to_f, :<=, wall["value"].to_f
      assert_operator wall["high"].to_f, :>=, wall["value"].to_f
    end

    # What a data frame does with it: filter, then spread.
    def test_spread_out_again_it_is_the_table
      table = MadeRecord.table(contenders: %w[dalli memcached])
      wide = read(table).to_h { |line| [line.values_at("contender", "figure"), line["value"]] }

      table.shown.product(Report::Tidy::UNITS.keys) do |row, name|
        told = wide[[row.contender, name.to_s]]
        row[name].nil? ? assert_nil(told) : assert_in_delta(row[name], told.to_f)
      end
    end

    def test_every_figure_of_a_row_has_a_unit
      left_out = %i[label section shown reached identical footnotes versions file digest calls iterations processes blocks interval
                    socket_ratio_interval latencies in_flight] + Report::Tidy::IDENTITY

      assert_equal Stats::Row.members - left_out, Report::Tidy::UNITS.keys
    end

    def test_a_row_without_figures_has_one_line_that_says_why
      lines = read(MadeRecord.table(blocks: 0))

      assert_equal [["failed", "not measured before the run ended", nil, nil]],
                   lines.map { |line| line.values_at("status", "reason", "figure", "value") }
    end

    def test_latencies_are_figures_too
      table = MadeRecord.table(block: { "latencies" => [([5_000] * 300).pack("L<*")].pack("m0") })
      line = read(table).find { |one| one["figure"] == "latency_p50_ns" }

      assert_equal %w[ns 5000], line.values_at("unit", "value")
    end

    private

    def read(table) = ::CSV.parse(Report::Tidy.new(table).to_s, headers: true).each.to_a
  end
end
