# frozen_string_literal: true

module Cachemark
  module Site
    # One series over time: a client with its options in a scenario and a mode. `lines` are comparable each in itself.
    Track = Value.define(:client, :options, :scenario, :mode, lines: [].freeze) do
      # The name of a series that a change is of, without its lines.
      #
      #: (History::Change) -> Track
      def self.of(change) = new(**change.to_h.slice(:client, :options, :scenario, :mode))

      # String: how it is told from the others of its client.
      def title = [Report::History.place_of_call(self), *(options unless options.empty?)].join(", ")

      # Array[History::Point] of all its lines, the oldest first.
      def points = lines.flat_map(&:points).sort_by(&:at)

      # Whether a change is one of this series.
      #
      #: (History::Change) -> bool
      def of?(change) = to_h.except(:lines).all? { |name, value| change.public_send(name) == value }

      # A point of each version in the order of releases, of what the newest point may be compared with by x socket:
      # machine and server may be others, runtime, placement, conditions and the scenario's definition are the same.
      #
      #: () -> Hash[String, History::Point]
      def releases = Versions.sorted(by_version(carried.flat_map(&:points)))

      # The points of two versions in one line, where both were measured; the newest such line's. nil without one.
      #
      #: (String, String) -> [History::Point, History::Point]?
      def pair(from, to)
        pairs = lines.map { |line| by_version(line.points).values_at(from, to) }
        pairs.select(&:all?).max_by { |pair| pair.map(&:at).max }
      end

      private

      # Of each the newest that has an interval: what came of few processes speaks only where there is nothing else.
      def by_version(points)
        points.sort_by { |point| [point.interval ? 1 : 0, point.at] }.to_h { |point| [point.version.to_s, point] }
      end

      def carried
        newest = lines.max_by { |line| line.points.last.at }
        lines.select { |line| kind(line) == kind(newest) }
      end

      def kind(line) = [line.placement, line.runtime, line.conditions, line.definition]
    end
  end
end
