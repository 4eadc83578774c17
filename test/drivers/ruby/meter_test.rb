# frozen_string_literal: true

require "test_helper"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/meter.rb")

class MeterTest < Minitest::Test
  Meter = CachemarkDriver::Meter

  def test_counts_what_happened_in_between
    before = Meter.start
    Array.new(1000) { Object.new }
    GC.start
    used = Meter.difference(before, Meter.stop)

    assert_equal Meter::FIELDS, used.keys
    assert_includes 1000..3000, used["allocations"]
    assert_operator used["gc_count"], :>=, 1
    assert_operator used["gc_ns"], :>, 0
  end

  def test_says_nothing_where_the_runtime_does
    assert_nil Meter.difference([1, 1, nil, nil, 1], [2, 2, nil, nil, 1])["allocations"]
  end
end
