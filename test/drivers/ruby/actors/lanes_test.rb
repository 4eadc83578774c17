# frozen_string_literal: true

require "test_helper"
%w[meter compiler modes/sync modes/threads modes/fibers actors/interrupts actors/acting].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb") }

class DriverLanesTest < Minitest::Test
  Lanes = CachemarkDriver::Actors::Lanes

  def test_forks_begin_together_or_one_before_the_other
    assert_equal %w[0 1], order("fork").sort
    assert_equal %w[1 0], order("fork-child-first")
    assert_equal %w[0 1], order("fork-parent-first")
  end

  def test_threads_and_fibers_run_every_list
    %w[threads fibers].each do |way|
      ran = Queue.new
      Lanes.named(way).call(3) { |lane| ran << lane }

      assert_equal [0, 1, 2], Array.new(3) { ran.pop }.sort, way
    end
  end

  def test_an_unknown_way_is_not_offered
    error = assert_raises(CachemarkDriver::NotOffered) { Lanes.named("greenlets") }

    assert_equal "not offered by this driver: calls at once in greenlets", error.message
  end

  private

  # The lists' numbers in the order in which they ran.
  def order(way)
    reader, writer = IO.pipe
    Lanes.named(way).call(2) { |lane| writer.syswrite(lane.to_s) }
    writer.close
    reader.read.chars
  ensure
    [reader, writer].each(&:close)
  end
end
