# frozen_string_literal: true

module Cachemark
  module Site
    # A client over time: its changes, and each of its series by the lines within which points are comparable.
    class ClientPage
      # Short names of the lines of a client's series, "A" for the one that began first. Figures within a line are
      # comparable. A series whose scenario was redefined has an "A2" next to "A".
      class Lines
        #: (Array[Track]) -> void
        def initialize(tracks)
          @letters = {}
          @names = {}.compare_by_identity
          tracks.flat_map(&:lines).sort_by { |line| line.points.first.at }.each { |line| @letters[key(line)] ||= letter }
          tracks.each { |track| name_all(track) }
          @all = @names.keys
        end

        # String: the name of a line.
        def name(line) = @names.fetch(line)

        # [name, description] of each.
        #: () -> Array[[String, String]]
        def descriptions = @names.to_a.to_h { |line, name| [name, words(line, name)] }.sort_by { |name, _| [name.size, name] }

        private

        def letter = ("A".."ZZZ").lazy.drop(@letters.size).first

        def name_all(track)
          track.lines.group_by { |line| key(line) }.each do |key, own|
            own.each_with_index { |line, at| @names[line] = "#{@letters.fetch(key)}#{at + 1 if at.positive?}" }
          end
        end

        def key(line) = line.to_h.slice(:machine, :server, :placement, :runtime, :conditions, :time_method)

        def words(line, name)
          return "as #{name[/[A-Z]+/]}, with another definition of the scenario" if name.match?(/\d/)

          [Report::History.place(line, runtime: line.runtime), Report::History.label(line, @all)].compact.join("; ")
        end
      end

      # A point with its line.
      Row = Value.define(:line, :point)
      LINES = "Times are compared within a line only. Another machine, server, placement, runtime or method of measuring makes " \
              "one."
      private_constant :Row, :LINES

      #: (Contents, String) -> void
      def initialize(contents, client)
        @changes = contents.changes_of(client)
        @client = client
        @tracks = contents.tracks_of(client)
        @lines = Lines.new(@tracks)
        @known = contents.runs.to_h { |entry| [entry.id, entry] }
      end

      #: () -> String
      def to_s
        sections = [changes, trends, *@tracks.map { |track| series(track) }, lines]
        Site.page(root: "../", title: @client, lead: lead, sections: sections)
      end

      private

      def lead
        times = @tracks.flat_map(&:points).map(&:at)
        sentence = "#{Figures.counted(times.size, "cost")} of #{Figures.counted(@tracks.size, "series", "series")}, " \
                   "from #{times.min[0, 10]} to #{times.max[0, 10]}."
        "#{HTML.paragraph(sentence, css: "lead")}\n<p>#{HTML.link("Release by release", "../#{Addresses.releases(@client)}")}</p>"
      end

      def changes
        table = Tables::Changes.new(@changes, caption: "The newest first", series: lambda do |change|
          track = track(change)
          HTML.link(track.title, "##{Addresses.anchor(track)}")
        end)
        HTML::Section.new(id: "changes", heading: "Where it moved", body: table.to_s)
      end

      def trends
        HTML::Section.of_charts("trends", "Trends", [
          chart(:socket_ratio, :socket_ratio_interval, Words.method(:ratio), axis: "× socket", title: "× socket over time",
                words: "The cost over that of the least code that does the same work. Lower is better; it carries over lines. " \
                       "A dashed line is where it moved."),
          chart(:wall_ns, :interval, Words.method(:time), size: unit.first, axis: "#{unit.last} per call",
                title: "Time per call over time", words: "Lower is better. Only dots of one line may be compared.")
        ])
      end

      def chart(figure, interval, words, size: 1, **texts)
        Chart.over_time(figure, dots(figure, interval, size, words), moves: moves(figure), **texts)
      end

      def moves(figure)
        @changes.select { |change| change.metric == figure.to_s }.map do |change|
          { group: track(change).title, at: change.to.at, move: change.direction, text: Words.change(change) }
        end
      end

      def track(change) = @tracks.find { |track| track.of?(change) }

      def unit = @unit ||= HTML::Charts.unit(@tracks.flat_map(&:points).map(&:wall_ns))

      def dots(figure, interval, size, words)
        @tracks.flat_map do |track|
          rows(track).select { |row| row.point[figure] }.map do |row|
            value = row.point[figure]
            value, low, high = [value, *(row.point[interval] || [value, value])].map { |one| short(one / size) }
            { group: track.title, line: @lines.name(row.line), at: row.point.at, value: value, low: low, high: high,
              text: "#{what(row)}: #{words.call(row.point)}" }
          end
        end
      end

      def short(number) = format("%.5g", number).to_f
      def what(row) = "#{row.point.contender} #{row.point.version}, #{Report::History.time(row.point.at)}"

      # The newest points of each line, the oldest of them first.
      def rows(track)
        rows = track.lines.flat_map { |line| line.points.last(SHOWN).map { |point| Row.new(line: line, point: point) } }
        rows.sort_by { |row| row.point.at }
      end

      def series(track)
        rows = rows(track).reverse
        grid = HTML::Grid.new(id: "of-#{Addresses.anchor(track)}", caption: caption(track, rows.size), columns: columns,
                              rows: rows, words: ->(row) { "#{what(row)} #{@lines.name(row.line)}" })
        HTML::Section.new(id: Addresses.anchor(track), heading: track.title, body: grid.to_s)
      end

      def caption(track, shown)
        all = track.lines.sum(&:count)
        "#{track.title}, the newest first#{": #{shown} of #{all} figures" if all > shown}"
      end

      def columns
        [Tables.html("run") { |row| run(row.point) }, Tables.text("contender") { |row| row.point.contender },
         Tables.text("version") { |row| row.point.version },
         Tables.figure("time per call", ->(row) { Words.time(row.point) }) { |row| row.point.wall_ns },
         Tables.figure("× socket", ->(row) { Words.ratio(row.point) }) { |row| row.point.socket_ratio },
         Tables.html("line") { |row| HTML.link(@lines.name(row.line), "#line-#{@lines.name(row.line)}") }]
      end

      # A run that is not among the newest has no row to link to.
      def run(point)
        words = Report::History.time(point.at)
        @known.key?(point.entry_id) ? HTML.link(words, "../runs.html##{Addresses.run(point.entry_id)}") : HTML.text(words)
      end

      def words_of_lines
        first = @tracks.any? { |track| track.time_method == 1 }
        [LINES, (Report::History::Trend::OF_ONE_RUN if first)].compact.join(" ")
      end

      def lines
        items = @lines.descriptions.map { |name, words| %(<dt id="line-#{name}">#{name}</dt><dd>#{HTML.text(words)}</dd>) }
        body = %(#{HTML.paragraph(words_of_lines)}\n<dl class="facts">\n#{items.join("\n")}\n</dl>)
        HTML::Section.new(id: "lines", heading: "Lines", body: body)
      end
    end
  end
end
