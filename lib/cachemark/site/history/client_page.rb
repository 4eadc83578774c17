# frozen_string_literal: true

module Cachemark
  module Site
    module History
      # A client over time: its changes, and each of its series by the lines within which points are comparable.
      class ClientPage < Page
        # The number of newest points of a line that are shown individually.
        SHOWN = 200
        LINES = "Times are compared within a line only. Another machine, server, placement, runtime or method of measuring " \
                "makes one."
        RATIOS = { axis: "× socket", title: "× socket over time",
                   words: "The cost over that of the least code that does the same work. Lower is better; it carries over " \
                          "lines. A dashed line is where it moved." }.freeze
        # A point with its line.
        Row = Value.define(:line, :point)
        private_constant :SHOWN, :LINES, :RATIOS, :Row

        # Short names of the lines of a client's series, "A" for the one that began first. Figures within a line are
        # comparable. A series whose scenario was redefined has an "A2" next to "A".
        class Lines
          #: (Array[Track]) -> void
          def initialize(tracks)
            lines = tracks.flat_map(&:lines).sort_by { |line| line.points.first.at }
            letters = lines.map { |line| key(line) }.uniq.zip("A".."ZZZ").to_h
            @names = {}.compare_by_identity
            tracks.each do |track|
              track.lines.group_by { |line| key(line) }.each do |key, own|
                own.each_with_index { |line, at| @names[line] = "#{letters.fetch(key)}#{at + 1 if at.positive?}" }
              end
            end
          end

          def name(line) = @names.fetch(line)

          # {name => description}
          #: () -> Hash[String, String]
          def descriptions
            @names.to_h { |line, name| [name, words(line, name)] }.sort_by { |name, _| [name.size, name] }.to_h
          end

          private

          def key(line) = line.to_h.slice(:machine, :server, :placement, :runtime, :conditions, :time_method)

          def words(line, name)
            return "as #{name[/[A-Z]+/]}, with another definition of the scenario" if name.match?(/\d/)

            [Report::History.place(line, runtime: line.runtime), Report::History.label(line, @names.keys)].compact.join("; ")
          end
        end

        private

        def prepare(client)
          @client = client
          @tracks = @contents.tracks_of(client)
          @changes = @contents.changes_of(client)
          @lines = Lines.new(@tracks)
          @known = @contents.runs.map(&:id)
        end

        def title = @client

        def lead
          times = @tracks.flat_map(&:points).map(&:at)
          "#{Figures.counted(times.size, "cost")} of #{Figures.counted(@tracks.size, "series", "series")}, " \
            "from #{times.min[0, 10]} to #{times.max[0, 10]}."
        end

        def parts
          [text(link("Release by release", History.releases(@client))),
           section("changes", "Where it moved", changes(@changes) { |change| "##{@contents.track(change).anchor}" }),
           section("trends", "Trends", *trends), *@tracks.map { |track| section(track.anchor, track.title, series(track)) },
           section("lines", "Lines", text(words_of_lines), lines_by_name)]
        end

        def trends
          size, unit = Report::HTML::Charts.unit(@tracks.flat_map(&:points).map(&:wall_ns))
          [trend(:socket_ratio, :socket_ratio_interval, method(:ratio), **RATIOS),
           trend(:wall_ns, :interval, method(:time), size: size, axis: "#{unit} per call", title: "Time per call over time",
                                                     words: "Lower is better. Only dots of one line may be compared.")]
        end

        def trend(figure, interval, words, size: 1, **texts)
          moves = @changes.select { |change| change.metric == figure.to_s }.map do |change|
            { group: @contents.track(change).title, time: change.to.at, move: change.direction, text: History.sentence(change) }
          end
          chart(:trend, id: figure.to_s, points: dots(figure, interval, size, words), moves: moves, **texts)
        end

        def dots(figure, interval, size, words)
          @tracks.flat_map do |track|
            rows(track).select { |row| row.point[figure] }.map do |row|
              dot(row.point[figure], row.point[interval], group: track.title, line: @lines.name(row.line), time: row.point.at,
                                                          text: "#{what(row)}: #{words.call(row.point)}") do |value|
                format("%.5g", value / size).to_f
              end
            end
          end
        end

        def what(row) = "#{row.point.contender} #{row.point.version}, #{Report::History.time(row.point.at)}"

        # The newest points of each line, the oldest of them first.
        def rows(track)
          rows = track.lines.flat_map { |line| line.points.last(SHOWN).map { |point| Row.new(line: line, point: point) } }
          rows.sort_by { |row| row.point.at }
        end

        def series(track)
          rows = rows(track).reverse
          all = track.lines.sum(&:count)
          table("of-#{track.anchor}", "#{track.title}, the newest first#{": #{rows.size} of #{all} figures" if all > rows.size}",
                rows, columns, words: ->(row) { "#{what(row)} #{@lines.name(row.line)}" })
        end

        def columns
          [rich("run") { |row| run(row.point) }, words("contender") { |row| row.point.contender },
           words("version") { |row| row.point.version },
           figure("time per call", ->(row) { time(row.point) }) { |row| row.point.wall_ns },
           figure("× socket", ->(row) { ratio(row.point) }) { |row| row.point.socket_ratio },
           rich("line") { |row| link(@lines.name(row.line), "#line-#{@lines.name(row.line)}") }]
        end

        # A run that is not among the newest has no row to link to.
        def run(point)
          words = Report::History.time(point.at)
          @known.include?(point.entry_id) ? link(words, "runs.html#run-#{point.entry_id}") : words
        end

        def words_of_lines
          first = @tracks.any? { |track| track.time_method == 1 }
          [LINES, (Report::History::Trend::OF_ONE_RUN if first)].compact.join(" ")
        end

        def lines_by_name
          found = @lines.descriptions
          Part::Facts.new(facts: found, ids: found.to_h { |name, _| [name, "line-#{name}"] })
        end
      end
    end
  end
end
