# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::WorkRowTest < Minitest::Test
    def test_only_ok_has_figures
      row = Stats::WorkRow.new(contender: "a", client: "ruby/a", scenario: "client/set", mode: "sync", status: "ok")

      assert_equal [true, false], [row, row.with(status: "invalid")].map(&:ok?)
    end
  end
end
