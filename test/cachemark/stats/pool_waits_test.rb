# frozen_string_literal: true

require "test_helper"

class PoolWaitsTest < Minitest::Test
  def test_adds_up_the_processes
    figures = Cachemark::Stats::Connections::PoolWaits.of([line(1..600, waited: 100), line(601..1_000, waited: 200, timeouts: 3)])

    assert_equal({ size: 2, calls: 1_000, waited: 0.3, timeouts: 3, mean_ns: 500.5, p50_ns: 500, p99_ns: 990, max_ns: 1_000 },
                 figures)
  end

  def test_is_nil_without_a_pool
    assert_nil Cachemark::Stats::Connections::PoolWaits.of([])
  end

  private

  def line(waits, waited:, timeouts: 0)
    { "size" => 2, "waits" => [waits.to_a.pack("L<*")].pack("m0"), "waited" => waited, "timeouts" => timeouts }
  end
end
