# frozen_string_literal: true

module Cachemark
  module Report
    # The content of a history as text: `List` of its entries, `Trend` of series, `Changes` of their costs.
    module History
      # The formats of all three.
      FORMATS = %w[terminal markdown json].freeze
      SCHEMA = "cachemark/history/1"
      private_constant :SCHEMA

      class << self
        # Where and how a line, or an entry, was measured.
        #: (Object, ?runtime: String?) -> String
        def place(line, runtime: nil)
          server = "memcached #{line.server}" unless line.server.to_s.empty?
          [line.machine_description, server, line.placement, runtime.to_s[/\A[^(\[]*/].strip, line.conditions]
            .reject { |word| word.to_s.empty? }.join("; ")
        end

        # The title of a series: "dalli,protocol=meta client/get threads-4".
        #: (Object) -> String
        def title(series) = "#{contender(series)} #{place_of_call(series)}"

        # "dalli,protocol=meta"
        #: (Object) -> String
        def contender(series) = [Vocabulary::Language.short_name(series.client), *series.options.split(",")].join(",")

        # "client/get", with the mode unless it is sync.
        #: (Object) -> String
        def place_of_call(series) = [series.scenario, *(series.mode unless series.mode == "sync")].join(" ")

        # A time of the record without its seconds: "2026-11-22 07:41".
        #: (String) -> String
        def time(at) = at[0, 16].tr("T", " ")

        # The document of a history. It has no origin, because its figures come from many runs.
        #: (String, Array, ?headline: Array[String]) { () -> Hash } -> Document
        def document(what, parts, headline: [], &data)
          Document.new(title: "Cachemark history #{what}", headline: headline, origin: nil, parts: parts,
                       data: -> { { schema: SCHEMA, command: "history #{what}", **data.call } })
        end

        # "method 1", if figures of a later method are among those that are shown; nil otherwise.
        #: (Object, Array) -> String?
        def label(shown, all) = ("method #{shown.time_method}" if all.any? { |other| other.time_method > shown.time_method })

        # A change as JSON prints it.
        #: (Cachemark::History::Change) -> Hash[Symbol, Object]
        def plain(change) = { **facts(change), direction: change.direction, from: change.from.to_h, to: change.to.to_h }

        # A line or a change with the names that JSON has.
        #: (Object) -> Hash[Symbol, Object]
        def facts(described) = { **described.to_h.except(:time_method), method: described.time_method }
      end

      # The entries of a history, grouped by the place of measurement, in the order of their start.
      module List
        extend Kind
        FORMATS = History::FORMATS

        class << self
          #: (Array[Cachemark::History::Entry], Record) -> Document
          def document(entries, _record)
            History.document("list", entries.empty? ? [nothing] : parts(entries)) { { entries: entries.map(&:to_h) } }
          end

          private

          def nothing = Part::Text.new(text: "No record is in the history yet: cachemark history add RECORD")

          def parts(entries)
            sections = entries.group_by { |entry| History.place(entry) }
                              .map { |place, own| Stats::Section.new(heading: place, rows: own) }
            [Table.new(id: "entries", caption: "Records", sections: sections, columns: columns, on: %i[terminal]),
             Table.of_rows(id: "entries", caption: "Records", rows: entries, columns: columns, on: %i[markdown]),
             Part::Text.new(text: "#{Figures.counted(entries.size, "record")}.")]
          end

          def columns
            [Column.words("begun") { |entry| History.time(entry.started_at) }, Column.words("command", &:command),
             Column.words("suite", 3, &:suite),
             Column.figures("costs", 2) { |entry| entry.figures.positive? ? Figures.count(entry.figures) : "" },
             Column.words("ended", 4) { |entry| entry.outcome || "not" },
             Column.words("where", on: %i[markdown]) { |entry| History.place(entry) }, Column.words("id", 1, &:id)]
          end
        end
      end

      # Series over time. Each line has a chart, because only points within a line are comparable; Markdown has tables.
      module Trend
        extend Kind
        FORMATS = History::FORMATS
        READ_FIRST = "Cost of a call relative to the first one shown of its line, with its interval; o is the estimate, " \
                     "| no change. Only points of one line are comparable in time; × socket is comparable across machines, too."
        OF_ONE_RUN = "By method 1, of Cachemark 1.0, an interval of a time is that of one run. Two runs can differ by " \
                     "#{Figures.rounded(Stats::Cost::BETWEEN_RUNS)} more."
        private_constant :READ_FIRST

        class << self
          #: (Array[Cachemark::History::Trend], Record) -> Document
          def document(trends, _record)
            parts = [Part::Text.new(text: read_first(trends), tone: "faint"), *trends.flat_map { |trend| series(trend) }]
            History.document("trend", parts) { { series: trends.map { |trend| data(trend) } } }
          end

          private

          def read_first(trends)
            first = trends.flat_map(&:lines).any? { |line| line.time_method == 1 }
            [READ_FIRST, (OF_ONE_RUN if first)].compact.join(" ")
          end

          def series(trend)
            changes = trend.changes.map { |change| Answer.change(change, among: trend.lines) }
            [Part::Heading.new(id: "series", text: History.title(trend), on: Part::TEXT),
             Part::List.new(items: changes, on: %i[markdown]),
             *trend.lines.flat_map { |line| [chart(line, trend), *table(line, place(line, trend))] }]
          end

          def place(line, trend)
            [History.place(line, runtime: line.runtime), History.label(line, trend.lines)].compact.join("; ")
          end

          def table(line, place)
            columns = [Column.words("begun") { |point| History.time(point.at) }, Column.words("version", &:version),
                       Column.figures("time per call") { |point| Figures.time_of(point) },
                       Column.figures("× socket") { |point| ratio(point) }, Column.words("record", &:entry_id)]
            [Part::Text.new(text: place, on: %i[markdown]),
             Table.of_rows(id: "line", caption: place, rows: line.points, columns: columns, on: %i[markdown])]
          end

          def ratio(point) = Figures.ratio(point.socket_ratio, point.socket_ratio_interval)

          # Names a release where the release changes, and marks the points where the series changed.
          def chart(line, trend)
            earlier = line.count - line.points.size
            releases = [nil, *line.points.map(&:version)]
            entries = line.points.each_with_index.flat_map do |point, at|
              version = releases[at] == point.version ? "" : point.version
              [*trend.changes.select { |change| change.to == point }.map { |change| mark(change) }, entry(line, point, version)]
            end
            gap = Part::Gap.new(text: "... #{earlier} earlier: --last #{line.count} shows all") if earlier.positive?
            Part::TextChart.new(title: place(line, trend), entries: [gap, *entries].compact, tone: "faint")
          end

          def mark(change)
            versions = [change.from.version, change.to.version].uniq
            text = [Figures.change(change.effect, change.interval), *("× socket" if change.metric == "socket_ratio")].join(" ")
            Part::Change.new(text: versions.one? ? text : "#{versions.join(" -> ")}: #{text}", tone: change.direction)
          end

          def entry(line, point, version)
            share = ->(wall_ns) { (wall_ns / line.points.first.wall_ns) - 1 }
            Part::Point.new(cells: [History.time(point.at), version, Figures.time_of(point), ratio(point)],
                            effect: share.call(point.wall_ns), interval: point.interval&.map(&share))
          end

          def data(trend)
            { **trend.to_h, lines: trend.lines.map { |line| { **History.facts(line), points: line.points.map(&:to_h) } },
                            changes: trend.changes.map { |change| History.plain(change) } }
          end
        end
      end

      # Slower and faster series: a sentence for each change, the newest first.
      module Changes
        extend Kind
        FORMATS = History::FORMATS
        READ_FIRST = "Shifts of the cost of a call, found by E-divisive: 1 % or more, and so large that chance produces one " \
                     "in about 1 of 100 series without a shift. Detection takes about a dozen points."

        class << self
          #: (Cachemark::History::Review, Record) -> Document
          def document(review, _record)
            items = Answer.review(review).map { |sentence, direction| Part::Item.new(text: sentence, tone: direction) }
            parts = [Part::List.new(items: items), Part::Text.new(text: READ_FIRST, tone: "faint")]
            History.document("changes", parts) do
              { **review.to_h, changes: review.changes.map { |change| History.plain(change) } }
            end
          end
        end
      end

      # Changes as sentences.
      module Answer
        class << self
          # "dalli 4.3.10 made client/get slower: +12.0 % [10.8, 13.1] compared with 3.2.8 (× socket, 2026-11-22)."
          # `among` are the lines or changes that are shown with it.
          #: (Cachemark::History::Change, ?among: Array) -> String
          def change(change, among: [])
            source = [metric(change), change.to.at[0, 10], History.label(change, among)].compact.join(", ")
            "#{what(change)}: #{Figures.change(change.effect, change.interval)} compared with #{before(change)} " \
              "(#{source})#{cause(change)}."
          end

          # The changes, the newest first, or that nothing changed: sentences with their directions. Changes of several
          # series on one day that the machine caused share one sentence.
          #: (Cachemark::History::Review) -> Array[[String, String]]
          def review(review)
            since = " since #{review.since}" if review.since
            nothing = "Nothing changed#{since} in #{review.series} series of #{review.entries} records."
            return [[nothing, ""]] if review.changes.empty?

            groups = review.changes.reverse.group_by do |change|
              change.surroundings ? [change.to.at[0, 10], change.direction] : change
            end
            groups.values.map do |own|
              [own.one? ? change(own.first, among: review.changes) : of_machine(own), own.first.direction]
            end
          end

          private

          def of_machine(changes)
            sizes = changes.map(&:effect).minmax_by(&:abs).map { |effect| Figures.change(effect) }.uniq
            "#{changes.size} series became #{changes.first.direction} on #{changes.first.to.at[0, 10]}, " \
              "by #{sizes.join(" to ")}; × socket did not change, so the cause is the machine, not the clients."
          end

          def what(change)
            name = History.contender(change)
            return "#{name} became #{change.direction} in #{place(change)}" if same?(change) || change.surroundings
            return "#{name} #{change.to.version} was #{change.direction} in #{place(change)}" if change.carried

            "#{name} #{change.to.version} made #{place(change)} #{change.direction}"
          end

          def place(change) = History.place_of_call(change)
          def same?(change) = change.from.version == change.to.version
          def before(change) = same?(change) ? "what #{change.from.version} cost before" : change.from.version
          def metric(change) = change.metric == "socket_ratio" ? "× socket" : "time per call"

          def cause(change)
            return "; × socket did not change, so the cause is the machine, not the client" if change.surroundings

            "; the machine or memcached changed, too" if change.carried
          end
        end
      end
    end
  end
end
