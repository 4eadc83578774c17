# frozen_string_literal: true

require "csv"
require "json"

module Cachemark
  module Site
    module History
      # The downloads of a site: its figures as CSV, the changes, and the summaries of the runs. The page lists them.
      class Downloads < Page
        DESCRIPTIONS = {
          "figures.csv" => "every figure of this site, one line each: series, line, run, version, ns per call, × socket, 95 % " \
                           "intervals",
          "changes.csv" => "where series moved",
          "summaries.jsonl" => "what the history knows of each run: a JSON object a line, as the record's last line has it, " \
                               "with its id"
        }.freeze
        LINE = %i[machine server placement runtime conditions definition time_method].freeze
        POINT = %i[entry_id at contender notation version].freeze
        CHANGE = %i[metric direction p surroundings time_method].freeze
        BOUNDED = ->(name) { [name, "#{name}_low", "#{name}_high"] }
        private_constant :DESCRIPTIONS, :LINE, :POINT, :CHANGE, :BOUNDED

        class << self
          # Path => text.
          #: (Contents) -> Hash[String, String]
          def files(contents)
            summaries = contents.runs.zip(contents.summaries).map { |run, fields| ::JSON.generate({ "id" => run.id, **fields }) }
            texts = [points(contents.tracks), changes(contents.changes), summaries.map { |line| "#{line}\n" }.join]
            DESCRIPTIONS.keys.zip(texts).to_h { |name, text| ["data/#{name}", text] }
          end

          private

          def points(tracks)
            rows = tracks.flat_map do |track|
              track.lines.flat_map { |line| line.points.map { |point| figure(track, line, point) } }
            end
            csv([*Track::NAME, *LINE, *POINT, *%i[wall_ns socket_ratio].flat_map(&BOUNDED)], rows)
          end

          def figure(track, line, point)
            [*track.to_h.values_at(*Track::NAME), *line.to_h.values_at(*LINE), *point.to_h.values_at(*POINT), point.wall_ns,
             *bounds(point.interval), point.socket_ratio, *bounds(point.socket_ratio_interval)]
          end

          def changes(changes)
            rows = changes.map do |change|
              [*change.to_h.values_at(*Track::NAME), *CHANGE.map { |name| change.public_send(name) }, change.effect,
               *bounds(change.interval), *[change.from, change.to].flat_map { |point| [point.entry_id, point.version] }]
            end
            ends = %w[from to].flat_map { |side| ["#{side}_entry_id", "#{side}_version"] }
            csv([*Track::NAME, *CHANGE, *BOUNDED.call(:effect), *ends], rows)
          end

          def bounds(interval) = interval || [nil, nil]

          def csv(names, rows)
            headings = names.map { |name| name == :time_method ? :method : name }
            [headings, *rows].map { |row| ::CSV.generate_line(row) }.join
          end
        end

        private

        def title = "Data"
        def lead = nil

        def parts
          [section("files", "Figures and summaries",
                   list(DESCRIPTIONS.map { |name, words| [link(name, "data/#{name}"), ": #{words}"] })),
           section("records", "Records", @contents.records ? records : text("The records themselves were not published with " \
                                                                             "this site (publish --records does)."))]
        end

        def records
          text("#{Figures.counted(@contents.runs.size, "record")}, linked from ", link("the list of runs", "runs.html"),
               ": everything that was measured. ", code("cachemark show RECORD"), " makes any report of one, ",
               code("cachemark history add RECORD..."), " a history of yours.")
        end
      end
    end
  end
end
