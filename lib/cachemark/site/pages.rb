# frozen_string_literal: true

require "digest"
require "erubi"

module Cachemark
  module Site
    # All files of a site. The same history makes the same bytes.
    class Pages
      # A folder or program of the publisher's machine in the name of a contender. Only its last part is published.
      OWN_PATH = %r{\b(path:|#{Vocabulary::Language.all.values.flat_map(&:code_options).uniq.join("=|")}=)/[^,\s"'<>&\\]*/(?=[^,\s"'<>&/\\])}
      private_constant :OWN_PATH

      # `records`: whether copies of the records are included.
      #: (Contents, ?records: bool) -> void
      def initialize(contents, records: false)
        @contents = contents
        @records = records ? contents.runs.to_h { |entry| [entry.id, "data/records/#{entry.id}.jsonl"] } : {}
      end

      # Path from the site's top => text.
      #: () -> Hash[String, String]
      def texts
        downloads = Downloads.new(@contents)
        { "index.html" => Home.new(@contents), "runs.html" => Runs.new(@contents, records: @records),
          "data.html" => Downloads::Page.new(downloads, records: @records), "feed.xml" => Feed.new(@contents),
          **@contents.clients.map { |client| of_client(client) }.reduce({}, :merge) }
          .transform_values(&:to_s).merge(downloads.files).transform_values { |text| without_own_paths(text) }.merge(assets)
      end

      # Path from the site's top => path of the record to copy there.
      #: () -> Hash[String, String]
      def copies = @contents.runs.select { |entry| @records.key?(entry.id) }.to_h { |entry| [@records[entry.id], entry.path] }

      private

      # With the records, all of it is published anyway.
      def without_own_paths(text) = @records.empty? ? text.gsub(OWN_PATH) { Regexp.last_match(1) } : text

      def of_client(client)
        releases = ReleasesPage.new(@contents, client)
        versions = releases.pairs.to_h do |from, to|
          [Addresses.versions(client, from, to), ReleasesPage::TwoVersions.new(@contents, client, from, to)]
        end
        { Addresses.client(client) => ClientPage.new(@contents, client), Addresses.releases(client) => releases, **versions }
      end

      def assets = HTML::Layout.assets.transform_keys { |name| "#{ASSETS}#{name}" }

      # The first page: recent changes, the clients, and the last runs.
      class Home
        LATEST = 20
        RECENT = 10
        private_constant :LATEST, :RECENT

        #: (Contents) -> void
        def initialize(contents)
          @contents = contents
          @points = contents.tracks.group_by(&:client).transform_values { |tracks| tracks.flat_map(&:points) }
        end

        #: () -> String
        def to_s
          sections = [changes, clients, runs]
          Site.page(title: "What memcached clients cost", lead: HTML.paragraph(lead, css: "lead"), sections: sections)
        end

        private

        def lead
          counts = [Figures.counted(@contents.count, "run"), Figures.counted(@contents.clients.size, "client"),
                    Figures.counted(@contents.runs.map(&:machine).uniq.size, "machine")]
          "#{counts[0]} of #{counts[1]} on #{counts[2]}, the last of #{@contents.runs.last.started_at[0, 10]}. " \
            "Every cost was measured with a real memcached, and every reply was checked."
        end

        def changes
          all = @contents.changes
          table = Tables::Changes.new(all.first(LATEST), caption: "The newest first", series: method(:series_of),
                                                      client: method(:client_of))
          older = HTML.paragraph("#{all.size - LATEST} older ones are on the pages of the clients.") if all.size > LATEST
          method = HTML.paragraph(Report::History::Changes::READ_FIRST, css: "words")
          HTML::Section.new(id: "changes", heading: "What changed lately", body: "#{table}#{older}\n#{method}")
        end

        def client_of(change) = HTML.link(change.client, Addresses.client(change.client))

        def series_of(change)
          HTML.link(@contents.track(change).title, "#{Addresses.client(change.client)}##{Addresses.change(change)}")
        end

        def clients
          grid = HTML::Grid.new(id: "clients-grid", caption: "Clients of which a cost is known", columns: columns,
                                rows: @contents.clients)
          HTML::Section.new(id: "clients", heading: "Clients", body: grid.to_s)
        end

        def columns
          series = ->(client) { @contents.tracks_of(client).size }
          changes = ->(client) { @contents.changes_of(client).size }
          [Tables.html("client") { |client| HTML.link(client, Addresses.client(client)) },
           Tables.html("releases") { |client| HTML.link(versions(client), Addresses.releases(client)) },
           Tables.text("newest measured") { |client| newest(client) },
           Tables.figure("series", series, &series), Tables.figure("changes", changes, &changes)]
        end

        def versions(client) = Figures.counted(@points.fetch(client).map { |point| point.version.to_s }.uniq.size, "version")

        def newest(client)
          point = @points.fetch(client).max_by(&:at)
          "#{Words.version(point)}, #{point.at[0, 10]}"
        end

        def runs
          items = @contents.runs.last(RECENT).reverse.map do |entry|
            words = "#{Report::History.time(entry.started_at)}: #{[entry.command, entry.suite].compact.join(" ")}"
            figures = " (#{Figures.counted(entry.figures, "figure")}, #{entry.machine_description})"
            "#{HTML.link(words, "runs.html##{Addresses.run(entry.id)}")}#{HTML.text(figures)}"
          end
          HTML::Section.new(id: "runs", heading: "Last runs", body: HTML.list(items))
        end
      end

      # The runs of the figures, the newest first.
      class Runs
        TEXTS = { "command" => :command, "suite" => :suite, "outcome" => :outcome, "memcached" => :server,
                  "placement" => :placement, "Cachemark" => :version, "machine" => :machine_description }.freeze
        private_constant :TEXTS

        # `records` are the paths of copies in the site, by the runs' ids.
        #: (Contents, ?records: Hash[String, String]) -> void
        def initialize(contents, records: {})
          @runs = contents.runs.reverse
          @count = contents.count
          @skipped = contents.skipped
          @records = records
        end

        #: () -> String
        def to_s = Site.page(title: "Runs", lead: HTML.paragraph(lead, css: "lead"), sections: [table, skipped])

        private

        def lead
          runs = Figures.counted(@count, "run")
          @runs.size < @count ? "The newest #{Figures.count(@runs.size)} of #{runs}." : "#{runs}."
        end

        def table
          grid = HTML::Grid.new(id: "runs", caption: "Runs, the newest first", columns: columns, rows: @runs,
                                anchor: ->(entry) { Addresses.run(entry.id) },
                                words: ->(entry) { [entry.started_at, *TEXTS.values.map { |name| entry[name] }].join(" ") })
          HTML::Section.new(id: "all", heading: "All runs", body: grid.to_s)
        end

        def columns
          [Tables.text("begun (UTC)") { |entry| Report::History.time(entry.started_at) },
           (Tables.html("record") { |entry| record(entry) } if @records.any?),
           Tables.figure("figures", ->(entry) { Figures.count(entry.figures) }, &:figures),
           *TEXTS.map { |heading, name| Tables.text(heading, &name) }].compact
        end

        def record(entry) = @records.key?(entry.id) ? HTML.link("record", @records[entry.id]) : ""

        # Only file names: the folder of the history is private.
        def skipped
          return if @skipped.empty?

          items = @skipped.map { |path, reason| HTML.text("#{File.basename(path)}: #{reason.gsub(path, File.basename(path))}") }
          HTML::Section.new(id: "skipped", heading: "Records that could not be read", body: HTML.list(items))
        end
      end

      # Slowdowns as an Atom feed (RFC 4287), the newest first. Times are those of the runs, and ids those of the changes, so
      # that a rebuilt feed is the same. If socket changed in the same way, the machine caused the change, and it is no
      # slowdown of a client.
      class Feed
        ENTRIES = 50
        private_constant :ENTRIES

        #: (Contents) -> void
        def initialize(contents)
          @contents = contents
          @slowdowns = contents.changes.select { |change| change.direction == "slower" && !change.surroundings }.first(ENTRIES)
        end

        #: () -> String
        def to_s
          <<~XML
            <?xml version="1.0" encoding="UTF-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <title>Slowdowns of memcached clients</title>
            <id>#{id("cachemark slowdowns")}</id>
            <updated>#{updated}</updated>
            <link rel="alternate" type="text/html" href="index.html"/>
            <author><name>Cachemark</name></author>
            <generator>Cachemark</generator>
            #{@slowdowns.map { |change| entry(change) }.join("\n")}
            </feed>
          XML
        end

        private

        def updated = [@contents.runs.last.started_at, *@slowdowns.map { |change| change.to.at }].max

        def entry(change)
          <<~XML.chomp
            <entry>
            <title>#{text(Words.change(change))}</title>
            <id>#{id(Addresses.change(change))}</id>
            <updated>#{change.to.at}</updated>
            <link rel="alternate" type="text/html" href="#{text("#{Addresses.client(change.client)}##{Addresses.change(change)}")}"/>
            <summary>#{text(Words.evidence(change))}</summary>
            </entry>
          XML
        end

        # An identifier made from the words alone: a UUID of version 8, whose content is up to its maker.
        def id(words)
          hex = Digest::SHA256.hexdigest(words)
          "urn:uuid:#{hex[0, 8]}-#{hex[8, 4]}-8#{hex[12, 3]}-a#{hex[15, 3]}-#{hex[18, 12]}"
        end

        # XML does not allow control characters.
        def text(words) = Erubi.h(words.gsub(/[^\t\n\r\u0020-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/, "\u{FFFD}"))
      end
    end
  end
end
