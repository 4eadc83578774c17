# frozen_string_literal: true

require "test_helper"

class ClassicOriginTest < Minitest::Test
  def test_lists_the_server_as_document_003_does
    assert_equal ["- Debian GNU/Linux 12 (bookworm), AMD EPYC, 8GB RAM.", "- ruby 3.1.2", "- Clients: dalli@1.0",
                  "- memcached 1.6.18, placement one-core",
                  "- 2026-11-21: 10,000 iterations of each row, scaled from the cost of one"],
                 origin(MadeRecord.table).list
  end

  def test_names_rails_where_a_row_ran_on_it
    table = MadeRecord.table
    rows = table.rows.map { |row| row.with(versions: { "activesupport" => "7.1.5" }) }

    assert_equal ["Rails 7.1.5 on ruby 3.1.2"], origin(table.with(rows: rows)).runtimes
    assert_equal "Testing with Rails 7.1.5 on ruby 3.1.2", origin(table.with(rows: rows)).testing
  end

  def test_says_measured_only_where_it_is_so
    measured = MadeRecord.table(run: { "options" => { "iterations" => 2_400 } })
    scaled = MadeRecord.table(run: { "options" => { "iterations" => 2_500 } })

    assert_match(/2,400 iterations of each row, measured/, origin(measured).list.join("\n"))
    assert_match(/2,500 iterations of each row, scaled/, origin(scaled).list.join("\n"))
  end

  def test_says_how_many_were_measured_where_a_run_did_not_get_to_all
    table = MadeRecord.table(contenders: %w[a b], run: { "options" => { "iterations" => 2_400 } })
    rows = table.rows.map { |row| row.contender == "b" ? row.with(iterations: 60) : row }

    assert_match(/each row, of which 1 measured, 1 scaled from the cost of one$/, origin(table.with(rows: rows)).list.join("\n"))
  end

  def test_is_the_preamble_of_document_000
    assert_equal "Times are from a machine with 2 AMD EPYC cores and 8GB RAM running Debian GNU/Linux 12 (bookworm).",
                 origin(MadeRecord.table).sentence
  end

  def test_an_unknown_machine_is_said_to_be_so
    table = MadeRecord.table(run: { "machine" => {}, "server" => {} })

    assert_equal "- an unknown system, unknown CPU.", origin(table).machine
    refute_match(/memcached 1/, origin(table).list.join)
  end

  def test_carries_the_notes
    assert_equal "- no interval where a row has fewer than 6 fresh processes", origin(MadeRecord.table(processes: 2)).list.last
  end

  private

  def origin(table) = Cachemark::Report::Classic::Origin.new(table)
end
