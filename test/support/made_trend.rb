# frozen_string_literal: true

# The answers of a history, made by hand: a release that is slower than the one before, in two machines' lines.
module MadeTrend
  HISTORY = Cachemark::History

  class << self
    def entry(**members)
      HISTORY::Entry.new(id: "20260101T000000Z-0123456789abcdef", path: "/records/a.jsonl", started_at: MadeHistory.at(0),
                         command: "run", suite: "clients", version: "0.1.0", machine: "0123", server: "1.6.18",
                         placement: "one-core", machine_description: "AMD EPYC, 2 cores", outcome: "complete", figures: 12,
                         **members)
    end

    def point(day, wall_ns = 20_000.0, version: "4.2.0", **members)
      HISTORY::Point.new(entry_id: "entry-#{day}", at: MadeHistory.at(day), version: version, contender: "dalli",
                         notation: "dalli@#{version}", wall_ns: wall_ns, interval: [wall_ns * 0.99, wall_ns * 1.01],
                         socket_ratio: wall_ns / 10_000, socket_ratio_interval: nil, **members)
    end

    def line(points = self.points, **members)
      HISTORY::Line.new(machine: "0123", server: "1.6.18", placement: "one-core", points: points, count: points.size,
                        machine_description: "AMD EPYC, 2 cores", runtime: "ruby 3.1.2 (x)", definition: "ec1c530e", **members)
    end

    def points = [point(0), point(1), point(2, 23_000.0, version: "4.3.0")]

    def change(**members)
      HISTORY::Change.new(client: "ruby/dalli", options: "", scenario: "client/get", mode: "sync", metric: "socket_ratio",
                          from: points[1], to: points[2], effect: 0.15, interval: [0.14, 0.16], p: 0.005, **members)
    end

    def trend(lines: [line], changes: [change], **members)
      HISTORY::Trend.new(client: "ruby/dalli", options: "", scenario: "client/get", mode: "sync", lines: lines, changes: changes,
                         **members)
    end

    def review(changes: [change], **members) = HISTORY::Review.new(changes: changes, series: 3, entries: 7, **members)
  end
end
