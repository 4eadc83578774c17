# frozen_string_literal: true

require "test_helper"

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

  def test_other_bytes_than_the_tap_saw_make_it_invalid
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
    Cachemark::Report::Sentences.in(Cachemark::Stats::Status.of(evidence.cells.last, evidence))
  end
end
