# frozen_string_literal: true

require "test_helper"
%w[meter modes/sync arrivals].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb") }

class DriverArrivalsTest < Minitest::Test
  Arrivals = CachemarkDriver::Arrivals
  Clock = CachemarkDriver::Clock
  DUES = [0, 3_000_000, 3_000_001].freeze

  def setup
    @arrivals = Arrivals.new(CachemarkDriver::Modes::Gate.new(1, 3), DUES)
    @arrivals.start = @start = Clock.now
  end

  def test_a_call_is_due_and_not_before
    DUES.each do |due|
      assert @arrivals.take
      assert_operator Clock.now, :>=, @start + due
    end
    refute @arrivals.take
    assert_equal [0, 1, 2], @arrivals.taken
  end

  def test_times_are_from_when_a_call_was_due
    @arrivals.take
    @arrivals.ended(@start + 5, @start + 7)
    @arrivals.take
    @arrivals.failed(KeyError.new)
    @arrivals.ended(@start + 3_000_100, @start + 3_000_300)

    assert_equal({ "taken" => [0, 1], "latencies" => [7, 300], "lags" => [5, 100], "errors" => { "KeyError" => 1 } },
                 @arrivals.report)
  end

  def test_reads_when_calls_are_due
    assert_equal [1, 2**40], Arrivals.dues([[1, 2**40].pack("Q<*")].pack("m0"))
    ["", "AAAAAAAAAAAA", "not base64"].each { |text| assert_raises(ArgumentError) { Arrivals.dues(text) } }
  end

  def test_puts_the_times_of_all_workers_in_the_order_of_the_calls
    reports = [{ "taken" => [0, 3], "lags" => [10, 2**33] }, { "taken" => [1, 2], "lags" => [11, 12] }]

    assert_equal [10, 11, 12, 4_294_967_295], Arrivals.packed("lags", reports).unpack1("m0").unpack("L<*")
  end
end
