# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::TrackTest < Minitest::Test
    def test_its_title_tells_it_from_the_others_of_its_client
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

    def test_what_has_no_interval_speaks_only_where_there_is_nothing_else
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
