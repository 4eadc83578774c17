# frozen_string_literal: true

require "test_helper"

class PoolWaitsTest < Minitest::Test
  def test_adds_up_the_processes
    figures = Cachemark::Stats::Connections::PoolWaits.of([line(1..600, waited: 100), line(601..1_000, waited: 200, timeouts: 3)])

    assert_equal({ size: 2, pools: 1, calls: 1_000, waited: 0.3, timeouts: 3, mean_ns: 500.5, p50_ns: 500, p99_ns: 990,
                   max_ns: 1_000 }, figures)
  end

  def test_is_nil_without_a_pool
    assert_nil Cachemark::Stats::Connections::PoolWaits.of([])
  end

  def test_a_pool_that_never_waits_has_no_share_and_no_timeouts
    figures = Cachemark::Stats::Connections::PoolWaits.of([line(1..600, waited: nil, timeouts: nil, pools: 3)])

    assert_equal [3, nil, nil, 600], figures.values_at(:pools, :waited, :timeouts, :calls)
  end

  private

  def line(waits, waited:, timeouts: 0, **more)
    { **more.transform_keys(&:to_s), "size" => 2, "waits" => [waits.to_a.pack("L<*")].pack("m0"), "waited" => waited,
      "timeouts" => timeouts }
  end
end
