# frozen_string_literal: true

module Cachemark
  module Stats
    # The cost of each position of a range relative to the first, from pairs that were measured between some of them. It is
    # found by weighted least squares on the graph whose edges are the measured spans. A position that is reached in two ways
    # gets one figure. Input and output are logs.
    class Levels
      # `log` is relative to position 0, and `error` is its standard error. `pairs` are those at this position.
      Level = Value.define(:log, :error, :pairs)
      # With fewer pairs, their spread shows nothing.
      FEWEST_PAIRS = 3

      # `spans` are `[from, to, effects]`.
      #: (Array[[Integer, Integer, Array[Float]]]) -> void
      def initialize(spans)
        @edges = spans.group_by { |from, to, _| [from, to] }
                      .map { |(from, to), all| edge(from, to, all.flat_map(&:last)) }.reject { |edge| edge[:count].zero? }
      end

      # {position => Level} of every position that is connected to the first measured one.
      #: () -> Hash[Integer, Level]
      def to_h
        nodes = connected
        return {} if nodes.empty?

        origin, *others = nodes
        inverse = Matrix.inverse(laplacian(others))
        right = others.map { |node| @edges.sum { |edge| edge[:weight] * edge[:middle] * side(edge, node) } }
        levels = others.each_with_index.to_h do |node, at|
          log = inverse[at].zip(right).sum { |one, other| one * other }
          [node, Level.new(log: log, error: Math.sqrt(inverse[at][at]), pairs: pairs(node))]
        end
        { origin => Level.new(log: 0.0, error: 0.0, pairs: pairs(origin)), **levels }
      end

      private

      def edge(from, to, effects)
        count = effects.size
        return { from: from, to: to, count: 0 } if count < FEWEST_PAIRS

        middle = SignedRank.estimate(effects)
        spread = 1.4826 * Median.of(effects.map { |effect| (effect - middle).abs })
        { from: from, to: to, count: count, middle: middle, weight: count / [spread, 1e-6].max**2 }
      end

      def connected
        nodes = [@edges.flat_map { |edge| edge.values_at(:from, :to) }.min].compact
        loop do
          more = @edges.flat_map { |edge| edge.values_at(:from, :to).intersect?(nodes) ? edge.values_at(:from, :to) : [] } - nodes
          break if more.empty?

          nodes |= more
        end
        nodes.sort
      end

      def laplacian(nodes)
        nodes.map do |row|
          nodes.map { |column| @edges.sum { |edge| edge[:weight] * side(edge, row) * side(edge, column) } }
        end
      end

      def side(edge, node) = { edge[:to] => 1, edge[:from] => -1 }.fetch(node, 0)

      def pairs(node) = @edges.sum { |edge| edge.values_at(:from, :to).include?(node) ? edge[:count] : 0 }

      # The inverse of a small positive definite matrix, by elimination.
      module Matrix
        #: (Array[Array[Float]]) -> Array[Array[Float]]
        def self.inverse(matrix)
          size = matrix.size
          rows = matrix.each_with_index.map { |row, at| row.map(&:to_f) + Array.new(size) { |column| column == at ? 1.0 : 0.0 } }
          size.times do |pivot|
            rows[pivot] = rows[pivot].map { |value| value / rows[pivot][pivot] }
            size.times { |at| clear(rows, at, pivot) unless at == pivot }
          end
          rows.map { |row| row.last(size) }
        end

        def self.clear(rows, at, pivot)
          factor = rows[at][pivot]
          rows[at] = rows[at].zip(rows[pivot]).map { |value, other| value - (factor * other) }
        end
        private_class_method :clear
      end
    end
  end
end
