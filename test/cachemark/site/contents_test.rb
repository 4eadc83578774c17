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

    def test_lists_changes_newest_first_and_by_series
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

    def test_reports_a_record_that_vanishes_meanwhile
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

  class Site::TrackTest < Minitest::Test
    def test_its_title_distinguishes_it_from_the_others_of_its_client
      assert_equal ["client/get", "client/get threads-4, protocol=meta"],
                   [MadeSite.track, MadeSite.track(mode: "threads-4", options: "protocol=meta")].map(&:title)
    end

    def test_a_change_is_of_one_series
      track = MadeSite.track
      change = MadeSite.change(track)

      assert track.of?(change)
      refute MadeSite.track(scenario: "client/set").of?(change)
      assert_equal "client/get", Site::Track.of(change).title
    end

    def test_releases_are_the_newest_point_of_each_version_in_order
      points = [["10.0", 1.0], ["9.0", 1.1], ["9.0", 1.2], ["abc", 1.3]].each_with_index.map do |(version, ratio), week|
        MadeSite.point(week, "dalli", version, ratio)
      end
      releases = track(MadeSite.line(points)).releases

      assert_equal [["abc", 1.3], ["9.0", 1.2], ["10.0", 1.0]], releases.transform_values(&:socket_ratio).to_a
    end

    def test_uses_a_figure_without_an_interval_only_if_there_is_no_other
      sure, unsure, alone = %w[1.0 1.0 2.0].each_with_index.map do |version, week|
        MadeSite.point(week, "dalli", version, 1.0 + week)
      end
      few = [unsure, alone].map { |point| point.with(interval: nil, socket_ratio_interval: nil) }
      all = track(MadeSite.line([sure, *few]))

      assert_equal [1.0, 3.0], all.releases.values.map(&:socket_ratio)
      assert_equal [sure, few.last], all.pair("1.0", "2.0")
    end

    def test_releases_carry_over_machines_and_not_over_runtimes
      old, away, new = %w[1.0 2.0 3.0].each_with_index.map { |version, week| [MadeSite.point(week, "dalli", version, 1.0)] }

      lines = [MadeSite.line(old), MadeSite.line(away, runtime: "jruby"), MadeSite.line(new, machine: "m2")]

      assert_equal %w[1.0 3.0], track(*lines).releases.keys
    end

    def test_two_versions_meet_within_one_line_only
      first = %w[1.0 2.0].each_with_index.map { |version, week| MadeSite.point(week, "dalli", version, 1.0) }
      second = %w[2.0 3.0].each_with_index.map { |version, week| MadeSite.point(week + 2, "dalli", version, 1.0) }
      both = track(MadeSite.line(first), MadeSite.line(second, machine: "m2"))

      assert_equal first, both.pair("1.0", "2.0")
      assert_nil both.pair("1.0", "3.0")
    end

    private

    def track(*lines) = MadeSite.track.with(lines: lines)
  end
end
