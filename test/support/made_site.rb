# frozen_string_literal: true

# The contents of a site, made by hand: weekly points of one series or more, and changes between two of them.
#
#   MadeSite.contents(points: { "3.2.8" => 1.2, "4.0.0" => 1.6 })     # version => x socket
module MadeSite
  History = Cachemark::History
  Site = Cachemark::Site
  LINE = { machine: "m1", server: "1.6.18", placement: "one-core", machine_description: "AMD EPYC, 2 cores",
           runtime: "ruby 3.1.2", conditions: "", definition: "d1" }.freeze
  RATIOS = { "3.0.0" => 1.4, "3.2.8" => 1.2, "4.0.0" => 1.6 }.freeze

  class << self
    def contents(ratios: RATIOS, changes: :one, runs: nil, **more)
      tracks = more.delete(:tracks) || [track(ratios: ratios, **more)]
      changes = [change(tracks.first)] if changes == :one
      runs ||= tracks.flat_map(&:points).uniq(&:entry_id).map { |point| entry(point) }
      Site::History::Contents.new(tracks: tracks, changes: changes, runs: runs, count: runs.size,
                         summaries: runs.map { |run| { "schema" => "cachemark/summary/1", "started_at" => run.started_at } })
    end

    # A series of one line, with a point a week.
    def track(ratios: RATIOS, client: "ruby/dalli", options: "", scenario: "client/get", mode: "sync", **line)
      name = client.split("/").last
      points = ratios.each_with_index.map { |(version, ratio), week| point(week, name, version, ratio) }
      Site::History::Track.new(client: client, options: options, scenario: scenario, mode: mode, lines: [line(points, **line)])
    end

    def line(points, **facts) = History::Line.new(**LINE, points: points, count: points.size, **facts)

    def point(week, name, version, ratio)
      wall_ns = (ratio || 1) * 15_000.0
      History::Point.new(entry_id: format("202601%02dT100000Z-0123456789abcdef", week + 1), version: version, contender: name,
                         at: format("2026-01-%02dT10:00:00Z", week + 1), notation: "#{name}@#{version}", wall_ns: wall_ns,
                         interval: around(wall_ns), socket_ratio: ratio, socket_ratio_interval: ratio && around(ratio))
    end

    # Between the last two points of a series.
    def change(track, **more)
      from, to = track.points.last(2)
      History::Change.new(**track.to_h.except(:label, :lines), metric: "socket_ratio", from: from, to: to, p: 0.005,
                          effect: (to.socket_ratio / from.socket_ratio) - 1, interval: [0.31, 0.35], **more)
    end

    def entry(point, **more)
      History::Entry.new(id: point.entry_id, path: "/records/#{point.entry_id}.jsonl", started_at: point.at, command: "run",
                         suite: "clients", version: "0.1.0", figures: 1, outcome: "complete",
                         **LINE.slice(:machine, :server, :placement, :machine_description), **more)
    end

    private

    def around(value) = [value * 0.99, value * 1.01]
  end
end
