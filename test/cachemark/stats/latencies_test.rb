# frozen_string_literal: true

require "test_helper"

class LatenciesTest < Minitest::Test
  def test_decodes_the_samples_of_all_blocks
    latencies = Cachemark::Stats::Latencies.of([block(1..600), {}, block(601..1_000)])

    assert_equal({ count: 1_000, min_ns: 1, mean_ns: 500.5, p50_ns: 500, p90_ns: 900, p99_ns: 990, p99_9_ns: nil, max_ns: 1_000 },
                 latencies)
  end

  def test_is_nil_when_nobody_asked
    assert_nil Cachemark::Stats::Latencies.of([{ "wall_ns" => 1 }])
  end

  private

  def block(values) = { "latencies" => [values.to_a.pack("L<*")].pack("m0") }
end
