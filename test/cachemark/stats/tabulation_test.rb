# frozen_string_literal: true

require "test_helper"

class TabulationTest < Minitest::Test
  def test_a_row_holds_figures_per_call
    row = MadeRecord.table.rows.last

    assert_in_delta 2_000, row.wall_ns, 1e-6
    assert_in_delta 1_000, row.user_ns, 1e-6
    assert_in_delta 500, row.system_ns, 1e-6
    assert_in_delta 3, row.allocations
    assert_in_delta 2.0, row.socket_ratio, 1e-9
    assert_equal [8, 24, 2_400, 3, 0], row.to_h.values_at(:processes, :blocks, :iterations, :hits, :misses)
  end

  def test_a_row_that_is_not_ok_has_no_figures
    lines = MadeRecord.lines << { "type" => "failure", "cell" => "c-dalli", "status" => "invalid", "reason" => "wrong reply" }
    row = Cachemark::Stats::Table.of(Cachemark::Record.from_lines(lines)).rows.last

    assert_equal ["invalid", "wrong reply", nil, nil, nil, nil],
                 row.to_h.values_at(:status, :reason, :wall_ns, :interval, :socket_ratio, :hits)
  end

  def test_a_record_without_any_block_is_a_table_all_the_same
    assert_equal %w[failed failed], MadeRecord.table(processes: 0).rows.map(&:status)
  end
end
