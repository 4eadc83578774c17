# frozen_string_literal: true

module Cachemark
  module Stats
    # Wilcoxon's signed-rank statistic over the effects of pairs; ranks keep a wild pair from
    # deciding. Inverted it gives an interval: the values that the test would not refuse.
    #
    # The one assumption is that effects lie symmetrically around the truth. Of the test it is made
    # true: where nothing differs, which process was which arm is a matter of names, and each sign a
    # coin's. Of the interval it is an assumption, for around an effect that is not 0 nothing makes it
    # so; skewed effects move the interval away from their mean, towards their middle.
    #
    # Ties share their middle rank. Zeros are ranked with the others and count for neither
    # side (Pratt): dropping them would make a run with more evidence for "nothing" look smaller.
    module SignedRank
      class << self
        # The two-sided p of "positive and negative are equally likely": exact up to 250 values.
        #
        #: (Array[Float]) -> Float
        def p(values)
          ranks = doubled_ranks(values)
          signed = values.zip(ranks).reject { |value, _| value.zero? }
          above, below = signed.partition { |value, _| value.positive? }.map { |side| side.sum(&:last) }
          [1.0, 2 * Null.of(signed.map(&:last)).below([above, below].min)].min
        end

        # [low, high] around the estimate that holds the point around which the values are symmetric
        # with a probability of at least 1 - alpha; nil where so few values cannot be that sure.
        #
        #: (Array[Float], Float) -> [Float, Float]?
        def interval(values, alpha)
          outside = Null.critical(values.size, alpha / 2) or return
          averages = walsh(values)
          [averages[outside - 1], averages[-outside]]
        end

        # Hodges-Lehmann: the median of the averages of all two values; nil for an empty list.
        #
        #: (Array[Float]) -> Float?
        def estimate(values) = Median.of(walsh(values))

        private

        # The averages of each two values, and of each with itself, in order.
        def walsh(values)
          averages = []
          values.each_with_index { |value, at| (at...values.size).each { |other| averages << ((value + values[other]) / 2.0) } }
          averages.sort!
        end

        # Middle ranks of the sizes, times two so that they are whole.
        def doubled_ranks(values)
          place = 0
          ranks = values.group_by(&:abs).sort.each_with_object({}) do |(size, same), found|
            found[size] = (2 * place) + same.size + 1
            place += same.size
          end
          values.map { |value| ranks[value.abs] }
        end
      end
    end
  end
end
