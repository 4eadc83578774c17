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
