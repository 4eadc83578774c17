# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::SweepTest < Minitest::Test
    Dimensions = Stats::Sweep::Dimensions

    def test_a_series_has_a_row_for_each_value
      sweep = sweeps.first

      assert_equal ["size", %w[100 10k 1M], [100, 10_000, 1_000_000]], [sweep.name, sweep.values, sweep.numbers]
      assert_equal [["dalli", false], ["pymemcache", false], ["socket", true]],
                   sweep.series.map { |series| [series.contender, series.reference] }
      assert_equal [["client/get"], [2_000, 20_000, 200_000]],
                   [sweep.places.keys, sweep.series[0].rows.map { |row| row.wall_ns.round }]
      table = Stats::Table.of(MadeRecord.of)
      assert_equal [[], {}], [Stats::Sweep.of(table), table.rows.first.dimensions]
      assert_nil Stats::Sweep.new(names: %w[popularity], values: %w[uniform zipf-1], series: []).numbers
    end

    def test_the_other_dimension_of_a_grid_is_part_of_the_place
      size, keys = sweeps(MadeSweep.of(sizes: %w[100 10k], keys: %w[1 10]))

      assert_equal [%w[client/get,keys=1 client/get,keys=10], %w[client/get,size=100 client/get,size=10k]],
                   [size.places.keys, keys.places.keys]
      assert(size.series.all? { |series| series.rows.all? })
    end

    def test_a_point_that_was_not_measured_is_a_gap
      lines = MadeSweep.of.lines.reject { |line| line["scenario"] == "client/get,size=10k" && line["contender"] == "dalli" }
      dalli = sweeps(Record.from_lines(lines)).first.series.find { |one| one.contender == "dalli" }

      assert_equal [true, false, true], dalli.rows.map { |row| !row.nil? }
    end

    def test_finds_the_values_of_parameters_modes_and_options
      sweeps = [{ "names" => %w[size], "values" => %w[1] }, { "names" => %w[threads,shared pool], "values" => %w[4] },
                { "names" => %w[serializer], "values" => %w[json] }]
      found = Dimensions.of(sweeps, scenario: "client/get,size=1,keys=3", mode: "threads-4,shared",
                                    notation: "dalli@4.3.10,serializer=json,pool=4")

      assert_equal({ "size" => "1", "threads,shared" => "4", "serializer" => "json" }, found)
      assert_equal({}, Dimensions.of(sweeps, scenario: "client/get", mode: "sync", notation: "dalli"))
    end

    def test_a_series_is_named_without_what_was_swept
      row = MadeRecord.row(contender: "dalli,serializer=json", scenario: "client/get,size=1,keys=3", mode: "threads-4")

      assert_equal ["dalli", "dalli,serializer=json"],
                   [%w[serializer], %w[size]].map { |names| Dimensions.contender(row, names) }
      assert_equal ["client/get,keys=3 (threads-4)", "client/get,size=1,keys=3"],
                   [%w[size], %w[threads]].map { |names| Dimensions.place(row, names) }
    end

    private

    def sweeps(record = MadeSweep.of) = Stats::Sweep.of(Stats::Table.of(record))
  end
end
