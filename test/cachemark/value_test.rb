# frozen_string_literal: true

require "test_helper"

module Cachemark
  class ValueTest < Minitest::Test
    Interval = Value.define(:low, :high, unit: "ns") do
      def width = high - low
    end

    def test_is_frozen_equal_by_content_and_has_its_own_methods
      interval = Interval.new(low: 1, high: 3)
      assert_predicate interval, :frozen?
      assert_equal interval, Interval.new(low: 1, high: 3, unit: "ns")
      assert_equal 2, interval.width
      refute_respond_to interval, :low=
      refute_respond_to interval, :[]=
    end

    def test_changes_into_another
      assert_equal Interval.new(low: 1, high: 9), Interval.new(low: 1, high: 3).with(high: 9)
    end

    def test_refuses_absent_and_unknown_members
      assert_match(/needs high/, assert_raises(ArgumentError) { Interval.new(low: 1) }.message)
      assert_raises(ArgumentError) { Interval.new(low: 1, high: 2, mid: 1) }
    end
  end
end
