# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::StintTest < Minitest::Test
    def test_six_fresh_processes_fit_into_the_time
      stint = stint(left_s: 60, start_s: 1, blocks: 4)

      assert_in_delta 2.1, stint.seconds, 0.2
      assert_operator 6 * (1 + (4 * stint.seconds)), :<, 60
    end

    def test_a_long_run_has_more_processes_and_no_longer_blocks
      assert_operator stint(left_s: 600, start_s: 1, blocks: 1).seconds, :<=, 3.5
      assert_operator stint(left_s: 600, start_s: 1, blocks: 1).seconds, :>, 3
    end

    def test_what_preparing_takes_is_not_measured
      short, long = [0.5, 0].map { |prelude_s| stint(left_s: 60, start_s: 1, blocks: 4, prelude_s: prelude_s).seconds }

      assert_in_delta 0.5, long - short
    end

    def test_a_block_is_never_too_short_to_show_a_queue
      assert_in_delta 0.2, stint(left_s: 10, start_s: 2, blocks: 100).seconds
      assert_in_delta 0.2, stint(left_s: -3, start_s: 2, blocks: 1).seconds
    end

    def test_whole_iterations_come_nearest_to_the_rate
      assert_equal [5_001, 10_000], [calls(5_000, calls: 3), calls(5_000, seconds: 2)]
      assert_equal 12, calls(1, calls: 12)
    end

    def test_who_falls_behind_is_asked_for_little_more_than_it_can_do
      assert_equal 1_100, calls(20_000, capacity: 1_000.0)
      assert_equal 1_050, calls(1_050, capacity: 1_000.0)
    end

    def test_no_message_is_endless
      assert_equal 100_000, calls(90_000, seconds: 5, capacity: 1e7)
    end

    private

    def stint(**facts) = Plan::Stint.of(**facts)

    def calls(rate, calls: 1, seconds: 1, capacity: 100_000.0)
      Plan::Stint.new(seconds: seconds).calls(rate, calls: calls, capacity: capacity)
    end
  end
end
