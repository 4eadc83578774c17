# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OpenLoop::SenderTest < Minitest::Test
    DUE = [100, 200, 300, 400].freeze

    def test_a_call_waits_for_the_sender_alone_when_nobody_is_under_way
      assert_equal [5, 0, 7, 0], sender([5, 0, 7, 0], [20, 20, 20, 20]).late
    end

    def test_what_waited_for_an_answer_is_not_in_it
      # The first takes 250 ns: the second begins 150 ns late, at once when it can.
      assert_equal [0, 0, 3, 0], sender([0, 150, 73, 0], [250, 170, 90, 20]).late
    end

    def test_a_second_worker_does_not_wait_for_the_first
      assert_equal [0, 40, 0, 0], sender([0, 40, 0, 0], [250, 60, 90, 20], workers: 2).late
    end

    def test_a_start_that_is_not_known_is_left_out
      assert_equal [0, 0], sender([0, 0, 0xffffffff, 0xffffffff], [20, 20, 0xffffffff, 0xffffffff]).late
    end

    def test_where_the_last_start_is_not_known_the_block_tells
      assert_equal 9_000_000_000, sender([0, 0xffffffff], [9, 0xffffffff], wall_ns: 9_000_000_000).sent_ns
    end

    def test_sums_of_a_block
      one = sender([0, 150, 73, 10], [250, 170, 90, 30], wall_ns: 430)

      assert_equal [400, 410, 430, 307.0], [one.due_ns, one.sent_ns, one.available_ns, one.busy_ns]
      assert_equal 860, sender([0], [1], wall_ns: 430, workers: 2).available_ns
    end

    def test_a_block_may_have_fewer_calls_than_the_timetable
      assert_equal [200, 205], [sender([0, 5], [9, 9]).due_ns, sender([0, 5], [9, 9]).sent_ns]
    end

    private

    def sender(lags, latencies, workers: 1, wall_ns: 0)
      block = { "lags" => [lags.pack("L<*")].pack("m0"), "latencies" => [latencies.pack("L<*")].pack("m0"), "wall_ns" => wall_ns }
      Stats::OpenLoop::Sender.new(block, DUE, workers)
    end
  end
end
