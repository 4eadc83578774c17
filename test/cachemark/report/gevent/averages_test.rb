# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Gevent::AveragesTest < Minitest::Test
    def test_calls_that_wait_side_by_side_take_longer_than_the_published_average
      rows = PublishedRows.gevent.first(3).map do |row|
        row.mode == "gevent-16" ? row.with(latencies: row.latencies.merge(mean_ns: 1_400_000.0)) : row
      end

      assert_equal ["set: avg is elapsed / keys; the mean of the calls is gevent-16 1.400 ms"], of(rows)
    end

    def test_where_one_call_follows_the_other_they_are_the_same
      assert_empty of(PublishedRows.gevent.first(5))
    end

    private

    def of(rows)
      library = Report::Gevent::Library.all(PublishedRows.gevent_table(rows, published: true)).first
      Report::Gevent::Averages.of(library)
    end
  end
end
