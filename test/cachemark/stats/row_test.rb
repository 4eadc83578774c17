# frozen_string_literal: true

require "test_helper"

class RowTest < Minitest::Test
  def test_says_calls_a_second_and_precision
    row = row(status: "ok", wall_ns: 20_000.0, interval: [10.0, 40.0], socket_ratio_interval: [1.0, 1.21])

    assert_in_delta 50_000, row.calls_per_s
    assert_in_delta 1.0, row.precision
    assert_in_delta 0.1, row.socket_ratio_precision
  end

  def test_is_measured_when_it_has_exactly_the_iterations
    assert row(status: "ok", iterations: 20).measured?(20)
    refute row(status: "ok", iterations: 20).measured?(21)
    refute row(status: "failed").measured?(nil)
  end

  def test_without_figures_it_says_nothing
    row = row(status: "failed")

    refute_predicate row, :ok?
    assert_nil row.calls_per_s
    assert_nil row.precision
  end

  private

  def row(**members) = MadeRecord.row(**members)
end

class RowOriginTest < Minitest::Test
  def test_tells_what_the_process_loaded
    row = MadeRecord.table.rows.last

    assert_equal ["1.0", "ruby 3.1.2", "/gems/dalli.rb", "digest of dalli", { "dalli" => "1.0" }],
                 row.to_h.values_at(:version, :runtime, :file, :digest, :versions)
  end

  def test_a_contender_that_never_started_has_at_least_its_environment
    row = MadeRecord.table(processes: 0).rows.last

    assert_nil row.file
    assert_equal "ruby 3.1.2", row.runtime
  end

  def test_hits_and_misses_are_the_proofs
    assert_equal [3, 0], MadeRecord.table.rows.last.to_h.values_at(:hits, :misses)
  end
end
