# frozen_string_literal: true

module Cachemark
  module Site
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

      # By series where several moved at once; what another process has kept meanwhile comes with the next site.
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
  end
end
