# frozen_string_literal: true

require "csv"
require "json"

module Cachemark
  module Site
    # The downloads of a site: its figures as CSV, the changes, and the summaries of the runs.
    class Downloads
      POINTS = "data/figures.csv"
      CHANGES = "data/changes.csv"
      SUMMARIES = "data/summaries.jsonl"
      SERIES = %i[client options scenario mode].freeze
      LINE = %i[machine server placement runtime conditions definition time_method].freeze
      POINT = %i[entry_id at contender notation version].freeze
      CHANGE = %i[metric direction p surroundings time_method].freeze
      # Members whose column has another name.
      HEADINGS = { time_method: :method }.freeze
      ENDS = %i[from_entry_id from_version to_entry_id to_version].freeze
      private_constant :SERIES, :LINE, :POINT, :CHANGE, :HEADINGS, :ENDS

      #: (Contents) -> void
      def initialize(contents)
        @contents = contents
      end

      # Path => text.
      #: () -> Hash[String, String]
      def files = { POINTS => points, CHANGES => changes, SUMMARIES => summaries }

      # Path => a description.
      #: () -> Hash[String, String]
      def descriptions
        { POINTS => "every figure of this site, one line each: series, line, run, version, ns per call, × socket, 95 % intervals",
          CHANGES => "where series moved",
          SUMMARIES => "what the history knows of each run: a JSON object a line, as the record's last line has it, with its id" }
      end

      private

      def points
        csv([*SERIES, *LINE, *POINT, *%i[wall_ns socket_ratio].flat_map { |name| bounded(name) }]) do |rows|
          @contents.tracks.each do |track|
            track.lines.each { |line| line.points.each { |point| rows << figure(track, line, point) } }
          end
        end
      end

      def figure(track, line, point)
        [*track.to_h.values_at(*SERIES), *line.to_h.values_at(*LINE), *point.to_h.values_at(*POINT), point.wall_ns,
         *bounds(point.interval), point.socket_ratio, *bounds(point.socket_ratio_interval)]
      end

      def changes
        csv([*SERIES, *CHANGE, *bounded(:effect), *ENDS]) do |rows|
          @contents.changes.each do |change|
            rows << [*change.to_h.values_at(*SERIES), *CHANGE.map { |name| change.public_send(name) }, change.effect,
                     *bounds(change.interval), *[change.from, change.to].flat_map { |point| [point.entry_id, point.version] }]
          end
        end
      end

      def bounded(name) = [name, :"#{name}_low", :"#{name}_high"]

      def summaries
        lines = @contents.runs.zip(@contents.summaries).map { |entry, fields| ::JSON.generate({ "id" => entry.id, **fields }) }
        lines.map { |line| "#{line}\n" }.join
      end

      def bounds(interval) = interval || [nil, nil]

      def csv(names)
        ::CSV.generate do |rows|
          rows << names.map { |name| HEADINGS.fetch(name, name) }
          yield rows
        end
      end

      # The page of the downloads, and how to use them with Cachemark.
      class Page
        # `records` are the paths of copies in the site, by the runs' ids.
        #: (Downloads, ?records: Hash[String, String]) -> void
        def initialize(downloads, records: {})
          @downloads = downloads
          @records = records
        end

        #: () -> String
        def to_s = Site.page(title: "Data", sections: [files, records])

        private

        def files
          items = @downloads.descriptions.map { |path, words| "#{HTML.link(path.split("/").last, path)}: #{HTML.text(words)}" }
          HTML::Section.new(id: "files", heading: "Figures and summaries", body: HTML.list(items))
        end

        def records
          HTML::Section.new(id: "records", heading: "Records", body: @records.empty? ? none : some)
        end

        def none = HTML.paragraph("The records themselves were not published with this site (publish --records does).")

        def some
          "<p>#{Figures.counted(@records.size, "record")}, linked from #{HTML.link("the list of runs", "runs.html")}: " \
            "everything that was measured. <code>cachemark show RECORD</code> makes any report of one, " \
            "<code>cachemark history add RECORD...</code> a history of yours.</p>"
        end
      end
    end
  end
end
