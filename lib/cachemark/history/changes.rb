# frozen_string_literal: true

module Cachemark
  module History
    # The changes of a series, found by E-divisive (Stats::ChangePoints) in the logarithms of its points. It looks at the
    # cost of a call within a line, and at × socket across lines that differ only in machine or server. Releases are in their
    # order, so that a repeated release is next to itself; checkouts are in the order of time.
    class Changes
      # The number of newest points that are examined, in each line and in all lines together.
      POINTS = 100
      # Smaller changes are ignored.
      MARGIN = 0.01
      # Fixed, so that the same records give the same result.
      SEED = 1
      CONFIDENCE = 0.95
      # Ratios are comparable if only these differ.
      CARRIED = %i[machine server].freeze
      private_constant :SEED, :CONFIDENCE, :CARRIED

      # `series` is [client, options, scenario, mode].
      #: (Array[String], Array[Line]) -> void
      def initialize(series, lines)
        @series = %i[client options scenario mode].zip(series).to_h
        @lines = lines
        @line_of = {}.compare_by_identity
        lines.each { |line| line.points.each { |point| @line_of[point] = line } }
      end

      # In the order of time.
      #: () -> Array[Change]
      def to_a = kinds.flat_map { |lines| of_kind(lines) }.sort_by { |change| change.to.at }

      private

      def kinds = @lines.group_by { |line| line.to_h.except(:points, :count, :machine_description, *CARRIED) }.values

      # A change in both metrics is reported once, by the ratio, which is valid on any machine.
      def of_kind(lines)
        ratios = lines.flat_map(&:points).select(&:socket_ratio)
        moved = found(ratios, :socket_ratio)
        alone = lines.flat_map do |line|
          found(line.points, :wall_ns).reject { |change| moved.any? { |other| same?(change, other, ratios) } }
        end
        moved + alone.map { |change| change.with(surroundings: [change.from, change.to].all?(&:socket_ratio)) }
      end

      # Whether two changes are less than a segment apart.
      def same?(change, other, ratios)
        @places ||= {}.compare_by_identity
        places = @places[ratios] ||= ordered(ratios).each_with_index.to_h
        here, there = [change, other].map { |side| places[side.to] }
        here && (here - there).abs < Stats::ChangePoints::DEFAULTS[:minimum] && change.direction == other.direction
      end

      def found(points, metric)
        points = ordered(points).last(POINTS)
        logs = points.map { |point| Math.log(point.public_send(metric)) }
        cuts = Stats::ChangePoints.of(logs, seed: SEED)
        bounds = [0, *cuts.map(&:index), logs.size]
        cuts.each_with_index.filter_map do |cut, number|
          before, after = logs[bounds[number]...cut.index], logs[cut.index...bounds[number + 2]]
          change(metric, points[cut.index - 1, 2], before, after, cut.p)
        end
      end

      def change(metric, ends, before, after, p)
        logs = Stats::Interval::StudentT.difference(after, before, confidence: CONFIDENCE)
        low, middle, high = logs.map { |log| Math.exp(log) - 1 }
        return if middle.abs < MARGIN

        from, to = ends
        lines = @line_of.values_at(from, to)
        Change.new(**@series, metric: metric.to_s, from: from, to: to, effect: middle, interval: [low, high], p: p,
                              time_method: lines.last.time_method, carried: !lines.first.equal?(lines.last))
      end

      def ordered(points)
        return points.sort_by(&:at) if @series[:options].start_with?("checkout")

        points.sort_by { |point| [*History.place_of(point.version), point.at] }
      end
    end
  end
end
