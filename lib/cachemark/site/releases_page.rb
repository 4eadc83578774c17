# frozen_string_literal: true

module Cachemark
  module Site
    # A client release by release: the newest figure of each version, relative to `socket`, which is comparable across
    # machines.
    class ReleasesPage
      #: (Contents, String) -> void
      def initialize(contents, client)
        @client = client
        @tracks = contents.tracks_of(client)
        @releases = @tracks.to_h { |track| [track, track.releases] }
        @versions = @releases.values.flat_map(&:keys).uniq.sort_by { |version| History.place_of(version) }
      end

      # [from, to] of the version pairs with a page: consecutive versions, and the first with the last.
      #: () -> Array[[String, String]]
      def pairs
        ends = [@versions.first, @versions.last] if @versions.size > 2
        [*@versions.each_cons(2), ends].compact.select { |from, to| shared?(from, to) }
      end

      #: () -> String
      def to_s
        Site.page(root: "../", title: "#{@client}, release by release", lead: lead, sections: [timeline, figures, steps])
      end

      private

      # Whether any series has both versions.
      def shared?(from, to) = @releases.each_value.any? { |points| points.key?(from) && points.key?(to) }

      def lead
        count = Figures.counted(@versions.size, "version")
        sentence = "#{count} measured. Each figure is its version's newest with an interval, or the newest where none has one."
        "#{HTML.paragraph(sentence, css: "lead")}\n<p>#{HTML.link("#{@client} over time", "../#{Addresses.client(@client)}")}</p>"
      end

      def timeline
        dots = @releases.flat_map { |track, points| points.values.select(&:socket_ratio).map { |point| dot(track, point) } }
        chart = Chart.over_releases("timeline", dots, versions: @versions, title: "× socket by release", axis: "× socket",
                                                      words: "The cost relative to the least code that does the same work. " \
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

        items = pairs.map { |from, to| HTML.link("#{from} and #{to}", "../#{Addresses.versions(@client, from, to)}") }
        HTML::Section.new(id: "steps", heading: "Two versions compared", body: HTML.list(items))
      end

      # Two versions of a client, from the figures of a history. It shows figures with their intervals and gives no verdict,
      # because a verdict needs pairs, and the two were measured in separate runs.
      class TwoVersions
        # A series with two versions. `times` are their newest points in one line, `ratios` those with × socket; nil without
        # any.
        class Contrast < Value.define(:track, times: nil, ratios: nil)
          # nil for a series without both versions.
          #: (Track, String, String) -> Contrast?
          def self.of(track, from, to)
            points = track.releases.values_at(from, to)
            return unless points.all?

            new(track: track, times: track.pair(from, to), ratios: (points if points.all?(&:socket_ratio)))
          end

          # How much more the second version costs, as a share: of :times in :wall_ns, or of :ratios in :socket_ratio.
          #: (Symbol, Symbol) -> Float?
          def effect(points, figure) = self[points] && ((self[points].last[figure] / self[points].first[figure]) - 1)

          # "more" or "less" if the intervals do not overlap, else "open".
          #: () -> String
          def outcome
            known = times&.map { |point| point.interval_over_runs(track.time_method) }
            from, to = ratios ? ratios.map(&:socket_ratio_interval) : known
            return "open" unless from && to
            return "more" if to.first > from.last

            to.last < from.first ? "less" : "open"
          end

          # By × socket: the smallest change that both intervals allow, the change, and the largest; nil without × socket.
          #: () -> [Float, Float, Float]?
          def reach
            from, to = ratios&.map { |point| point.socket_ratio_interval || [point.socket_ratio] * 2 }
            [(to.first / from.last) - 1, effect(:ratios, :socket_ratio), (to.last / from.first) - 1] if ratios
          end
        end

        OUTCOMES = { "more" => "costs more", "less" => "costs less", "open" => "cannot be distinguished" }.freeze
        READ_FIRST = "Times are of one machine, server, placement and runtime, or are not shown. × socket is comparable across " \
                     "machines. A difference counts as more or less only if the intervals of × socket do not overlap (without " \
                     "× socket, those of the times). Intervals of times by method 1 get the difference between two runs first."
        private_constant :OUTCOMES, :READ_FIRST

        #: (Contents, String, String, String) -> void
        def initialize(contents, client, from, to)
          @client = client
          @from = from
          @to = to
          @rows = of_one_method(contents.tracks_of(client).filter_map { |track| Contrast.of(track, from, to) })
        end

        #: () -> String
        def to_s = Site.page(root: "../../", title: "#{@client} #{@from} and #{@to}", lead: lead, sections: [figures, verdict])

        private

        # By the method with the most series, the newest of several.
        def of_one_method(rows)
          rows.group_by { |row| row.track.time_method }.max_by { |number, own| [own.size, number] }.last
        end

        def lead
          counts = @rows.map(&:outcome).tally
          parts = OUTCOMES.filter_map { |outcome, words| "#{words} in #{counts[outcome]}" if counts.key?(outcome) }
          sentence = "Of #{Figures.counted(@rows.size, "series", "series")} #{@to} #{parts.join(", ")}."
          "#{HTML.paragraph(sentence, css: "lead")}\n<p>#{HTML.link("All releases", "../../#{Addresses.releases(@client)}")}</p>"
        end

        def figures
          chart = Chart.differences("differences", @rows.filter_map { |row| dot(row) }, title: "Difference of × socket", words:
            "Each dot is a series; right of the line #{@to} costs more. The stroke reaches as far as both intervals allow.")
          grid = HTML::Grid.new(id: "figures-grid", caption: "Of both the newest figures, with an interval where there is one",
                                columns: columns, rows: @rows)
          HTML::Section.new(id: "figures", heading: "Figures", charts: [chart].compact,
                            body: "#{HTML.paragraph(READ_FIRST)}\n#{chart&.figure}#{grid}")
        end

        def columns
          [Tables.text("series") { |row| row.track.title },
           *costs("time", :times, Words.method(:time), :wall_ns), difference("difference", :times, :wall_ns),
           *costs("× socket", :ratios, Words.method(:ratio), :socket_ratio),
           difference("difference of × socket", :ratios, :socket_ratio),
           Tables.text("#{@to} costs", &:outcome)]
        end

        def costs(heading, points, words, figure)
          [@from, @to].each_with_index.map do |version, at|
            cell = ->(row) { row[points] ? words.call(row[points][at]) : "" }
            Tables.figure("#{heading}, #{version}", cell) { |row| row[points] && row[points][at][figure] }
          end
        end

        def difference(heading, points, figure)
          Tables.figure(heading, ->(row) { Figures.change(row.effect(points, figure)) }) { |row| row.effect(points, figure) }
        end

        def dot(row)
          low, effect, high = row.reach
          return unless effect

          { name: row.track.title, value: percent(effect), low: percent(low), high: percent(high),
            text: "#{row.track.title}: #{Figures.change(effect)}" }
        end

        def percent(share) = (share * 100).round(2)

        # No command for names that a shell would not read as plain words, nor for checkouts, which may no longer exist.
        def verdict
          name = Vocabulary::Language.short_name(@client)
          command = "cachemark compare #{name}@#{@from} #{name}@#{@to}"
          return unless command.match?(%r{\A[\w@./ -]+\z}) && @rows.any? { |row| row.track.options.empty? }

          body = "#{HTML.paragraph("From pairs of fresh processes on one machine:")}\n<p>#{HTML.code(command)}</p>"
          HTML::Section.new(id: "verdict", heading: "For a verdict", body: body)
        end
      end
    end
  end
end
