# frozen_string_literal: true

require "test_helper"

class WireTest < Minitest::Test
  Wire = Cachemark::Driver::Wire

  def setup
    @requests, ours = IO.pipe
    theirs, @replies = IO.pipe
    @wire = Wire.new(ours, theirs)
  end

  def teardown
    @wire.close
    [@requests, @replies].each(&:close)
  end

  def test_writes_and_reads_lines
    @wire.write("ça va", deadline_s: 1)
    @replies.write("bien, merci\nune autre\n")

    assert_equal "ça va\n", @requests.readpartial(100).force_encoding("UTF-8")
    assert_equal ["bien, merci", "une autre"], Array.new(2) { @wire.read(deadline_s: 1) }
  end

  def test_reads_a_line_that_comes_in_pieces
    writer = Thread.new { 3.times { @replies.write("x" * 100_000) } && @replies.write("\n") }

    assert_equal 300_000, @wire.read(deadline_s: 5).size
    writer.join
  end

  def test_is_late_when_no_line_ends
    @replies.write("half a li")

    assert_raises(Wire::Late) { @wire.read(deadline_s: 0.01) }
    assert_equal "half a li", @wire.unfinished
  end

  def test_is_late_when_nobody_reads
    assert_raises(Wire::Late) { @wire.write("x" * 1_000_000, deadline_s: 0.01) }
  end

  def test_ended_when_the_other_end_is_closed
    @replies.close
    @requests.close

    assert_raises(Wire::Ended) { @wire.read(deadline_s: 1) }
    assert_raises(Wire::Ended) { @wire.write("x", deadline_s: 1) }
  end
end
