# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::OpenLoop as text: latencies at fixed rates.
    module OpenLoop
      extend Kind
      FORMATS = %w[terminal markdown html json csv tidy github-action-benchmark bencher].freeze
      READ_FIRST = "Open loop: each call is due at its own time, even while the one before is still unanswered, so that a slow " \
                   "reply cannot hide the calls behind it. Latency counts from when a call was due. A percentile is shown only " \
                   "if ten calls took longer, in brackets its 95 % interval over fresh processes. Busy: the share of the time " \
                   "in which a call was under way."
      LATENCY = "Latency from when a call was due to its end; a percentile is shown only if ten calls took longer, in " \
                "brackets its 95 % interval over fresh processes."
      SCHEMA = "cachemark/open-loop/1"
      # A terminal omits the columns with the highest numbers first.
      KEEP = { "p50" => 3, "p90" => 7, "p99" => 0, "p99.9" => 4, "max" => 6 }.freeze
      # Figures of the part of a host: its heading => [the number, its text].
      HOST_FIGURES = {
        "rate" => [:rate.to_proc, Figures.method(:rate)], "sent" => [:achieved.to_proc, Figures.method(:rate)],
        "busy" => [:utilisation.to_proc, Figures.method(:percent)], "CPU" => [:cpu.to_proc, Figures.method(:percent)],
        "p50" => [->(host) { host.percentiles[:p50_ns] }, Figures.method(:latency)],
        "p99" => [->(host) { host.percentiles[:p99_ns] }, Figures.method(:latency)]
      }.freeze
      private_constant :READ_FIRST, :LATENCY, :SCHEMA, :KEEP, :HOST_FIGURES

      class << self
        #: (Stats::OpenLoop, Record) -> Document
        def document(table, record)
          Document.of_table(table, headline: [*Document.interruption(table), *Answer.new(table).to_a],
                                   parts: parts(table, record), data: -> { data(table) })
        end

        # "5,000/s", or the status of a row without figures.
        #: (Stats::OpenLoop::Row) -> String
        def sent(row) = row.ok? ? Figures.rate(row.achieved) : row.status

        # A percentile of a row by its name: "61.20 µs".
        #: (Stats::OpenLoop::Row, Symbol) -> String
        def percentile(row, name) = Figures.latency(row.percentiles && row.percentiles[name])

        private

        def parts(table, record)
          footnotes = Footnotes.new(table.listed)
          [Part::Heading.new(id: "results", text: "Latencies at rates"), Part::Chart.new(kind: :rates, of: table),
           Part::Text.new(text: READ_FIRST, tone: "faint"), rows(table, footnotes, record), *by_host(table),
           *footnotes.parts(*table.notes), *repeatable(table, record),
           Part::Origin.new(on: %i[markdown])]
        end

        # A load of several hosts is not repeated by one machine.
        def repeatable(table, record)
          several?(table) ? [] : [Part::OnPage.new(make: -> { repeats(table, record).parts })]
        end

        def several?(table) = table.listed.any?(&:tally)

        def repeats(table, record)
          name = ->(row) { [row.label, Figures.rate(row.rate)].join(" ") }
          Repeats.locked(table.listed, "run", record, name: name) do |row|
            [row.contender, *Repeats.place(row), *(["--rate", row.rate.round.to_s] if row.rate)]
          end
        end

        def rows(table, footnotes, record)
          Table.new(id: "rows", caption: "Every rate, in the order of the suite", sections: table.sections,
                    heading: Run.method(:heading), origin: method(:origin), words: Run.method(:words),
                    columns: [Run.contender, Run.label(table.shown), *rates, *percentiles, *tally(table), footnotes.column(1)],
                    also: -> { several?(table) ? [] : [repeats(table, record).column] })
        end

        def rates
          [Column.of(:rate, "rate", &Figures.method(:rate)),
           Column.figures("sent", 2, number: :achieved.to_proc, how: "Calls a second that were made.",
                                     tone: ->(row) { "status" unless row.ok? && !row.fell_behind }) { |row| sent(row) },
           Column.of(:utilisation, "busy", 5, how: "The share of the time in which a call was under way.",
                     &Figures.method(:percent))]
        end

        def percentiles
          Stats::Latencies::HEADINGS.map do |heading, name|
            number = ->(row) { row.percentiles && row.percentiles[name] }
            Column.figures(heading, KEEP.fetch(heading), always: true, how: LATENCY, number: number) do |row|
              name == :p99_ns ? p99(row) : percentile(row, name)
            end
          end
        end

        # A table of the part of each host, if there are several.
        def by_host(table)
          rows = table.listed.flat_map { |row| row.hosts.map { |host| [row, host] } }
          return [] if rows.empty?

          [Part::Heading.new(id: "hosts", text: "By host"),
           Table.of_rows(id: "by-host", caption: "The share of each host", rows: rows, columns: host_columns(table))]
        end

        def host_columns(table)
          names = Labels.new(table.shown)
          [Column.words("host", always: true) { |_, host| host.host },
           Column.words("row", always: true) { |row, _| "#{names.published(row)} #{Figures.rate(row.rate)}" },
           *HOST_FIGURES.map do |heading, (number, text)|
             Column.figures(heading, KEEP.fetch(heading, 0), number: ->(row) { number.call(row.last) }) do |_, host|
               text.call(number.call(host))
             end
           end]
        end

        # The operations that the servers counted for a row.
        def tally(table)
          return [] unless several?(table)

          counted = ->(row) { row.tally&.then { |tally| tally.counted.values.sum } }
          how = "The operations that the servers counted themselves."
          [Column.figures("server", 1, number: counted, how: how) { |row| Figures.count(counted.call(row)) }]
        end

        # The p99 with its interval, in the unit of the figure: "310.2 µs [290, 345]".
        def p99(row)
          interval = row.intervals && row.intervals[:p99_ns] or return percentile(row, :p99_ns)
          bounds = interval.map { |bound| bound / Figures.unit(row.p99_ns).first.to_f }
          "#{percentile(row, :p99_ns)} [#{bounds.map { |bound| format(bound < 10 ? "%.2f" : "%.0f", bound) }.join(", ")}]"
        end

        def origin(row)
          "#{row.contender}, #{row.label}: #{row.notation}; #{row.processes} fresh processes, #{row.blocks} blocks; " \
            "#{row.runtime}"
        end

        def data(table) = { **Provenance.new(table).table(SCHEMA), highest_rate: table.highest.map(&:to_h) }
      end

      # The rows at a rate, for Exports.
      module Data
        PLAIN = %i[contender notation client scenario mode label section status reason version runtime file digest calls
                   rate achieved fell_behind utilisation late_p99_ns late_max_ns processes blocks].freeze
        PERCENTILES = %i[count p50_ns p90_ns p99_ns p99_9_ns max_ns].freeze
        UNITS = { achieved: "calls/s", utilisation: "share", late_p99_ns: "ns", late_max_ns: "ns" }.freeze
        private_constant :PLAIN, :PERCENTILES, :UNITS

        class << self
          #: (Stats::OpenLoop) -> [Array[String], Array[Hash[String, Object]]]
          def lines(table)
            empty = Stats::OpenLoop::Row.new(contender: nil, client: nil, scenario: nil, mode: nil, status: nil)
            [columns(empty, table).keys, table.shown.map { |row| columns(row, table) }]
          end

          #: (Stats::OpenLoop) -> [Array[Symbol], Array[[Stats::OpenLoop::Row, Array[Exports::Figure]]]]
          def figures(table) = [[*Run::Data::IDENTITY, :rate, :fell_behind], table.shown.map { |row| [row, figures_of(row)] }]

          # Percentiles of latency, measured from the times when calls were due.
          #: (Stats::OpenLoop::Row) -> Array[Array]
          def measures(row)
            Stats::Latencies::HEADINGS.map do |title, key|
              ["latency-#{title.tr(".", "-")}", "latency #{title}", "ns", row.percentiles[key], row.intervals&.fetch(key, nil)]
            end
          end

          private

          def columns(row, table)
            intervals = row.intervals || {}
            { **Exports.pick(row, PLAIN), **Exports.pick(row.percentiles || {}, PERCENTILES),
              **Stats::Latencies::PERCENTILES.keys.map { |name| Exports.bounds(name, intervals[name]) }.reduce(:merge),
              **Run::Data.lists(row, table) }
          end

          def figures_of(row)
            rates = UNITS.map { |name, unit| Exports::Figure.new(name: name, unit: unit, value: row[name]) }
            rates + (row.percentiles || {}).map do |name, value|
              named, unit = name == :count ? [name, "calls"] : ["latency_#{name}", "ns"]
              Exports::Figure.new(name: named, unit: unit, value: value, interval: row.intervals&.fetch(name, nil))
            end
          end
        end
      end

      # The answer of an open loop: the highest rate of each client below a limit, or else which clients kept up.
      class Answer
        #: (Stats::OpenLoop) -> void
        def initialize(table)
          @table = table
          @names = Labels.new(table.shown)
        end

        # With a limit, a sentence for each cell; otherwise one for all of them. Empty if nothing was sent.
        #: () -> Array[String]
        def to_a
          return [*highest.map { |line| "#{line}." }, *failing] if @table.highest.any?

          sent = @table.listed.select { |row| row.ok? && row.rate }
          sent.any? ? [kept_up(sent)] : []
        end

        private

        def highest
          several = @table.highest.map { |highest| [highest.section, highest.contender] }.uniq.size > 1
          @table.highest.map do |highest|
            "#{several ? @names.published(highest) : @names.short(highest)}: #{held(highest, limit(highest.slo_ns))}"
          end
        end

        # With --slo TIME,fail: which cells exceed the limit, and where that is undecided.
        def failing
          return [] if @table.limit_verdicts.empty?

          found = { Stats::Limit::EXCEEDED => "by", Stats::Limit::UNDECIDED => "for" }.filter_map do |verdict, whom|
            some = @table.highest.select { |highest| highest.verdict == verdict }
            "#{verdict} #{whom} #{some.map { |highest| @names.published(highest) }.join(", ")}" if some.any?
          end
          asked = Figures.rate(@table.highest.map(&:asked).max)
          ["--slo fail, at #{asked}: #{found.any? ? found.join("; ") : "held by every row"}."]
        end

        # "under 1 ms"
        def limit(ns)
          size, unit = Figures.unit(ns)
          "under #{Figures.number(ns / size).sub(/\.0*\z/, "")} #{unit}"
        end

        def held(highest, limit)
          return "no rate kept p99 #{limit} (#{stopped(highest)})" unless highest.rate

          text = "#{Figures.rate(highest.rate)} is the highest rate that kept p99 #{limit}"
          return "#{text}, and the highest that was tried" unless highest.stopped_at

          again = highest.beyond.map { |beyond| Figures.rate(beyond) }.join(", ")
          "#{text} (#{[stopped(highest), *("#{again} held again" unless again.empty?)].join("; ")})"
        end

        def kept_up(sent)
          behind = sent.select(&:fell_behind).group_by { |row| [row.contender, row.scenario, row.mode] }.values.map(&:first)
          return "Every client kept up with every rate, up to #{Figures.rate(sent.map(&:rate).max)}." if behind.empty?

          text = behind.map { |row| "#{@names.published(row)} fell behind at #{Figures.rate(row.rate)}" }
          "#{text.join(", ")}; all others kept up."
        end

        def stopped(highest) = "#{Figures.rate(highest.stopped_at)}: #{highest.stopped_by}"
      end
    end
  end
end
