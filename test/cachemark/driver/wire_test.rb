# frozen_string_literal: true

require "test_helper"

class WireTest < Minitest::Test
  Wire = Cachemark::Driver::Wire

  def setup
    @heard, ours = IO.pipe
    theirs, @mouth = IO.pipe
    @wire = Wire.new(ours, theirs)
  end

  def teardown
    @wire.close
    [@heard, @mouth].each(&:close)
  end

  def test_says_lines_and_hears_them
    @wire.say("ça va", deadline_s: 1)
    @mouth.write("bien, merci\nune autre\n")

    assert_equal "ça va\n", @heard.readpartial(100).force_encoding("UTF-8")
    assert_equal ["bien, merci", "une autre"], Array.new(2) { @wire.hear(deadline_s: 1) }
  end

  def test_hears_a_line_that_comes_in_pieces
    writer = Thread.new { 3.times { @mouth.write("x" * 100_000) } && @mouth.write("\n") }

    assert_equal 300_000, @wire.hear(deadline_s: 5).size
    writer.join
  end

  def test_is_late_when_no_line_ends
    @mouth.write("half a li")

    assert_raises(Wire::Late) { @wire.hear(deadline_s: 0.01) }
    assert_equal "half a li", @wire.unfinished
  end

  def test_is_late_when_nobody_reads
    assert_raises(Wire::Late) { @wire.say("x" * 1_000_000, deadline_s: 0.01) }
  end

  def test_ended_when_the_other_end_is_closed
    @mouth.close
    @heard.close

    assert_raises(Wire::Ended) { @wire.hear(deadline_s: 1) }
    assert_raises(Wire::Ended) { @wire.say("x", deadline_s: 1) }
  end
end
