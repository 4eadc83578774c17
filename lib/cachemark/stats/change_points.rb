# frozen_string_literal: true

module Cachemark
  module Stats
    # Finds the points at which a series changes its distribution. The method is E-divisive (Matteson and James, "A
    # Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data", JASA 109, 2014). MongoDB's performance
    # tests use it (Daly et al., ICPE 2020).
    #
    # A part is cut where the energy statistic of the points before and after is largest:
    #   mn/(m+n) (2 E|X-Y|^a - E|X-X'|^a - E|Y-Y'|^a)
    # The largest statistic of all parts is tested by shuffling points within parts. While the cut is significant, the parts
    # on both sides of it are searched again. A test ends as soon as too many shuffles have shown as large a statistic, so a
    # quiet series costs little.
    class ChangePoints
      # `exponent` is that of the distance, `significance` the share of wrong cuts in a series without changes. `permutations`
      # are the shuffles of a test (199, as in ecp), `minimum` the fewest points on each side of a cut.
      DEFAULTS = { exponent: 1.0, significance: 0.01, permutations: 199, minimum: 4 }.freeze

      # `index` is that of the first point after the change. `statistic` is the energy of the cut, and `p` is how often
      # chance gives as much.
      Point = Value.define(:index, :statistic, :p)

      # The change points of a series in their order.
      #: (Array[Float], seed: Integer, **Numeric) -> Array[Point]
      def self.of(values, seed:, **parameters) = new(values, seed: seed, **parameters).points

      #: (Array[Float], seed: Integer, ?exponent: Float, ?significance: Float, ?permutations: Integer, ?minimum: Integer) -> void
      def initialize(values, seed:, **parameters)
        @exponent, @significance, @permutations, @minimum = DEFAULTS.merge(parameters).values_at(*DEFAULTS.keys)
        @random = Random.new(seed)
        @distances = distances(values)
        @size = values.size
      end

      #: () -> Array[Point]
      def points
        found = []
        while (point = next_point([0, *found.map(&:index).sort, @size]))
          found << point
        end
        found.sort_by(&:index).freeze
      end

      private

      def distances(values)
        values.map { |one| values.map { |other| (one - other).abs**@exponent } }
      end

      # The best cut of all parts, if it is significant.
      def next_point(bounds)
        parts = bounds.each_cons(2).map { |from, to| (from...to).to_a }
        index, statistic = best(parts)
        return unless index

        p = chance(parts, statistic) or return
        Point.new(index: index, statistic: statistic, p: p)
      end

      # [index of the first point after the cut, statistic]; nil if no part is long enough, or if all points of each part are
      # equal.
      def best(parts)
        cuts = parts.filter_map do |part|
          cut, statistic = cut(part)
          [part.first + cut, statistic] if cut
        end
        cuts.max_by(&:last)
      end

      # The share of shuffles, within parts, with as large a statistic; nil as soon as it cannot be significant.
      def chance(parts, statistic)
        exceeded = 0
        @permutations.times do
          shuffled = parts.filter_map { |part| cut(part.shuffle(random: @random))&.last }.max
          exceeded += 1 if shuffled && shuffled >= statistic
          return unless p_of(exceeded) <= @significance
        end
        p_of(exceeded)
      end

      # The observed order counts as one of the shuffles.
      def p_of(exceeded) = (exceeded + 1).fdiv(@permutations + 1)

      # [points before the cut, statistic] of points in this order. The points that are compared with those before the cut
      # may end before the part does. Otherwise a cost that comes and goes would hide itself.
      def cut(order)
        within = [0.0]
        from = [0.0]
        best = nil
        order.each_with_index do |point, place|
          row = @distances[point].values_at(*order.first(place))
          within << (within.last + row.sum)
          extend_sums(from, row)
          best = better(best, within, from, place + 1)
        end
        best
      end

      # `from` holds, for each position, the sum of all distances among the points from there on. The row adds one point.
      def extend_sums(from, row)
        sum = 0.0
        (row.size - 1).downto(0) { |place| from[place] += (sum += row[place]) }
        from << 0.0
      end

      # The best cut of the first points, if it beats the best so far.
      def better(best, within, from, size)
        most = best ? best.last : 0.0
        all = within[size]
        (@minimum..(size - @minimum)).each do |count|
          # The energy from the sums of distances before the cut, after it, and across it.
          before, after, others = within[count], from[count], size - count
          across = all - before - after
          statistic = 2 * (across - (others * before / (count - 1)) - (count * after / (others - 1))) / size
          best = [count, most = statistic] if statistic > most
        end
        best
      end
    end
  end
end
