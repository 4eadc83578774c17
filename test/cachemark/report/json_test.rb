# frozen_string_literal: true

require "test_helper"

require "json_schemer"

class ReportJSONTest < Minitest::Test
  SCHEMA = JSONSchemer.schema(Pathname("#{Cachemark::ROOT}/schema/run.json"))

  def test_follows_its_schema
    assert_empty errors(MadeRecord.table)
    assert_empty errors(MadeRecord.table(processes: 1, blocks: 0, ending: nil))
    assert_empty errors(MadeRecord.table(block: { "latencies" => [([5_000] * 300).pack("L<*")].pack("m0") }))
  end

  def test_a_concurrent_row_follows_it_too
    table = MadeRecord.table

    assert_empty errors(table.with(rows: table.rows.map { |row| row.with(mode: "threads-4", in_flight: { seen: 4, of: 4 }) }))
  end

  def test_the_schema_knows_every_member_of_a_row
    known = JSON.parse(File.read("#{Cachemark::ROOT}/schema/run.json")).dig("$defs", "row", "properties").keys

    assert_equal (Cachemark::Stats::Row.members - Cachemark::Stats::Row::INTERNAL).map(&:to_s).sort, known.sort
  end

  def test_begins_with_what_it_is
    document = document(MadeRecord.table)

    assert_equal %w[schema command cachemark], document.keys.first(3)
    assert_equal "cachemark/run/1", document["schema"]
    assert_equal ["dalli"], document["rows"].map { |row| row["contender"] }
  end

  def test_figures_survive_unrounded
    row = MadeRecord.table.shown.first

    assert_equal row.wall_ns, document(MadeRecord.table)["rows"].first["wall_ns"]
  end

  private

  def document(table) = JSON.parse(Cachemark::Report::JSON.new(table).to_s)
  def errors(table) = SCHEMA.validate(document(table)).map { |error| error["error"] }
end
