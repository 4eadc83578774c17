# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Live::ProgressTest < Minitest::Test
    def setup
      @now = 100.0
      @progress = Live::Progress.new(clock: -> { @now })
    end

    def test_time_counts_from_the_start_of_measuring
      @now += 30
      @progress.start(120)
      @now += 65

      assert_equal "1:05 of 2:00  fresh processes 1  (Ctrl-C ends it and reports)", @progress.to_s
    end

    def test_tells_generations_and_what_is_measured_now
      @progress.generation = 3
      @progress.now = "dalli:get"

      assert_match(/fresh processes 4  now dalli:get  /, @progress.to_s)
    end

    def test_tells_pairs_and_how_long_they_will_take
      @progress.pair(14, of: 60, left_s: 95)
      assert_match(/  pair 14 of 60, about 1:35 left  /, @progress.to_s)

      @progress.pair(15)
      assert_match(/  pair 15  /, @progress.to_s)
    end
  end
end
