# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  class Site::ContentsTest < Minitest::Test
    def test_takes_series_runs_and_summaries_from_a_store
      Dir.mktmpdir do |dir|
        store = History::Store.open("#{dir}/history", create: true)
        2.times { |day| store.add(record(dir, day)) }
        contents = Site::Contents.of(store)

        assert_equal [%w[ruby/dalli ruby/socket], 2, %w[2026-11-21 2026-11-22]],
                     [contents.clients, contents.count, contents.runs.map { |run| run.started_at[0, 10] }]
        assert_equal [2], contents.tracks_of("ruby/dalli").map { |track| track.points.size }
        assert_equal contents.runs.map(&:started_at), contents.summaries.map { |fields| fields["started_at"] }
        assert_empty contents.changes
      end
    end

    def test_changes_stand_with_the_newest_first_and_by_series
      tracks = %w[client/get client/set].map { |scenario| MadeSite.track(scenario: scenario) }
      early = tracks.map { |track| MadeSite.change(track).with(to: track.points.first) }
      late = tracks.map { |track| MadeSite.change(track) }
      store = FakeStore.new(tracks, [*late.reverse, *early.reverse])

      assert_equal [%w[client/get client/set] * 2, %w[4.0.0 4.0.0 3.0.0 3.0.0]],
                   Site::Contents.of(store).changes.map { |change| [change.scenario, change.to.version] }.transpose
    end

    # A store between whose answers another process adds a series and takes a record away.
    class FakeStore
      attr_reader :changes, :skipped

      def initialize(tracks, changes, entries: [])
        @tracks = tracks
        @changes = [*changes, MadeSite.change(MadeSite.track(scenario: "client/new"))]
        @entries = entries
        @skipped = []
      end

      attr_reader :entries

      def series = @tracks.map { |track| track.to_h.values_at(:client, :options, :scenario, :mode) }
      def trend(scenario:, **) = @tracks.find { |track| track.scenario == scenario }.lines
    end

    def test_a_record_that_vanishes_meanwhile_is_told
      track = MadeSite.track
      store = FakeStore.new([track], [], entries: [MadeSite.entry(track.points.first, path: "/nowhere/record.jsonl")])

      assert_match(/lost a record.*\npublish again/m, assert_raises(Trouble) { Site::Contents.of(store) }.message)
    end

    private

    def record(dir, day)
      lines = MadeRecord.lines(run: { "started_at" => "2026-11-#{21 + day}T10:00:00Z" })
      "#{dir}/#{day}.jsonl".tap { |path| File.write(path, lines.map { |line| "#{::JSON.generate(line)}\n" }.join) }
    end
  end
end
