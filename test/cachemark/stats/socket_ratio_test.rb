# frozen_string_literal: true

require "test_helper"

class SocketRatioTest < Minitest::Test
  def test_a_drift_of_the_machine_cancels_out_round_by_round
    rows = rows { |contender, process, block| (contender == "socket" ? 1_000 : 1_500) * (1 + process + block) }

    assert_in_delta 1.5, rows.last.socket_ratio, 1e-9
    assert_in_delta 1.5, rows.last.socket_ratio_interval.first, 1e-9
    assert_operator rows.last.interval.first, :<, rows.last.wall_ns * 0.8
  end

  def test_rounds_are_told_apart_by_generation
    lines = MadeRecord.lines { |contender, process, _block| (contender == "socket" ? 1_000 : 2_000) * (1 + process) }
    lines.select { |line| line["round"] }.each { |line| line["round"] %= 3 }

    assert_in_delta 2.0, table(lines).last.socket_ratio_interval.last, 1e-9
  end

  def test_collection_in_a_minority_of_rounds_is_in_the_ratio
    lines = MadeRecord.lines(blocks: 5)
    blocks = lines.select { |line| line["type"] == "block" }.each { |block| block["gc_ns"] = 0 }
    blocks.select { |block| block["cell"] == "c-dalli" && (block["round"] % 5).zero? }
          .each { |block| block.update("wall_ns" => block["wall_ns"] * 2, "gc_ns" => block["wall_ns"]) }

    assert_in_delta 2.0 * 1.2, table(lines).last.socket_ratio, 1e-9
  end

  def test_a_round_without_socket_is_left_out_of_the_median_but_not_of_collection
    lines = MadeRecord.lines
    lines.reject! { |line| line["cell"] == "c-socket" && line["type"] == "block" && (line["round"] % 3).zero? }

    assert_in_delta 2.0, table(lines).last.socket_ratio, 1e-9
  end

  def test_socket_is_its_own_measure
    assert_equal [1.0, [1.0, 1.0]], rows.first.to_h.values_at(:socket_ratio, :socket_ratio_interval)
  end

  def test_there_is_none_below_six_processes_but_a_ratio
    row = rows(processes: 5).last

    assert_in_delta 2.0, row.socket_ratio
    assert_nil row.socket_ratio_interval
  end

  def test_a_socket_with_wrong_replies_measures_nothing
    lines = MadeRecord.lines
    lines.find { |line| line["type"] == "proof" && line["cell"] == "c-socket" }["ok"] = false

    assert_nil table(lines).last.socket_ratio
  end

  def test_a_socket_of_another_language_measures_nothing
    lines = MadeRecord.lines
    lines.each { |line| line["client"] = "python/socket" if line["client"] == "ruby/socket" }

    assert_nil table(lines).last.socket_ratio
  end

  def test_a_socket_on_another_runtime_measures_nothing
    lines = MadeRecord.lines
    lines.each { |line| line["runtime"] = "ruby 3.4" if line["process"] && line["contender"] == "socket" }

    assert_nil table(lines).last.socket_ratio
  end

  private

  def rows(**options, &cost) = MadeRecord.table(**options, &cost).rows
  def table(lines) = Said::Table.of(Cachemark::Record.from_lines(lines)).rows
end
