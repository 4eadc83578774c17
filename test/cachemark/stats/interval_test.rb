# frozen_string_literal: true

require "test_helper"

class IntervalTest < Minitest::Test
  LOGS = [1.0, 1.1, 0.9, 1.05, 0.95, 1.0].freeze

  def test_is_the_t_interval_of_the_logs
    half = 2.5705818356 * Math.sqrt(0.025 / 5) / Math.sqrt(6)
    low, high = Cachemark::Stats::Interval.of(LOGS)

    assert_in_delta Math.exp(1 - half), low, 1e-9
    assert_in_delta Math.exp(1 + half), high, 1e-9
  end

  def test_what_differs_between_runs_widens_it
    half = Math.log(Cachemark::Stats::Interval.of(LOGS).last) - 1
    low, high = Cachemark::Stats::Interval.of(LOGS, between_runs: half * 0.75)

    assert_in_delta 1 - (half * 1.25), Math.log(low), 1e-9
    assert_in_delta 1 + (half * 1.25), Math.log(high), 1e-9
  end

  def test_is_nil_below_six_processes
    assert_nil Cachemark::Stats::Interval.of(LOGS.first(5))
  end

  def test_middle_is_the_geometric_mean
    assert_in_delta Math::E, Cachemark::Stats::Interval.middle(LOGS), 1e-12
    assert_nil Cachemark::Stats::Interval.middle([])
  end

  def test_a_sequential_interval_is_wider
    low, high = Cachemark::Stats::Interval.of(LOGS)
    wider_low, wider_high = Cachemark::Stats::Interval.of(LOGS, sequential: true)

    assert_operator wider_low, :<, low
    assert_operator wider_high, :>, high
  end
end

class SequentialTest < Minitest::Test
  RUNS = 400
  LOOKS = (6..40)

  def test_half_width_is_where_the_martingale_reaches_its_bound
    values = [0.3, -0.2, 0.1, 0.05, -0.4, 0.2, 0.0]
    half = Cachemark::Stats::Interval::Sequential.half_width(values)
    edge = (values.sum / values.size) + half

    assert_in_delta 20, martingale(values, edge), 1e-6
  end

  def test_knows_nothing_from_a_few_values
    assert_predicate Cachemark::Stats::Interval::Sequential.half_width([]), :infinite?
    assert_predicate Cachemark::Stats::Interval::Sequential.half_width([1.0]), :infinite?
    assert_predicate Cachemark::Stats::Interval::Sequential.half_width([1.0, 2.0]), :infinite?
  end

  def test_covers_the_mean_at_every_look_at_once
    random = Random.new(20_261_121)
    missed = RUNS.times.count do
      missed?(Array.new(LOOKS.last) { normal(random) }) { |seen| Cachemark::Stats::Interval::Sequential.half_width(seen) }
    end

    assert_operator missed.fdiv(RUNS), :<=, 0.05
  end

  def test_a_fixed_interval_does_not
    random = Random.new(20_261_121)
    t = Cachemark::Stats::Interval::StudentT
    missed = RUNS.times.count do
      missed?(Array.new(LOOKS.last) { normal(random) }) do |seen|
        mean = seen.sum / seen.size
        t.quantile(0.975, seen.size - 1) * Math.sqrt(seen.sum { |x| (x - mean)**2 } / (seen.size - 1) / seen.size)
      end
    end

    assert_operator missed.fdiv(RUNS), :>, 0.1
  end

  private

  def missed?(values)
    LOOKS.any? do |count|
      seen = values.first(count)
      (seen.sum / count).abs > yield(seen)
    end
  end

  def normal(random) = Math.sqrt(-2 * Math.log(1 - random.rand)) * Math.cos(2 * Math::PI * random.rand)

  def martingale(values, mean)
    c2 = Cachemark::Stats::Interval::Sequential::MIXTURE
    n = values.size
    sum = values.sum { |x| x - mean }
    squares = (n + c2) * values.sum { |x| (x - mean)**2 }
    Math.sqrt(c2 / (n + c2)) * ((squares / (squares - (sum**2)))**(n / 2.0))
  end
end

class StudentTTest < Minitest::Test
  # NIST/SEMATECH e-Handbook 1.3.6.7.2 and R's qt() for more digits.
  PUBLISHED = {
    [0.975, 1] => 12.7062047362, [0.975, 2] => 4.3026527297, [0.975, 5] => 2.5705818356,
    [0.975, 9] => 2.2621571628, [0.975, 30] => 2.0422724563, [0.975, 100] => 1.9839715185,
    [0.95, 5] => 2.0150483733, [0.995, 10] => 3.1692726726, [0.999, 3] => 10.2145318524
  }.freeze

  def test_agrees_with_published_tables
    PUBLISHED.each do |(probability, degrees), expected|
      found = Cachemark::Stats::Interval::StudentT.quantile(probability, degrees)

      assert_in_delta expected, found, 1e-6, "t(#{probability}, #{degrees})"
    end
  end

  def test_nears_the_normal_distribution
    assert_in_delta 1.959964, Cachemark::Stats::Interval::StudentT.quantile(0.975, 10_000_000), 1e-5
  end

  def test_cumulative_undoes_the_quantile
    assert_in_delta 0.5, Cachemark::Stats::Interval::StudentT.cumulative(0.0, 7)
    assert_in_delta 0.975, Cachemark::Stats::Interval::StudentT.cumulative(2.3646242516, 7), 1e-9
  end
end

module Cachemark
  class Stats::WelchTest < Minitest::Test
    # R: t.test(c(5,6,7,8,9), c(1,2,3,4)) has the interval 3.0 to 6.0 (rounded), of 6.98 degrees of freedom.
    def test_an_interval_around_the_difference_of_means
      low, middle, high = Stats::Interval::StudentT.difference([5.0, 6.0, 7.0, 8.0, 9.0], [1.0, 2.0, 3.0, 4.0], confidence: 0.95)

      assert_in_delta 4.5, middle
      assert_in_delta 4.5 - low, high - middle
      assert_in_delta 2.3, high - middle, 0.15
    end

    def test_is_wider_for_more_confidence_and_for_fewer
      values = [1.0, 2.0, 3.0]
      width = lambda do |others, confidence|
        low, _, high = Stats::Interval::StudentT.difference(values, others, confidence: confidence)
        high - low
      end

      assert_operator width.call([5.0, 6.0, 7.0], 0.99), :>, width.call([5.0, 6.0, 7.0], 0.95)
      assert_operator width.call([5.0, 7.0], 0.95), :>, width.call([5.0, 7.0] * 5, 0.95)
    end

    def test_a_constant_difference_is_exact
      assert_equal [1.0, 1.0, 1.0], Stats::Interval::StudentT.difference([2.0, 2.0], [1.0, 1.0], confidence: 0.95)
    end
  end
end
