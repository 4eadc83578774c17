# frozen_string_literal: true

require "digest"

module Cachemark
  # A history as a folder of pages that needs no server. `Contents` selects the content from a store, `Pages` makes files
  # from it, `Folder` writes them. Every link is relative, every figure is in a table, and JavaScript only draws and sorts.
  module Site
    # The parts of pages.
    HTML = Report::HTML
    Figures = Report::Figures
    # The number of newest points that are kept of each line, and the number that a page shows individually.
    POINTS = 1_000
    SHOWN = 200
    # The number of newest runs that are shown.
    RUNS = 1_000
    # The folder of a page's style and scripts, and the links on every page.
    ASSETS = "assets/"
    NAVIGATION = { "Home" => "index.html", "Runs" => "runs.html", "Data" => "data.html",
                   "Feed of slowdowns" => "feed.xml" }.freeze
    private_constant :NAVIGATION

    # A page with an introduction (HTML) and sections. `root` is the path from the page's folder to the home page ("" or
    # "../").
    #: (title: String, sections: Array[Report::HTML::Section?], ?lead: String, ?root: String) -> String
    def self.page(title:, sections:, lead: "", root: "")
      feed = %(<link rel="alternate" type="application/atom+xml" title="Slowdowns" href="#{root}feed.xml">)
      HTML::Layout.of_sections(title: title, sections: sections.compact, lead: lead, nav: NAVIGATION.to_a, root: root,
                               assets: ASSETS, head: feed)
    end

    # The content of a site.
    #
    # - `tracks`: the series of the history. `changes`: their changes, the newest first.
    # - `runs`: the newest entries, the oldest of them first. `summaries`: their last lines (Hash, in the same order).
    # - `count`: the number of all runs. `skipped`: unreadable records.
    class Contents < Value.define(:tracks, :changes, :runs, :summaries, count: 0, skipped: [].freeze)
      # From the current state of a History::Store.
      #: (History::Store) -> Contents
      def self.of(store)
        entries = store.entries
        runs = entries.last(RUNS).freeze
        tracks = store.series.flat_map do |client, options, scenario, mode|
          lines = store.trend(client: client, options: options, scenario: scenario, mode: mode, last: POINTS)
          Track.by_method(client: client, options: options, scenario: scenario, mode: mode, lines: lines)
        end
        new(tracks: tracks, changes: sorted(store.changes, tracks), runs: runs, count: entries.size, skipped: store.skipped,
            summaries: runs.map { |entry| History::Summary.read(entry.path).fields }.freeze)
      rescue SystemCallError => error
        raise Trouble.new("the history lost a record: #{error.message.sub(/ @ .*/, "")}", try: "publish again")
      end

      # Simultaneous changes are sorted by series. Records that another process adds meanwhile are shown by the next site.
      def self.sorted(changes, tracks)
        own = tracks.flat_map { |track| changes.select { |change| track.of?(change) } }
        own.group_by { |change| change.to.at }.sort.reverse.flat_map(&:last).freeze
      end
      private_class_method :sorted

      # Array[String]: every client with a known cost, in alphabetical order.
      def clients = tracks.map(&:client).uniq.sort

      # The series of one client.
      #: (String) -> Array[Track]
      def tracks_of(client) = tracks.select { |track| track.client == client }

      # The series of a change.
      #: (History::Change) -> Track
      def track(change) = tracks.find { |track| track.of?(change) }

      # The changes of one client, the newest first.
      #: (String) -> Array[History::Change]
      def changes_of(client) = changes.select { |change| change.client == client }
    end

    # A series over time: a client with its options in a scenario and a mode. The points of each of its `lines` are
    # comparable, and their times mean the same (`time_method`). `label` says so if there is a later method, too.
    Track = Value.define(:client, :options, :scenario, :mode, time_method: 1, label: nil, lines: [].freeze) do
      # The series of these lines: one for each method, the newest first.
      #: (lines: Array[History::Line], **String) -> Array[Track]
      def self.by_method(lines:, **name)
        lines.group_by(&:time_method).sort.reverse.map do |number, own|
          new(**name, time_method: number, label: Report::History.label(own.first, lines), lines: own)
        end
      end

      # String: its name among the series of its client.
      def title = [Report::History.place_of_call(self), *(options unless options.empty?), *label].join(", ")

      # Array[History::Point] of all its lines, the oldest first.
      def points = lines.flat_map(&:points).sort_by(&:at)

      # Whether a change is one of this series.
      #: (History::Change) -> bool
      def of?(change) = to_h.except(:label, :lines).all? { |name, value| change.public_send(name) == value }

      # A point of each version in the order of releases. All are comparable with the newest point by × socket. Machine and
      # server may differ; runtime, placement, conditions and the scenario's definition are the same.
      #: () -> Hash[String, History::Point]
      def releases = by_version(carried.flat_map(&:points)).sort_by { |version, _| History.place_of(version) }.to_h

      # The points of two versions in the newest line with both; nil without one.
      #: (String, String) -> [History::Point, History::Point]?
      def pair(from, to)
        pairs = lines.map { |line| by_version(line.points).values_at(from, to) }
        pairs.select(&:all?).max_by { |pair| pair.map(&:at).max }
      end

      private

      # The newest point of each version, preferably with an interval.
      def by_version(points)
        points.sort_by { |point| [point.interval ? 1 : 0, point.at] }.to_h { |point| [point.version.to_s, point] }
      end

      def carried
        newest = lines.max_by { |line| line.points.last.at }
        lines.select { |line| kind(line) == kind(newest) }
      end

      def kind(line) = [line.placement, line.runtime, line.conditions, line.definition]
    end

    # Tables of a site: their columns, and the table of changes.
    module Tables
      class << self
        # Text; the block makes it from a row.
        #: (String) { (Object) -> String? } -> Report::Column
        def text(heading, &cell) = Report::Column.words(heading, &cell)

        # A piece of HTML.
        #: (String) { (Object) -> String } -> Report::Column
        def html(heading, &html) = Report::Column.words(heading, html: html) { "" }

        # A figure. `cell` makes its text from a row, the block returns the number by which it is sorted, and `how` explains
        # its origin.
        #: (String, #call, ?how: #call?) { (Object) -> Numeric? } -> Report::Column
        def figure(heading, cell, how: nil, &value) = Report::Column.new(heading: heading, cell: cell, how: how, number: value)
      end

      # Changes as a table: when, what and how much. Without clients, the table is the target of links to its changes.
      class Changes
        # `series` returns the link of a change's series, and `client` that of its client, or nil if all are of one client.
        #: (Array[History::Change], caption: String, series: #call, ?client: #call?) -> void
        def initialize(changes, caption:, series:, client: nil)
          @changes = changes
          @caption = caption
          @series = series
          @client = client
        end

        # HTML.
        #: () -> String
        def to_s
          return HTML.paragraph("No series has changed by more than chance explains.") if @changes.empty?

          HTML::Grid.new(id: "changes-grid", caption: @caption, columns: columns, rows: @changes,
                         anchor: (Addresses.method(:change) unless @client), words: Words.method(:change)).to_s
        end

        private

        def columns
          [Tables.text("seen") { |change| change.to.at[0, 10] }, (Tables.html("client", &@client) if @client),
           Tables.html("series", &@series),
           Tables.html("became") { |change| %(<span class="verdict #{change.direction}">#{change.direction}</span>) },
           Tables.figure("by", ->(change) { Figures.change(change.effect, change.interval) }, how: method(:origin), &:effect),
           Tables.text("since") { |change| Words.version(change.to) },
           Tables.text("before") { |change| Words.version(change.from) },
           Tables.text("of") { |change| metric(change) }].compact
        end

        def origin(change) = "#{Words.change(change)}\n#{Words.evidence(change)}"

        def metric(change)
          return "× socket" if change.metric == "socket_ratio"

          change.surroundings ? "time per call: the machine" : "time per call"
        end
      end
    end

    # The addresses in a site: paths from its top, and anchors in pages.
    module Addresses
      # The name of a file for any client or version. `ruby/dalli` and `4.3.10` stay readable. Any other name is reduced to
      # characters that are safe in every folder and address. It gets a part of its digest, so that names stay different.
      module Slug
        PLAIN = %r{\A(?:[a-z]+/[a-z0-9]+(?:[._-][a-z0-9]+)*|\d[0-9a-z]*(?:[.-][0-9a-z]+)*)\z}
        LONGEST = 60
        private_constant :PLAIN, :LONGEST

        #: (String) -> String
        def self.of(name)
          return name.tr("/", "-") if PLAIN.match?(name) && name.size <= LONGEST

          safe = name.downcase.gsub(/[^a-z0-9.]+/, "-").gsub(/\A[.-]+|[.-]+\z/, "")[0, LONGEST]
          "#{safe}~#{Digest::SHA256.hexdigest(name)[0, 12]}"
        end
      end

      class << self
        #: (String) -> String
        def client(client) = "clients/#{Slug.of(client)}.html"

        #: (String) -> String
        def releases(client) = "releases/#{Slug.of(client)}.html"

        # The page that compares two versions of a client.
        #: (String, String, String) -> String
        def versions(client, from, to) = "versions/#{Slug.of(client)}/#{Slug.of(from)}..#{Slug.of(to)}.html"

        # The anchor of a series in its client's page. Links to those of method 1 are older than other methods.
        #: (Track) -> String
        def anchor(track)
          later = track.time_method if track.time_method > 1
          "series-#{digest(track.client, track.options, track.scenario, track.mode, *later)}"
        end

        # The anchor of a change, which does not change unless the change does.
        #: (History::Change) -> String
        def change(change)
          names = change.to_h.values_at(:client, :options, :scenario, :mode, :metric)
          "change-#{digest(*names, change.from.entry_id, change.to.entry_id)}"
        end

        # The anchor of a run in the list of runs.
        #: (String) -> String
        def run(id) = "run-#{id}"

        private

        def digest(*parts) = Digest::SHA256.hexdigest(parts.join("\0"))[0, 12]
      end
    end

    # The phrases of pages and the feed that are not in the reports of a history.
    module Words
      class << self
        # A change as a sentence.
        #: (History::Change) -> String
        def change(change) = Report::History::Answer.change(change)

        # The confidence in a change, and the runs before and after it.
        #: (History::Change) -> String
        def evidence(change)
          "p #{format("%.2g", change.p)}, between the runs of #{Report::History.time(change.from.at)} and " \
            "#{Report::History.time(change.to.at)} (UTC)"
        end

        # A version, or the notation if there is none.
        #: (History::Point) -> String
        def version(point) = point.version.to_s.empty? ? point.notation.to_s : point.version

        #: (History::Point) -> String
        def time(point) = Figures.time_of(point)

        #: (History::Point) -> String
        def ratio(point) = Figures.ratio(point.socket_ratio, point.socket_ratio_interval)
      end
    end
  end
end
