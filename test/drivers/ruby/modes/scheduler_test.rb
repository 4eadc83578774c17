# frozen_string_literal: true

require "test_helper"
require "socket"
require "timeout"

class SchedulerTest < Minitest::Test
  def setup
    @seen = Queue.new
    @reader, @writer = IO.pipe
  end

  def teardown = [@reader, @writer].each { |io| io.close unless io.closed? }

  def test_fibers_wait_for_one_another
    fibers(-> { @seen << @reader.readpartial(9) }, -> { @seen << "first" && @writer.write("second") })

    assert_equal %w[first second], seen
  end

  def test_a_wait_for_an_io_ends_in_time
    fibers(-> { @seen << @reader.wait_readable(0.01) }, -> { @seen << @writer.wait_writable(10) })

    assert_equal [@writer, nil], seen
  end

  # Ruby asks for it from 3.2 on.
  def test_selects
    fibers(-> { @seen << select([@reader], nil, 10) }, -> { @seen << select([@reader], [@writer], 10) && @writer.write("x") },
           -> { @seen << select([@reader], nil, 0) })

    assert_equal [[[], [@writer], []], nil, [[@reader], [], []]], seen
  end

  def test_fibers_sleep_concurrently
    fibers(-> { sleep(0.02) && @seen << "late" }, -> { sleep(0.001) && @seen << "early" }, -> { @seen << "at once" })

    assert_equal ["at once", "early", "late"], seen
  end

  def test_queues_mutexes_and_conditions_do_not_stop_the_thread
    queue, lock, condition = Queue.new, Mutex.new, ConditionVariable.new
    fibers(-> { @seen << queue.pop }, -> { lock.synchronize { condition.wait(lock) && @seen << "signalled" } },
           -> { lock.synchronize { condition.wait(lock, 0.001) && @seen << "in time" } },
           -> { sleep(0.01) && lock.synchronize { condition.broadcast } && queue << "pushed" })

    assert_equal ["in time", "pushed", "signalled"], seen.sort
  end

  def test_another_thread_wakes_a_fiber
    queue = Queue.new
    other = nil
    fibers(-> { @seen << queue.pop }, -> { other = Thread.new { queue << "from outside" } })
    other.join

    assert_equal ["from outside"], seen
  end

  def test_a_timeout_interrupts_its_fiber_only
    fibers(-> { @seen << assert_raises(Timeout::Error) { Timeout.timeout(0.01) { sleep(60) } }.message },
           -> { @seen << Timeout.timeout(60) { sleep(0.03) && "in time" } })

    assert_equal ["execution expired", "in time"], seen
  end

  def test_an_io_that_is_closed_stops_nobody_else
    fibers(-> { @reader.wait_readable(60) && @seen << @reader.closed? }, -> { sleep(0.001) && @reader.close },
           -> { sleep(0.01) && @seen << "went on" })

    assert_equal [true, "went on"], seen.sort_by(&:to_s)
  end

  def test_fibers_may_use_fibers
    numbers = -> { Fiber.new { 2.times { |at| sleep(0.001) && Fiber.yield(at) } } }
    fibers(-> { numbers.call.then { |inner| @seen << inner.resume << inner.resume } }, -> { @seen << "other" })

    assert_equal ["other", 0, 1], seen
  end

  private

  def fibers(*blocks)
    Thread.new do
      Fiber.set_scheduler(MadeWorkers::Modes::Scheduler.new)
      blocks.each { |block| Fiber.schedule(&block) }
    end.join
  end

  def select(reads, writes, timeout) = Fiber.scheduler.io_select(reads, writes, nil, timeout)

  def seen = Array.new(@seen.size) { @seen.pop }
end
