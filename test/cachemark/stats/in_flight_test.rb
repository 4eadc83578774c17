# frozen_string_literal: true

require "test_helper"

class InFlightTest < Minitest::Test
  CELL = { "cell" => "c1", "mode_note" => "its sockets are not cooperative" }.freeze

  def test_all_at_once_need_no_reason
    assert_equal [{ seen: 8, of: 8 }, "in flight: 8 of 8"], told("seen" => 8)
  end

  def test_fewer_have_the_reason_that_is_known
    assert_equal [{ seen: 1, of: 8 }, "in flight: 1 of 8 (its sockets are not cooperative)"], told("seen" => 1)
    assert_equal "in flight: 1 of 8", told({ "seen" => 1 }, CELL.except("mode_note")).last
  end

  def test_what_could_not_be_seen_is_no_number
    assert_equal [nil, "in flight: not known (TimeoutError: too slow)"], told("seen" => nil, "reason" => "TimeoutError: too slow")
  end

  def test_where_nobody_looked_there_is_nothing
    assert_equal [nil, nil], told(nil)
  end

  private

  def told(line, cell = CELL)
    lines = line ? [{ "type" => "in_flight", "cell" => "c1", "of" => 8, **line }] : []
    evidence = Cachemark::Stats::Evidence.new(Cachemark::Record.from_lines(lines))
    %i[of sentence].map { |question| Cachemark::Stats::InFlight.public_send(question, cell, evidence) }
  end
end
