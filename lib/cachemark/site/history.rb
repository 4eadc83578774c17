# frozen_string_literal: true

require "digest"

module Cachemark
  module Site
    # The pages of a history: what changed, and each client over time and release by release.
    module History
      NAVIGATION = { "Home" => "index.html", "Runs" => "runs.html", "Data" => "data.html",
                     "Feed of slowdowns" => "feed.xml" }.freeze
      FEED = %w[Slowdowns feed.xml].freeze
      # The number of newest points that are kept of each line, and of newest runs that are shown.
      POINTS = 1_000
      RUNS = 1_000
      # A folder or program of the publisher's machine in the name of a contender. Only its last part is published.
      OWN = ["path:", *Vocabulary::Language.all.values.flat_map(&:code_options).uniq.map { |option| "#{option}=" }].join("|")
      OWN_PATH = %r{\b(#{OWN})/[^,\s"'<>&\\]*/(?=[^,\s"'<>&/\\])}
      private_constant :NAVIGATION, :FEED, :POINTS, :RUNS, :OWN, :OWN_PATH

      # - `tracks`: the series of the history. `changes`: their changes, the newest first.
      # - `runs`: the newest entries, the oldest of them first. `summaries`: their last lines (Hash, in the same order).
      # - `count`: the number of all runs. `skipped`: unreadable records. `records`: whether the site has copies of the records.
      Contents = Value.define(:tracks, :changes, :runs, :summaries, count: 0, skipped: [].freeze, records: false) do
        # From the current state of a store.
        #: (Cachemark::History::Store, ?records: bool) -> Contents
        def self.of(store, records: false)
          entries = store.entries
          runs = entries.last(RUNS).freeze
          tracks = store.series.flat_map do |name|
            name = Track::NAME.zip(name).to_h
            Track.by_method(**name, lines: store.trend(**name, last: POINTS))
          end
          new(tracks: tracks, changes: sorted(store.changes, tracks), runs: runs, count: entries.size, skipped: store.skipped,
              records: records, summaries: runs.map { |entry| Cachemark::History::Summary.read(entry.path).fields }.freeze)
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

        # The series of one client, and its changes, the newest first.
        #: (String) -> Array[Track]
        def tracks_of(client) = tracks.select { |track| track.client == client }
        def changes_of(client) = changes.select { |change| change.client == client }

        # The series of a change.
        #: (Cachemark::History::Change) -> Track
        def track(change) = tracks.find { |track| track.of?(change) }

        # The path of a copy of a run's record.
        #: (Cachemark::History::Entry) -> String
        def record(entry) = "data/records/#{entry.id}.jsonl"
      end

      # A series over time: a client with its options in a scenario and a mode. The points of each of its `lines` are
      # comparable, and their times mean the same (`time_method`). `label` says so if there is a later method, too.
      Track = Value.define(:client, :options, :scenario, :mode, time_method: 1, label: nil, lines: [].freeze) do
        # The series of these lines: one for each method, the newest first.
        #: (lines: Array[Cachemark::History::Line], **String) -> Array[Track]
        def self.by_method(lines:, **name)
          lines.group_by(&:time_method).sort.reverse.map do |number, own|
            new(**name, time_method: number, label: Report::History.label(own.first, lines), lines: own)
          end
        end

        # String: its name among the series of its client.
        def title = [Report::History.place_of_call(self), *(options unless options.empty?), *label].join(", ")

        # Array[Cachemark::History::Point] of all its lines, the oldest first.
        def points = lines.flat_map(&:points).sort_by(&:at)

        # Whether a change is one of this series.
        #: (Cachemark::History::Change) -> bool
        def of?(change) = to_h.except(:label, :lines).all? { |name, value| change.public_send(name) == value }

        # A point of each version in the order of releases. All are comparable with the newest point by × socket. Machine and
        # server may differ; runtime, placement, conditions and the scenario's definition are the same.
        #: () -> Hash[String, Cachemark::History::Point]
        def releases
          newest = lines.max_by { |line| line.points.last.at }
          alike = lines.select { |line| kind(line) == kind(newest) }
          by_version(alike.flat_map(&:points)).sort_by { |version, _| Cachemark::History.place_of(version) }.to_h
        end

        # The points of two versions in the newest line with both; nil without one.
        #: (String, String) -> [Cachemark::History::Point, Cachemark::History::Point]?
        def pair(from, to)
          pairs = lines.map { |line| by_version(line.points).values_at(from, to) }
          pairs.select(&:all?).max_by { |pair| pair.map(&:at).max }
        end

        # The anchor in its client's page. Links to those of method 1 are older than other methods.
        #: () -> String
        def anchor = "series-#{History.digest(client, options, scenario, mode, *(time_method if time_method > 1))}"

        private

        # The newest point of each version, preferably with an interval.
        def by_version(points)
          points.sort_by { |point| [point.interval ? 1 : 0, point.at] }.to_h { |point| [point.version.to_s, point] }
        end

        def kind(line) = [line.placement, line.runtime, line.conditions, line.definition]
      end
      Track::NAME = %i[client options scenario mode].freeze

      class << self
        # Two Hashes by the paths of files: their texts, and the records to copy. The same history makes the same bytes.
        #: (Contents) -> [Hash[String, String], Hash[String, String]]
        def files(contents)
          texts = Site.texts(pages(contents), nav: NAVIGATION, feed: FEED)
                      .merge(Downloads.files(contents), "feed.xml" => Feed.new(contents).to_s)
          texts = texts.transform_values { |text| text.gsub(OWN_PATH) { Regexp.last_match(1) } } unless contents.records
          copies = contents.records ? contents.runs.to_h { |entry| [contents.record(entry), entry.path] } : {}
          [texts.merge(Site.assets), copies]
        end

        # The address of a client's page release by release, and of one that compares two versions.
        #: (String) -> String
        def releases(client) = "releases/#{Slug.of(client)}.html"
        def versions(client, from, to) = "versions/#{Slug.of(client)}/#{Slug.of(from)}..#{Slug.of(to)}.html"

        # The anchor of a change, which does not change unless the change does.
        #: (Cachemark::History::Change) -> String
        def anchor(change)
          names = change.to_h.values_at(*Track::NAME, :metric)
          "change-#{digest(*names, change.from.entry_id, change.to.entry_id)}"
        end

        # Where a change is in its client's page.
        #: (Cachemark::History::Change) -> String
        def address(change) = "#{Slug.client(change.client)}##{anchor(change)}"

        #: (*Object) -> String
        def digest(*parts) = Digest::SHA256.hexdigest(parts.join("\0"))[0, 12]

        #: (Cachemark::History::Change) -> String
        def sentence(change) = Report::History::Answer.change(change)

        # The confidence in a change, and the runs before and after it.
        #: (Cachemark::History::Change) -> String
        def evidence(change)
          "p #{format("%.2g", change.p)}, between the runs of #{Report::History.time(change.from.at)} and " \
            "#{Report::History.time(change.to.at)} (UTC)"
        end

        private

        def pages(contents)
          clients = contents.clients.map { |client| pages_of(contents, client) }
          { "index.html" => FirstPage.new(contents), "runs.html" => Runs.new(contents), "data.html" => Downloads.new(contents) }
            .merge(*clients)
        end

        def pages_of(contents, client)
          releases = ReleasesPage.new(contents, client)
          pairs = releases.pairs.to_h { |pair| [versions(client, *pair), TwoVersions.new(contents, client, *pair)] }
          { Slug.client(client) => ClientPage.new(contents, client), releases(client) => releases, **pairs }
        end
      end

      # The base class of its pages.
      class Page < Site::Page
        private

        # Changes as a table: when, what and how much. Without `clients`, the table is the target of links to its changes. The
        # block makes the address of a change's series.
        def changes(all, clients: false, &series)
          return text("No series has changed by more than chance explains.") if all.empty?

          client = rich("client") { |change| link(change.client, Slug.client(change.client)) } if clients
          columns = [words("seen") { |change| change.to.at[0, 10] }, client,
                     rich("series") { |change| link(@contents.track(change).title, series.call(change)) },
                     words("became", tone: :direction.to_proc, &:direction),
                     figure("by", ->(change) { Figures.change(change.effect, change.interval) },
                            how: ->(change) { "#{History.sentence(change)}\n#{History.evidence(change)}" }, &:effect),
                     words("since") { |change| version(change.to) }, words("before") { |change| version(change.from) },
                     words("of") { |change| metric(change) }]
          table("changes-grid", "The newest first", all, columns, anchor: (History.method(:anchor) unless clients),
                                                                  words: History.method(:sentence))
        end

        def metric(change)
          return "× socket" if change.metric == "socket_ratio"

          change.surroundings ? "time per call: the machine" : "time per call"
        end

        # A version, or the notation if there is none.
        def version(point) = point.version.to_s.empty? ? point.notation.to_s : point.version
        def time(point) = Figures.time_of(point)
        def ratio(point) = Figures.ratio(point.socket_ratio, point.socket_ratio_interval)
      end
    end
  end
end
