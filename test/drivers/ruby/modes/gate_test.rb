# frozen_string_literal: true

require "test_helper"

class GateTest < Minitest::Test
  Gate = MadeWorkers::Modes::Gate

  def test_nobody_passes_before_all_are_there
    gate = Gate.new(3)
    passed = Queue.new
    waiting = Array.new(2) { Thread.new { passed << gate.pass } }
    Thread.pass until waiting.all?(&:stop?)
    assert_empty passed

    start = gate.pass

    assert_equal [start, start, gate.start], [*Array.new(2) { passed.pop }, start]
  ensure
    waiting&.each(&:join)
  end

  def test_hands_out_calls_until_there_are_none
    gate = Gate.new(2, 3)

    assert_equal [0, 1, 2, nil, nil], Array.new(5) { gate.take }
  end

  def test_measures_until_the_last_has_ended
    gate = Gate.new(2)
    other = Thread.new { gate.pass && gate.ended }
    gate.pass
    Thread.pass until other.stop?
    objects = Array.new(5000) { Object.new }
    gate.ended

    assert_operator gate.meter["allocations"], :>=, objects.size
  ensure
    other&.join
  end

  def test_does_not_measure_a_worker_after_its_end
    gate = Gate.new(2)
    other = Thread.new { [gate.pass, gate.ended, Array.new(5000) { Object.new }] }
    gate.pass
    Thread.pass until other.stop?
    gate.ended
    other.join

    assert_operator gate.meter["allocations"], :<, 100
  end
end
