# frozen_string_literal: true

require "test_helper"

class ReadingTest < Minitest::Test
  Reading = Cachemark::Lab::Reading

  def test_the_difference_of_two_is_what_was_done_between_them
    before, after = [1, 10].map { |times| Reading.of((1..Reading::COUNTERS.size).map { |number| number * times }) }
    done = after - before

    assert_equal [9, 18, 81], [done.work.hits, done.work.misses, done.work.decr_misses]
    assert_equal [9 * (Reading::COUNTERS.size - 1), 9 * Reading::COUNTERS.size], [done.bytes_in, done.bytes_out]
  end
end
