# frozen_string_literal: true

require "test_helper"
require "monitor"
require "timeout"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/watch.rb")

class WatchTest < Minitest::Test
  Watch = CachemarkDriver::Watch

  def test_counts_exceptions_that_are_rescued
    seen = watch { 3.times { rescued(KeyError) } }

    assert_equal({ "KeyError" => 3 }, seen["exceptions"])
  end

  def test_a_socket_that_would_block_is_no_exception
    assert_empty watch { rescued(IO::EAGAINWaitReadable) }["exceptions"]
  end

  def test_counts_locks_of_every_kind
    lock, monitor = Mutex.new, Monitor.new

    assert_equal 3, watch { lock.synchronize { monitor.synchronize { monitor.enter } } }["locks"]
  end

  def test_locks_of_a_timeout_are_not_the_clients
    assert_equal 0, watch { Timeout.timeout(30) { nil } }["locks"]
  end

  def test_reports_only_the_requested_counts
    lock = Mutex.new

    assert_equal({ "exceptions" => {} }, watch(%w[exceptions]) { lock.synchronize { nil } })
    assert_raises(ArgumentError) { Watch.new(%w[secrets]) }
  end

  def test_adds_up_the_bytes_of_new_objects
    GC.disable

    assert_includes 30_000..60_000, watch(%w[allocated_bytes]) { 3.times { "x" * 10_000 } }["allocated_bytes"]
  ensure
    GC.enable
  end

  def test_stops_watching_when_the_client_fails
    watch = Watch.new(%w[exceptions])
    assert_raises(KeyError) { watch.during { raise KeyError, "no" } }
    rescued(KeyError)

    assert_equal({ "KeyError" => 1 }, watch.fields["exceptions"])
  end

  def test_watches_nothing_if_nothing_is_requested
    assert_equal ["value", {}], Watch.over([]) { "value" }
  end

  private

  def watch(wanted = Watch::KNOWN, &) = Watch.over(wanted, &).last

  def rescued(error)
    raise error, "later"
  rescue error
    nil
  end
end
