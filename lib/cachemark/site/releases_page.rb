# frozen_string_literal: true

module Cachemark
  module Site
    # A client release by release: the newest figure of each version, as a multiple of `socket`, which carries over machines.
    class ReleasesPage
      #: (Contents, String) -> void
      def initialize(contents, client)
        @client = client
        @tracks = contents.tracks_of(client)
        @releases = @tracks.to_h { |track| [track, track.releases] }
        @versions = @releases.values.flat_map(&:keys).uniq.sort_by { |version| History.place_of(version) }
      end

      # [from, to] of the versions with a page: consecutive ones, and the first with the last.
      #
      #: () -> Array[[String, String]]
      def pairs
        ends = [@versions.first, @versions.last] if @versions.size > 2
        [*@versions.each_cons(2), ends].compact.select { |from, to| shared?(from, to) }
      end

      #: () -> String
      def to_s
        Frame.new(root: "../").page(title: "#{@client}, release by release", lead: lead, sections: [timeline, figures, steps])
      end

      private

      # Whether any series has both.
      def shared?(from, to) = @releases.each_value.any? { |points| points.key?(from) && points.key?(to) }

      def lead
        count = Words.count(@versions.size, "version")
        sentence = "#{count} measured. Each figure is its version's newest with an interval, or the newest where none has one."
        "#{Frame.paragraph(sentence, css: "lead")}\n<p>#{Frame.link("#{@client} over time", "../#{Places.client(@client)}")}</p>"
      end

      def timeline
        dots = @releases.flat_map { |track, points| points.values.select(&:socket_ratio).map { |point| dot(track, point) } }
        chart = Chart.over_releases("timeline", dots, versions: @versions, title: "× socket by release", axis: "× socket",
                                                      words: "The cost over that of the least code that does the same work. " \
                                                             "Lower is better.")
        HTML::Section.of_charts("releases", "Timeline", [chart])
      end

      def dot(track, point)
        low, high = point.socket_ratio_interval || [point.socket_ratio] * 2
        { group: track.title, version: point.version.to_s, value: point.socket_ratio, low: low, high: high,
          text: "#{point.version}, #{Report::History.time(point.at)}: #{Words.ratio(point)}" }
      end

      def figures
        columns = @releases.map do |track, points|
          Tables.figure(track.title, ->(version) { cell(points[version]) }) { |version| points[version]&.socket_ratio }
        end
        grid = HTML::Grid.new(id: "figures-grid", caption: "× socket of each release, or else the time per call",
                              columns: [Tables.text("version", &:to_s), *columns], rows: @versions)
        HTML::Section.new(id: "figures", heading: "Figures", body: grid.to_s)
      end

      def cell(point)
        return "" unless point

        point.socket_ratio ? Words.ratio(point) : Words.time(point)
      end

      def steps
        return if pairs.empty?

        items = pairs.map { |from, to| Frame.link("#{from} and #{to}", "../#{Places.versions(@client, from, to)}") }
        HTML::Section.new(id: "steps", heading: "Two versions compared", body: Frame.list(items))
      end
    end
  end
end
