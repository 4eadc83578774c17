# frozen_string_literal: true

require "test_helper"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/meter.rb")
require File.join(Cachemark::ROOT, "drivers/ruby/lib/pool_watch.rb")

class PoolWatchTest < Minitest::Test
  PoolWatch = CachemarkDriver::PoolWatch

  # Gives what the test says, or raises it. `available` is how many connections are free.
  class Pool
    attr_accessor :available

    def initialize(*answers)
      @answers = answers
      @available = 1
    end

    def size = 2

    def checkout(*)
      answer = @answers.shift
      answer.is_a?(Class) ? raise(answer) : answer
    end
  end

  def test_counts_the_calls_that_find_no_free_connection
    pool = Pool.new(:first, :second)
    watch = PoolWatch.new(pool)
    first = pool.checkout
    pool.available = 0

    assert_equal %i[first second], [first, pool.checkout({})]
    seen = watch.finish
    assert_equal [2, 2, 1, 0], [seen["size"], seen["waits"].size, seen["waited"], seen["timeouts"]]
  end

  def test_a_call_that_gets_none_in_time_asks_again
    pool = Pool.new(Timeout::Error, Timeout::Error, :first)
    watch = PoolWatch.new(pool)

    assert_equal :first, pool.checkout
    assert_equal [1, 2], watch.finish.then { |seen| [seen["waits"].size, seen["timeouts"]] }
  end

  def test_the_pool_is_as_before_when_it_ends
    pool = Pool.new(:first)
    watch = PoolWatch.new(pool)
    watched = PoolWatch.watched?(pool)
    watch.finish

    assert_equal [true, false], [watched, PoolWatch.watched?(pool)]
    assert_equal :first, pool.checkout
  end
end
