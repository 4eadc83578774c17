# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Schedule::StopwatchTest < Minitest::Test
    def test_tells_seconds_since_it_was_made_and_of_a_block
      now = 100.0
      stopwatch = Lab::Schedule::Stopwatch.new(-> { now })

      assert_in_delta 2.5, stopwatch.time { now += 2.5 }
      now += 1
      assert_in_delta 3.5, stopwatch.elapsed_s
    end
  end
end
