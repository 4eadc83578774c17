# frozen_string_literal: true

module Cachemark
  # A history as a folder of pages that needs no server: `Contents` takes from a store what is shown, `Pages` makes it into
  # files, `Folder` writes them. Every link is relative, every figure is in a table, and JavaScript only draws and sorts.
  module Site
    # The parts of pages.
    HTML = Report::HTML
    # How many points of each line are kept, the newest, and how many of them a page shows one by one.
    POINTS = 1_000
    SHOWN = 200
    # How many runs are shown, the newest.
    RUNS = 1_000

    # What a site shows of a history. `tracks` are its series, `changes` where they moved, the newest first, `runs` the newest
    # entries, the oldest of them first, and `summaries` their last lines (Hash, in the same order); `count` is of how many runs,
    # `skipped` what could not be read.
    class Contents < Value.define(:tracks, :changes, :runs, :summaries, count: 0, skipped: [].freeze)
      # From a History::Store, as it is now.
      #
      #: (History::Store) -> Contents
      def self.of(store)
        entries = store.entries
        runs = entries.last(RUNS).freeze
        tracks = store.series.map do |client, options, scenario, mode|
          lines = store.trend(client: client, options: options, scenario: scenario, mode: mode, last: POINTS)
          Track.new(client: client, options: options, scenario: scenario, mode: mode, lines: lines)
        end
        new(tracks: tracks, changes: sorted(store.changes, tracks), runs: runs, count: entries.size, skipped: store.skipped,
            summaries: runs.map { |entry| History::Summary.read(entry.path).fields }.freeze)
      rescue SystemCallError => error
        raise Trouble.new("the history lost a record: #{error.message.sub(/ @ .*/, "")}", try: "publish again")
      end

      # By series where several moved at once. Records that another process adds meanwhile are shown by the next site.
      def self.sorted(changes, tracks)
        own = tracks.flat_map { |track| changes.select { |change| track.of?(change) } }
        own.group_by { |change| change.to.at }.sort.reverse.flat_map(&:last).freeze
      end
      private_class_method :sorted

      # Array[String]: every client of which a cost is known, in the order of the alphabet.
      def clients = tracks.map(&:client).uniq.sort

      # The series of one client.
      #
      #: (String) -> Array[Track]
      def tracks_of(client) = tracks.select { |track| track.client == client }

      # The changes of one client, the newest first.
      #
      #: (String) -> Array[History::Change]
      def changes_of(client) = changes.select { |change| change.client == client }
    end

    # One series over time: a client with its options in a scenario and a mode. `lines` are comparable each in itself.
    Track = Value.define(:client, :options, :scenario, :mode, lines: [].freeze) do
      # The name of a series that a change is of, without its lines.
      #
      #: (History::Change) -> Track
      def self.of(change) = new(**change.to_h.slice(:client, :options, :scenario, :mode))

      # String: its name among the series of its client.
      def title = [Report::History.place_of_call(self), *(options unless options.empty?)].join(", ")

      # Array[History::Point] of all its lines, the oldest first.
      def points = lines.flat_map(&:points).sort_by(&:at)

      # Whether a change is one of this series.
      #
      #: (History::Change) -> bool
      def of?(change) = to_h.except(:lines).all? { |name, value| change.public_send(name) == value }

      # A point of each version in the order of releases, of what the newest point may be compared with by × socket:
      # machine and server may be others, runtime, placement, conditions and the scenario's definition are the same.
      #
      #: () -> Hash[String, History::Point]
      def releases = by_version(carried.flat_map(&:points)).sort_by { |version, _| History.place_of(version) }.to_h

      # The points of two versions in one line, where both were measured; the newest such line's. nil without one.
      #
      #: (String, String) -> [History::Point, History::Point]?
      def pair(from, to)
        pairs = lines.map { |line| by_version(line.points).values_at(from, to) }
        pairs.select(&:all?).max_by { |pair| pair.map(&:at).max }
      end

      private

      # The newest point of each version that has an interval; without any, the newest.
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
