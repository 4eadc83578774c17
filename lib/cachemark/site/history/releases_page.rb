# frozen_string_literal: true

module Cachemark
  module Site
    module History
      # A client release by release: the newest figure of each version, relative to `socket`, which is comparable across
      # machines.
      class ReleasesPage < Page
        # [from, to] of the version pairs with a page: consecutive versions, and the first with the last.
        #: () -> Array[[String, String]]
        def pairs
          ends = [@versions.first, @versions.last] if @versions.size > 2
          [*@versions.each_cons(2), ends].compact.select do |pair|
            @releases.each_value.any? { |points| pair.all? { |version| points.key?(version) } }
          end
        end

        private

        def prepare(client)
          @client = client
          @releases = @contents.tracks_of(client).to_h { |track| [track, track.releases] }
          @versions = @releases.values.flat_map(&:keys).uniq.sort_by { |version| Cachemark::History.place_of(version) }
        end

        def title = "#{@client}, release by release"

        def lead
          "#{Figures.counted(@versions.size, "version")} measured. Each figure is its version's newest with an interval, or " \
            "the newest where none has one."
        end

        def parts
          columns = @releases.map do |track, points|
            figure(track.title, ->(version) { cell(points[version]) }) { |version| points[version]&.socket_ratio }
          end
          [text(link("#{@client} over time", Slug.client(@client))), section("releases", "Timeline", timeline),
           section("figures", "Figures", table("figures-grid", "× socket of each release, or else the time per call", @versions,
                                               [words("version", &:to_s), *columns])),
           section("steps", "Two versions compared",
                   list(pairs.map { |pair| link(pair.join(" and "), History.versions(@client, *pair)) }))]
        end

        def timeline
          dots = @releases.flat_map do |track, points|
            points.values.select(&:socket_ratio).map { |point| point(track, point) }
          end
          chart(:releases, id: "timeline", points: dots, versions: @versions, title: "× socket by release", axis: "× socket",
                           words: "The cost relative to the least code that does the same work. Lower is better.")
        end

        def point(track, point)
          text = "#{point.version}, #{Report::History.time(point.at)}: #{ratio(point)}"
          dot(point.socket_ratio, point.socket_ratio_interval, group: track.title, version: point.version.to_s, text: text)
        end

        def cell(point)
          return "" unless point

          point.socket_ratio ? ratio(point) : time(point)
        end
      end
    end
  end
end
