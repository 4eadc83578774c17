# frozen_string_literal: true

require "test_helper"

class TableTest < Minitest::Test
  def test_rows_stand_in_the_order_of_the_cells
    assert_equal %w[socket dalli memcached], MadeRecord.table(contenders: %w[dalli memcached]).rows.map(&:contender)
  end

  def test_socket_rides_along_unseen
    assert_equal ["dalli"], MadeRecord.table.shown.map(&:contender)
    assert_equal ["dalli"], MadeRecord.table.sections.map(&:heading)
  end

  # A run that was ended early says so once, not row by row; the rows are there for programs.
  def test_rows_that_nobody_came_to_are_counted_and_not_listed
    lines = MadeRecord.lines(contenders: %w[dalli memcached], ending: { "outcome" => "interrupted" })
                      .reject { |line| line["type"] == "block" && line["cell"] == "c-memcached" }
    table = Cachemark::Stats::Table.of(Cachemark::Record.from_lines(lines))

    assert_equal [%w[ok failed], %w[dalli], %w[dalli]],
                 [table.shown.map(&:status), table.listed.map(&:contender), table.sections.map(&:heading)]
    assert_includes table.notes, "not measured: 1 row"
    page = Cachemark::Report::Terminal.new(table, width: 100).to_s
    refute_match(/failed|not measured before/, page.sub(/^Note: no x.*/, ""))
    assert_equal "failed", JSON.parse(Cachemark::Report::JSON.new(table).to_s)["rows"].last["status"]
  end

  def test_a_run_that_went_to_its_end_lists_every_row
    lines = MadeRecord.lines(contenders: %w[dalli memcached])
                      .reject { |line| line["type"] == "block" && line["cell"] == "c-memcached" }
    table = Cachemark::Stats::Table.of(Cachemark::Record.from_lines(lines))

    assert_equal %w[dalli memcached], table.listed.map(&:contender)
    refute_includes table.notes, "not measured: 1 row"
  end

  def test_carries_the_run
    table = MadeRecord.table

    assert_equal ["run", "0.1.0", "complete"], [table.command, table.version, table.outcome]
    assert_equal "1.6.18", table.server["version"]
    assert_equal "one-core", table.placement["name"]
    assert_equal "AMD EPYC", table.machine["cpu"]
  end

  def test_totals_stand_for_the_iterations_asked_for_or_the_published_ones
    assert_equal 10_000, MadeRecord.table.iterations
    assert_equal 2_500, MadeRecord.table(run: { "suite" => { "layout" => "versions" } }).iterations
    assert_equal 40, MadeRecord.table(run: { "options" => { "iterations" => 40 } }).iterations
  end
end
