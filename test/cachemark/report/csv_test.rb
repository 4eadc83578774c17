# frozen_string_literal: true

require "test_helper"

require "csv"

class ReportCSVTest < Minitest::Test
  def test_has_a_line_per_row_and_named_columns
    lines = CSV.parse(text(MadeRecord.table(contenders: %w[dalli memcached])), headers: true)

    assert_equal %w[dalli memcached], lines.map { |line| line["contender"] }
    assert_in_delta 2_000, lines.first["wall_ns"].to_f, 1e-6
    assert_in_delta 2_000, lines.first["mean_ns"].to_f, 1e-6
    assert_in_delta 2.0, lines.first["socket_ratio_low"].to_f, 1e-9
    assert_equal "dalli 1.0", lines.first["versions"]
  end

  def test_every_line_has_the_notes_of_the_table
    run = { "placement" => { "pinned" => false, "note" => "NOT PINNED: a test" } }
    lines = CSV.parse(text(MadeRecord.table(contenders: %w[dalli memcached], run: run)), headers: true)

    assert_equal ["NOT PINNED: a test"], lines.map { |line| line["notes"] }.uniq
  end

  def test_a_row_without_figures_leaves_its_columns_empty
    line = CSV.parse(text(MadeRecord.table(blocks: 0)), headers: true).first

    assert_equal ["failed", nil, nil], line.values_at("status", "wall_ns", "latency_p50_ns")
  end

  def test_how_many_calls_waited_at_once_has_columns
    table = MadeRecord.table
    rows = [nil, { seen: 1, of: 8 }].map { |in_flight| table.rows.last.with(in_flight: in_flight) }
    lines = CSV.parse(text(table.with(rows: rows)), headers: true)

    assert_equal [[nil, nil], %w[1 8]], lines.map { |line| line.values_at("in_flight_seen", "in_flight_of") }
  end

  def test_a_table_without_rows_still_names_its_columns
    assert_match(/\Acontender,notation,client,/, text(MadeRecord.table(contenders: [])))
  end

  private

  def text(table) = Cachemark::Report::CSV.new(table).to_s
end
