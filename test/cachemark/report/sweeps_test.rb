# frozen_string_literal: true

require "test_helper"
require "csv"

module Cachemark
  class Report::SweepsTest < Minitest::Test
    extend Golden

    TEXTS = {
      "a line per contender and a column per value" => -> { text },
      "a grid has a table per sweep" => -> { text(sizes: %w[100 10k], keys: %w[1 10]) },
      "a row without figures has its status" => -> { text(without: ["c-dalli-1"]) }
    }.freeze
    golden "sweeps", TEXTS

    def test_programs_get_each_dimension_as_a_number
      table = MadeSweep.table(sizes: %w[100 10k], keys: %w[1 10])
      document = JSON.parse(Report::Run.text(table, "json"))
      csv, tidy = %w[csv tidy].map { |format| ::CSV.parse(Report::Run.text(table, format), headers: true) }

      assert_equal({ "size" => 10_000, "keys" => 1 }, document["rows"][4]["dimensions"])
      assert_equal [%w[100 1], %w[100 1]], [csv, tidy].map { |lines| lines.first.values_at("size", "keys") }
      assert_equal 4, tidy.map { |line| line.values_at("size", "keys") }.uniq.size
    end

    def test_the_chart_has_a_line_per_contender_over_the_values
      chart = Report::HTML::Charts::Curves.sweep(Stats::Sweep.of(MadeSweep.table).first)
      x = chart.spec[:layer].first[:encoding][:x]

      assert_equal ["sweep-size", "log", [100, 10_000, 1_000_000]], [chart.id, x[:scale][:type], x[:axis][:values]]
      assert_equal %w[100 10k 1M], JSON.parse(x[:axis][:labelExpr][/\A\[.*?\]/])
      assert_equal ["dalli", "pymemcache", "socket (reference)"], chart.spec[:data][:values].map { |point| point[:name] }.uniq
      assert_equal({ at: 2.0, x: 100 }, chart.spec[:data][:values].first.slice(:at, :x))
    end

    def test_values_that_are_no_numbers_are_in_the_order_of_the_command
      sweep = Stats::Sweep.of(MadeSweep.table(sizes: %w[etc 100])).first
      x = Report::HTML::Charts::Curves.sweep(sweep).spec[:layer].first[:encoding][:x]

      assert_equal ["value", "ordinal", %w[etc 100]], x.values_at(:field, :type, :sort)
    end

    def test_a_hit_ratio_is_shown_as_measured
      { [90, 10] => "90 %", [2, 1] => "66.7 % (asked 90 %)", [0, 0] => "" }.each do |(hits, misses), shown|
        lines = MadeRecord.lines(block: { "server_hits" => hits, "server_misses" => misses })
        lines.each { |line| line["definition"] = { "hit_ratio" => 0.9 } if line["type"] == "cell" }
        row = Said::Table.of(Record.from_lines(lines)).shown.first

        assert_equal shown, Report::Figures.hit_ratio(row.hit_ratio)
      end
    end

    private

    def text(**made) = Report::Run.text(MadeSweep.table(**made), "terminal", width: 100)
  end
end
