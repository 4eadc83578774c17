# frozen_string_literal: true

require "test_helper"
require "csv"

module Cachemark
  class Report::SweepsTest < Minitest::Test
    def test_a_sweep_has_a_line_per_contender_and_a_column_per_value
      text = text(MadeSweep.table)

      assert_match(/^ +100 +10k +1M\n-+\nclient.get: time per call by size\n/, text)
      assert_match(/^dalli +2\.00 µs +20\.0 µs +200 µs$/, text)
      assert_match(/^socket \(reference\) +1000 ns +10\.0 µs +100 µs$/, text)
      assert_operator text.index("time per call by size"), :<, text.index("get,size=100")
    end

    def test_a_grid_has_a_table_per_sweep
      text = text(MadeSweep.table(sizes: %w[100 10k], keys: %w[1 10]))

      ["client/get,keys=1: time per call by size", "client/get,keys=10: time per call by size",
       "client/get,size=100: time per call by keys", "client/get,size=10k: time per call by keys"].each do |heading|
        assert_match(/^#{Regexp.escape(heading)}$/, text)
      end
    end

    def test_a_row_without_figures_has_its_status
      assert_match(/^dalli +2\.00 µs +failed +200 µs$/, text(MadeSweep.table(without: ["c-dalli-1"])))
    end

    def test_a_run_without_sweeps_has_no_table_of_one
      refute_match(/time per call by/, text(MadeRecord.table))
      refute_match(/hit ratio/, Report::Run.text(MadeRecord.table, "markdown"))
    end

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

    def text(table) = Report::Run.text(table, "terminal", width: 100)
  end
end
