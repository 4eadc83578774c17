# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::IntervalTest < Minitest::Test
    LOGS = [1.0, 1.1, 0.9, 1.05, 0.95, 1.0].freeze

    # Differences between runs widen it, and sequential ones are wider.
    def test_is_the_t_interval_of_the_logs
      half = 2.5705818356 * Math.sqrt(0.025 / 5) / Math.sqrt(6)

      { {} => half, { between_runs: half * 0.75 } => half * 1.25 }.each do |options, wanted|
        assert_equal [1 - wanted, 1 + wanted].map { |log| log.round(9) },
                     of(LOGS, **options).map { |bound| Math.log(bound).round(9) }
      end
      (low, high), (wider_low, wider_high) = [false, true].map { |sequential| of(LOGS, sequential: sequential) }
      assert_operator wider_low, :<, low
      assert_operator wider_high, :>, high
      assert_nil of(LOGS.first(5))
    end

    def test_middle_is_the_geometric_mean
      assert_in_delta Math::E, Stats::Interval.middle(LOGS), 1e-12
      assert_nil Stats::Interval.middle([])
    end

    private

    def of(...) = Stats::Interval.of(...)
  end

  class Stats::SequentialTest < Minitest::Test
    Sequential = Stats::Interval::Sequential
    StudentT = Stats::Interval::StudentT
    RUNS = 400
    LOOKS = (6..40)

    def test_half_width_is_where_the_martingale_reaches_its_bound
      values = [0.3, -0.2, 0.1, 0.05, -0.4, 0.2, 0.0]

      assert_in_delta 20, martingale(values, (values.sum / values.size) + Sequential.half_width(values)), 1e-6
      [[], [1.0], [1.0, 2.0]].each { |few| assert_predicate Sequential.half_width(few), :infinite? }
    end

    # A fixed interval does not.
    def test_covers_the_mean_at_every_look_at_once
      assert_operator missed { |seen| Sequential.half_width(seen) }, :<=, 0.05
      fixed = missed do |seen|
        mean = seen.sum / seen.size
        StudentT.quantile(0.975, seen.size - 1) * Math.sqrt(seen.sum { |x| (x - mean)**2 } / (seen.size - 1) / seen.size)
      end
      assert_operator fixed, :>, 0.1
    end

    private

    def missed
      random = Random.new(20_261_121)
      RUNS.times.count do
        values = Array.new(LOOKS.last) { MadeRange.normal(random) }
        LOOKS.any? { |count| values.first(count).then { |seen| (seen.sum / count).abs > yield(seen) } }
      end.fdiv(RUNS)
    end

    def martingale(values, mean)
      c2 = Sequential::MIXTURE
      n = values.size
      sum = values.sum { |x| x - mean }
      squares = (n + c2) * values.sum { |x| (x - mean)**2 }
      Math.sqrt(c2 / (n + c2)) * ((squares / (squares - (sum**2)))**(n / 2.0))
    end
  end

  class Stats::StudentTTest < Minitest::Test
    StudentT = Stats::Interval::StudentT

    # NIST/SEMATECH e-Handbook 1.3.6.7.2 and R's qt() for more digits.
    def test_agrees_with_published_tables
      { [0.975, 1] => 12.7062047362, [0.975, 2] => 4.3026527297, [0.975, 5] => 2.5705818356, [0.975, 9] => 2.2621571628,
        [0.975, 30] => 2.0422724563, [0.975, 100] => 1.9839715185, [0.95, 5] => 2.0150483733, [0.995, 10] => 3.1692726726,
        [0.999, 3] => 10.2145318524 }.each do |arguments, expected|
        assert_in_delta expected, StudentT.quantile(*arguments), 1e-6, "t(#{arguments})"
      end
      assert_in_delta 1.959964, StudentT.quantile(0.975, 10_000_000), 1e-5, "the normal distribution"
      { [0.0, 7] => 0.5, [2.3646242516, 7] => 0.975 }.each do |arguments, share|
        assert_in_delta share, StudentT.cumulative(*arguments), 1e-9
      end
    end

    # R: t.test(c(5,6,7,8,9), c(1,2,3,4)) has an interval around 4.5, of 6.98 degrees of freedom.
    def test_an_interval_around_the_difference_of_means
      low, middle, high = difference([5.0, 6.0, 7.0, 8.0, 9.0], [1.0, 2.0, 3.0, 4.0])

      assert_in_delta 4.5, middle
      assert_in_delta 4.5 - low, high - middle
      assert_in_delta 2.3, high - middle, 0.15
      assert_equal [1.0, 1.0, 1.0], difference([2.0, 2.0], [1.0, 1.0])
    end

    def test_it_is_wider_for_more_confidence_and_for_fewer
      three = [5.0, 6.0, 7.0]
      few, same, sure, many = [[[5.0, 7.0]], [three], [three, 0.99], [[5.0, 7.0] * 5]].map do |others, confidence|
        difference([1.0, 2.0, 3.0], others, *confidence).then { |low, _, high| high - low }
      end

      assert_operator sure, :>, same
      assert_operator few, :>, many
    end

    private

    def difference(one, other, confidence = 0.95) = StudentT.difference(one, other, confidence: confidence)
  end
end
