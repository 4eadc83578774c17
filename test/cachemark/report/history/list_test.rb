# frozen_string_literal: true

require "test_helper"
require "json_schemer"

class HistoryListTest < Minitest::Test
  SCHEMA = JSONSchemer.schema(Pathname("#{Cachemark::ROOT}/schema/history.json"))
  LIST = Cachemark::Report::History::List

  def test_a_terminal_has_records_by_where_they_were_measured
    there = MadeTrend.entry(machine_description: "Xeon", figures: 0, outcome: nil)
    text = LIST::Terminal.new([MadeTrend.entry, there], width: 100).to_s

    assert_match(/^AMD EPYC, 2 cores; memcached 1.6.18; one-core\n2026-01-01 00:00  run +clients +12  complete  20260101T/, text)
    assert_match(/^Xeon; memcached 1.6.18; one-core\n2026-01-01 00:00  run +clients +not /, text)
    assert text.end_with?("\n2 records.\n")
  end

  def test_a_narrow_terminal_keeps_what_names_a_record
    assert(LIST::Terminal.new([MadeTrend.entry], width: 40).to_s.lines.all? { |line| line.chomp.size <= 40 })
  end

  def test_an_empty_history_says_how_to_begin_one
    assert_equal "No record is in the history yet: cachemark history add RECORD\n", LIST::Terminal.new([], width: 80).to_s
  end

  def test_markdown_has_a_table
    assert_includes LIST::Markdown.new([MadeTrend.entry(suite: "a|b")]).to_s, "| 2026-01-01 00:00 | run | a\\|b | 12 | complete |"
  end

  def test_json_follows_its_schema_and_has_every_member
    document = JSON.parse(LIST::JSON.new([MadeTrend.entry, MadeTrend.entry(suite: nil, outcome: nil)]).to_s)

    assert_empty(SCHEMA.validate(document).map { |error| error["error"] })
    assert_equal Cachemark::History::Entry.members.map(&:to_s).sort, document["entries"].first.keys.sort
  end
end
