# frozen_string_literal: true

require "test_helper"
%w[clock meter modes/gate dispatch].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb") }

class DispatchTest < Minitest::Test
  Dispatch = CachemarkDriver::Dispatch
  Clock = CachemarkDriver::Clock
  DUES = [0, 3_000_000, 3_000_001].freeze

  def setup
    @dispatch = Dispatch.new(CachemarkDriver::Modes::Gate.new(1, 3), DUES)
    @dispatch.start = @start = Clock.now
  end

  def test_a_call_is_due_and_not_before
    DUES.each do |due|
      assert @dispatch.take
      assert_operator Clock.now, :>=, @start + due
    end
    refute @dispatch.take
    assert_equal [0, 1, 2], @dispatch.taken
  end

  def test_times_are_from_when_a_call_was_due
    @dispatch.take
    @dispatch.ended(@start + 5, @start + 7)
    @dispatch.take
    @dispatch.failed(KeyError.new)
    @dispatch.ended(@start + 3_000_100, @start + 3_000_300)

    assert_equal({ "taken" => [0, 1], "latencies" => [7, 300], "lags" => [5, 100], "errors" => { "KeyError" => 1 } },
                 @dispatch.told)
  end

  def test_reads_when_calls_are_due
    assert_equal [1, 2**40], Dispatch.dues([[1, 2**40].pack("Q<*")].pack("m0"))
    ["", "AAAAAAAAAAAA", "not base64"].each { |text| assert_raises(ArgumentError) { Dispatch.dues(text) } }
  end

  def test_puts_the_times_of_all_workers_in_the_order_of_the_calls
    told = [{ "taken" => [0, 3], "lags" => [10, 2**33] }, { "taken" => [1, 2], "lags" => [11, 12] }]

    assert_equal [10, 11, 12, 4_294_967_295], Dispatch.packed("lags", told).unpack1("m0").unpack("L<*")
  end
end
