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
  def test_has_the_facts_that_the_process_loaded
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

class StatusTest < Minitest::Test
  def test_a_measured_and_proven_cell_is_ok
    assert_equal ["ok", nil], status(MadeRecord.lines)
  end

  def test_one_wrong_reply_in_one_process_makes_it_invalid
    lines = MadeRecord.lines
    lines.select { |line| line["type"] == "proof" }.last.merge!("ok" => false, "reason" => "get k1 answered v2")

    assert_equal ["invalid", "get k1 answered v2"], status(lines)
  end

  def test_a_cell_that_cannot_run_here_says_why
    lines = MadeRecord.lines
    lines.find { |line| line["cell"] == "c-dalli" }.merge!("status" => "unavailable", "reason" => "needs Ruby >= 3.3")

    assert_equal ["unavailable", "needs Ruby >= 3.3"], status(lines)
  end

  def test_a_failure_takes_the_speed_of_what_was_measured_before
    lines = MadeRecord.lines << { "type" => "failure", "cell" => "c-dalli", "status" => "failed", "reason" => "the driver hung" }

    assert_equal ["failed", "the driver hung"], status(lines)
  end

  def test_other_bytes_than_the_proxy_saw_make_it_invalid
    lines = MadeRecord.lines(block: { "server_bytes_in" => 100, "server_bytes_out" => 500 })
    works = [1, 2].map { |pass| { "type" => "work", "cell" => "c-dalli", "pass" => pass, "bytes_out" => 50, "bytes_in" => 5 } }
    status, reason = status(lines + works)

    assert_equal "invalid", status
    assert_match(/sent 1 bytes an iteration, through the proxy 50/, reason)
  end

  def test_a_reason_that_the_record_keeps_as_facts
    kept = { "id" => "departure", "facts" => { "way" => "sent", "timed" => 9, "seen" => 5 }, "detail" => nil }
    lines = MadeRecord.lines << { "type" => "failure", "cell" => "c-dalli", "status" => "invalid", "reason" => kept }

    assert_match(/its timed calls sent 9 bytes an iteration, through the proxy 5/, status(lines).last)
  end

  def test_a_cell_that_the_run_never_reached_says_so
    assert_equal ["failed", "not measured before the run ended"], status(MadeRecord.lines(blocks: 0))
  end

  private

  def status(lines)
    evidence = Cachemark::Stats::Evidence.new(Cachemark::Record.from_lines(lines))
    Cachemark::Report::Sentences.in(evidence.status(evidence.cells.last))
  end
end

class IdenticalTest < Minitest::Test
  def test_names_the_twin_on_both_sides
    first, second = notes(contenders: %w[a b]) { |line| twin(line) }

    assert_includes first, "identical to b: same code, same options"
    assert_includes second, "identical to a: same code, same options"
  end

  def test_other_options_are_no_twins
    first, second = notes(contenders: %w[a b]) do |line|
      twin(line)
      line["options"] = { "binary" => line["contender"] == "a" } if line["type"] == "environment"
    end

    refute_match(/identical/, (first + second).join)
  end

  def test_options_are_read_from_the_notation_where_the_record_has_no_others
    first, = notes(contenders: %w[a b]) do |line|
      twin(line)
      line["notation"] = "a@1.0#{",binary=on" if line["contender"] == "b"}" if line["type"] == "cell"
    end

    refute_match(/identical/, first.join)
  end

  def test_another_digest_is_another_contender
    first, = notes(contenders: %w[a b]) { |line| line["client"] &&= "ruby/a" }

    refute_match(/identical/, first.join)
  end

  private

  def twin(line)
    line["client"] &&= "ruby/a" unless line["contender"] == "socket"
    line["digest"] &&= "same" unless line["contender"] == "socket"
    line["gems"] &&= { "a" => "1.0" }
  end

  def notes(**options, &change)
    lines = MadeRecord.lines(**options).each(&change)
    Said::Table.of(Cachemark::Record.from_lines(lines)).rows.last(2).map(&:footnotes)
  end
end
