# frozen_string_literal: true

module Cachemark
  module Stats
    # Mann and Whitney's statistic over two groups of fresh processes. If both run the same code, each order of the figures is
    # equally likely. Inverted, the test gives an interval: the middle part of the ratios of each process of one group to each
    # of the other.
    module RankSum
      # The distribution is computed exactly for groups of up to this size. For larger ones, it is the normal limit.
      MOST = 60
      # With this many degrees of freedom, Student's t is as good as the normal distribution.
      NORMAL_DEGREES = 100_000
      private_constant :MOST, :NORMAL_DEGREES
      @positions = {}

      class << self
        # The fewest processes of each group with which the groups can differ. By chance, all figures of one exceed those of
        # the other in 2 of C(2n, n) orders.
        #: (Float) -> Integer
        def fewest(alpha) = (1..).find { |count| position([count, count], alpha) }

        # The position of the interval's ends in the sorted ratios, counted from either end, from 1. The interval contains the
        # truth with a probability of 1 - `alpha`. nil if there are too few processes for that.
        #: ([Integer, Integer], Float) -> Integer?
        def position(sizes, alpha)
          @positions.fetch([sizes, alpha]) do
            @positions[[sizes, alpha]] = sizes.max > MOST ? limit(sizes, alpha) : counted(sizes, alpha)
          end
        end

        # Whether one group surely has the larger figures.
        #: ([Array[Float], Array[Float]], Float) -> bool
        def differ?(groups, alpha)
          position = position(groups.map(&:size), alpha) or return false

          differences = groups.first.product(groups.last).map { |first, second| second - first }.sort
          differences[position - 1].positive? || differences[-position].negative?
        end

        # The number of standard errors that exclude `alpha`.
        #: (Float) -> Float
        def errors(alpha) = Interval::StudentT.quantile(1 - (alpha / 2), NORMAL_DEGREES)

        private

        def counted(sizes, alpha)
          ways = ways(*sizes)
          most = ways.sum * alpha / 2
          total = 0
          ways.index { |count| (total += count) > most }.nonzero?
        end

        # How many orders have each value of the statistic: the coefficients of the Gaussian binomial.
        def ways(first, second)
          (1..first).reduce([1] + ([0] * first * second)) do |ways, size|
            ways.each_index.reverse_each { |at| ways[at] -= ways[at - second - size] if at >= second + size }
            ways.each_index { |at| ways[at] += ways[at - size] if at >= size }
          end
        end

        def limit(sizes, alpha)
          product = sizes.reduce(:*)
          ((product / 2.0) - (errors(alpha) * Math.sqrt(product * (sizes.sum + 1) / 12.0))).floor
        end
      end
    end
  end
end
