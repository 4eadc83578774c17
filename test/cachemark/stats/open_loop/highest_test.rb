# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OpenLoop::HighestTest < Minitest::Test
    SLO_NS = 1_000_000

    def test_the_last_rate_before_the_first_that_did_not_hold
      one = of([10, 20, 2_130_000])

      assert_equal [2_000, 3_000, "a p99 of 2.13 ms", []], [one.rate, one.stopped_at, one.stopped_by, one.beyond]
    end

    def test_a_rate_that_holds_again_beyond_is_told
      assert_equal [1_000, [3_000]], [of([10, 2_000_000, 10]).rate, of([10, 2_000_000, 10]).beyond]
    end

    def test_all_or_none
      assert_equal [3_000, nil], [of([10, 10, 10]).rate, of([10, 10, 10]).stopped_at]
      assert_equal [nil, 1_000], [of([2_000_000, 10]).rate, of([2_000_000, 10]).stopped_at]
    end

    def test_says_what_was_in_the_way
      assert_equal "it fell behind", of([10], fell_behind: true).stopped_by
      assert_equal "too few calls for a p99", of([nil]).stopped_by
      assert_equal "not measured", of([10], status: "failed", reason: "not measured").stopped_by
    end

    private

    def of(p99s, status: "ok", **more)
      rows = p99s.each_with_index.map do |ns, at|
        Stats::OpenLoop::Row.new(contender: "a", client: "ruby/a", scenario: "client/get", mode: "sync", status: status,
                                 rate: (at + 1) * 1_000, percentiles: { p99_ns: ns }, **more)
      end
      Stats::OpenLoop::Highest.of(rows, SLO_NS)
    end
  end
end
