# frozen_string_literal: true

module Cachemark
  module Site
    # The first page: what changed lately, whom there are pages of, and the last runs.
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
        Frame.new.page(title: "What memcached clients cost", lead: Frame.paragraph(lead, css: "lead"), sections: sections)
      end

      private

      def lead
        counts = [Words.count(@contents.count, "run"), Words.count(@contents.clients.size, "client"),
                  Words.count(@contents.runs.map(&:machine).uniq.size, "machine")]
        "#{counts[0]} of #{counts[1]} on #{counts[2]}, the last of #{@contents.runs.last.started_at[0, 10]}. " \
          "Every cost was measured with a real memcached, and every reply was checked."
      end

      def changes
        all = @contents.changes
        table = Tables::Changes.new(all.first(LATEST), caption: "The newest first", series: method(:series_of),
                                                    client: method(:client_of))
        older = Frame.paragraph("#{all.size - LATEST} older ones are on the pages of the clients.") if all.size > LATEST
        method = Frame.paragraph(Report::History::Changes::READ_FIRST, css: "words")
        HTML::Section.new(id: "changes", heading: "What changed lately", body: "#{table}#{older}\n#{method}")
      end

      def client_of(change) = Frame.link(change.client, Places.client(change.client))

      def series_of(change)
        Frame.link(Track.of(change).title, "#{Places.client(change.client)}##{Places.change(change)}")
      end

      def clients
        grid = HTML::Grid.new(id: "clients-grid", caption: "Clients of which a cost is known", columns: columns,
                              rows: @contents.clients)
        HTML::Section.new(id: "clients", heading: "Clients", body: grid.to_s)
      end

      def columns
        series = ->(client) { @contents.tracks_of(client).size }
        changes = ->(client) { @contents.changes_of(client).size }
        [Tables.html("client") { |client| Frame.link(client, Places.client(client)) },
         Tables.html("releases") { |client| Frame.link(versions(client), Places.releases(client)) },
         Tables.text("newest measured") { |client| newest(client) },
         Tables.figure("series", series, &series), Tables.figure("changes", changes, &changes)]
      end

      def versions(client) = Words.count(@points.fetch(client).map { |point| point.version.to_s }.uniq.size, "version")

      def newest(client)
        point = @points.fetch(client).max_by(&:at)
        "#{Words.version(point)}, #{point.at[0, 10]}"
      end

      def runs
        items = @contents.runs.last(RECENT).reverse.map do |entry|
          words = "#{Report::History.time(entry.started_at)}: #{[entry.command, entry.suite].compact.join(" ")}"
          figures = " (#{Words.count(entry.figures, "figure")}, #{entry.machine_description})"
          "#{Frame.link(words, "runs.html##{Places.run(entry.id)}")}#{Frame.text(figures)}"
        end
        HTML::Section.new(id: "runs", heading: "Last runs", body: Frame.list(items))
      end
    end
  end
end
