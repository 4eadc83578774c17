# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OpenLoop::RowTest < Minitest::Test
    def test_holds_a_limit_that_99_of_100_calls_stayed_under
      assert row(p99_ns: 1_000).held?(1_000)
      refute row(p99_ns: 1_001).held?(1_000)
    end

    def test_whoever_fell_behind_or_is_not_known_held_nothing
      refute row(p99_ns: 10, fell_behind: true).held?(1_000)
      refute row(p99_ns: nil).held?(1_000)
      refute row(p99_ns: 10, status: "failed").held?(1_000)
    end

    private

    def row(p99_ns:, status: "ok", **more)
      Stats::OpenLoop::Row.new(contender: "a", client: "ruby/a", scenario: "client/get", mode: "sync", status: status,
                               percentiles: { p99_ns: p99_ns }, **more)
    end
  end
end
