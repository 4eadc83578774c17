# frozen_string_literal: true

module Cachemark
  module Site
    module History
      # Recent changes, the clients, and the last runs.
      class FirstPage < Page
        LATEST = 20
        RECENT = 10
        private_constant :LATEST, :RECENT

        private

        def title = "What memcached clients cost"

        def lead
          counts = [Figures.counted(@contents.count, "run"), Figures.counted(@contents.clients.size, "client"),
                    Figures.counted(@contents.runs.map(&:machine).uniq.size, "machine")]
          "#{counts[0]} of #{counts[1]} on #{counts[2]}, the last of #{@contents.runs.last.started_at[0, 10]}. " \
            "Every cost was measured with a real memcached, and every reply was checked."
        end

        def parts
          older = @contents.changes.size - LATEST
          [section("changes", "What changed lately",
                   changes(@contents.changes.first(LATEST), clients: true) { |change| History.address(change) },
                   (text("#{older} older ones are on the pages of the clients.") if older.positive?),
                   text(Report::History::Changes::READ_FIRST, tone: "words")),
           section("clients", "Clients",
                   table("clients-grid", "Clients of which a cost is known", @contents.clients, columns)),
           section("runs", "Last runs", list(@contents.runs.last(RECENT).reverse.map { |entry| run(entry) }))]
        end

        def columns
          points = @contents.tracks.group_by(&:client).transform_values { |tracks| tracks.flat_map(&:points) }
          [rich("client") { |client| link(client, Slug.client(client)) },
           rich("releases") { |client| link(versions(points.fetch(client)), History.releases(client)) },
           words("newest measured") { |client| dated(points.fetch(client).max_by(&:at)) },
           number("series") { |client| @contents.tracks_of(client).size },
           number("changes") { |client| @contents.changes_of(client).size }]
        end

        def dated(point) = "#{version(point)}, #{point.at[0, 10]}"
        def versions(points) = Figures.counted(points.map { |point| point.version.to_s }.uniq.size, "version")

        def run(entry)
          words = "#{Report::History.time(entry.started_at)}: #{[entry.command, entry.suite].compact.join(" ")}"
          [link(words, "runs.html#run-#{entry.id}"),
           " (#{Figures.counted(entry.figures, "figure")}, #{entry.machine_description})"]
        end
      end
    end
  end
end
