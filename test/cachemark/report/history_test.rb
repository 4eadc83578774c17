# frozen_string_literal: true

require "test_helper"

class HistoryReportTest < Minitest::Test
  extend Golden

  Series = Struct.new(:client, :options, :scenario, :mode)
  Place = Struct.new(:machine_description, :server, :placement, :conditions)
  HISTORY = Cachemark::Report::History
  Made = MadeTrend

  # The changes of a release, a series at a time.
  MACHINE = [0.061, 0.068].map do |effect|
    Made.change(metric: "wall_ns", surroundings: true, effect: effect, interval: nil, scenario: "client/#{effect}")
  end.freeze
  UNNAMED = { metric: "wall_ns", interval: nil, from: Made.points[0], to: Made.points[1] }.freeze

  TEXTS = {
    "a list has records by where they were measured" => lambda do
      list(Made.entry, Made.entry(machine_description: "Xeon", figures: 0, outcome: nil))
    end,
    "an empty list says how to begin" => -> { list },
    "a trend has each point, and a release where it changes" => -> { trend },
    "each line has its own chart" => lambda do
      trend(lines: [Made.line, Made.line([Made.point(5)], machine_description: "Xeon")])
    end,
    "a trend says how many are not shown" => -> { trend(lines: [Made.line(count: 40)]) },
    "a change without a new release names none" => -> { trend(changes: [Made.change(**UNNAMED, effect: -0.2)]) },
    "points without interval or ratio" => lambda do
      trend(lines: [Made.line([Made.point(0, interval: nil, socket_ratio: nil)])])
    end,
    "a release that did it, the newest first" => lambda do
      changes(Made.change(scenario: "client/set", effect: -0.1, interval: nil), Made.change)
    end,
    "without a new release nothing is said to have done it" => lambda do
      changes(Made.change(**UNNAMED, options: "protocol=meta", mode: "threads-4", effect: -0.1))
    end,
    "a machine that changed as well" => -> { changes(Made.change(carried: true)) },
    "a machine that did it is not the client" => -> { changes(MACHINE.first) },
    "a change of the machine is printed once for several series" => -> { changes(*MACHINE, Made.change) },
    "nothing moved" => -> { changes(since: "2026-01-02") }
  }.freeze
  golden "history", TEXTS

  def test_names
    assert_equal ["AMD EPYC; memcached 1.6.18; one-core; ruby 3.1.2p20", "two-core; as published"],
                 [HISTORY.place(Place.new("AMD EPYC", "1.6.18", "one-core", ""), runtime: "ruby 3.1.2p20 (2022-04-12) [x86_64]"),
                  HISTORY.place(Place.new(nil, "", "two-core", "as published"))]
    assert_equal ["dalli client/get", "python/pylibmc,binary=on client/get gevent-8"],
                 [HISTORY.title(Series.new("ruby/dalli", "", "client/get", "sync")),
                  HISTORY.title(Series.new("python/pylibmc", "binary=on", "client/get", "gevent-8"))]
    assert_equal "2026-11-22 07:41", HISTORY.time("2026-11-22T07:41:51Z")
  end

  private

  def list(*entries) = HISTORY::List.text(entries, "terminal", width: 100)
  def trend(**members) = HISTORY::Trend.text([Made.trend(**members)], "terminal", width: 100)
  def changes(*all, **more) = HISTORY::Changes.text(Made.review(changes: all, **more), "terminal", width: 200)
end
