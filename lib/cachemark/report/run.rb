# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Table as text: the results of `run`.
    module Run
      extend Kind
      FORMATS = %w[terminal classic gevent markdown html json csv tidy benchstat github-action-benchmark bencher].freeze
      WITHOUT_GC = "The time per call without garbage collection, which × socket compares."
      DISTURBANCE = "The share by which the mean time of a call was above the time per call, both without garbage " \
                    "collection: what the machine did meanwhile."
      LATENCY = "Latency of single calls, each timed separately; a percentile is shown only if ten calls took longer."
      HITS = "The share of the reads that found a value, as the servers counted it while the row was timed."
      VS_FASTEST = "The time over that of the fastest client of the language in this scenario and mode. Without \"slower\", " \
                   "the difference is not certain."
      CHECKED = "the published cases in which the client returned a wrong value, crashed or hung, of those that could be tried"
      LIMIT = "The time without garbage collection over that of c/socket in the same scenario, mode and rounds: the least that " \
              "the kernel and memcached allow."
      MEMORY = "The memory of the client's process after its last block, with the interpreter and the library: the median over " \
               "processes. A process measures all scenarios of its contender."
      CPU = "User and system time of the client's process, per call."
      # Figures that not every runtime reports, and their headings.
      # Columns of a page, and of text with all columns.
      MORE = %i[all html].freeze
      REPORTED = { allocations: "objects", gc_share: "GC", cpu_ns: "cpu" }.freeze
      SCHEMA = "cachemark/run/1"
      private_constant :WITHOUT_GC, :DISTURBANCE, :LATENCY, :VS_FASTEST, :CHECKED, :LIMIT, :MEMORY, :CPU, :HITS, :MORE, :REPORTED,
                       :SCHEMA

      class << self
        #: (Stats::Table, Record) -> Document
        def document(table, record)
          names = Names.new(table.listed)
          headline = [*Document.interruption(table), *Answer.of(table.summaries).map { |sentence| names.shortened(sentence) }]
          Document.of_table(table, headline: headline, parts: parts(table, record),
                                   data: -> { Provenance.new(table).table(SCHEMA) })
        end

        # The heading of a section. It includes the notation if the two differ, with the version of a runtime for its path.
        #: (Stats::Section) -> String
        def heading(section)
          notation = Figures.notation_of(section.rows.first)
          notation.nil? || notation == section.heading ? section.heading : "#{section.heading}  (#{notation})"
        end

        # The column with the labels of rows; on a page it shows the scenario.
        #: (Array[Row], **Object) -> Column
        def label(rows, **more)
          labels = Labels.new(rows)
          Column.words("scenario", short: "", always: true, **more) { |row| labels.short(row) }
        end

        # The column of a page in place of the headings of sections.
        #: (?how: #call) -> Column
        def contender(how: nil) = Column.words("contender", on: Part::PAGE, always: true, how: how, &:contender)

        # The columns that say what a row is about: the contender, and on a page the scenario, which is a heading in text.
        #: (Stats::Table, ?how: #call) -> Array[Column]
        def subject(table, how: nil)
          names, labels = Names.new(table.listed), Labels.new(table.shown)
          [Column.words("contender", short: "", always: true, how: how) { |row| names.of(row) },
           Column.words("scenario", on: Part::PAGE, always: true) { |row| labels.short(row) }]
        end

        # The text that the filter of a page searches.
        #: (Row) -> String
        def words(row) = "#{row.contender} #{row.label} #{row.mode} #{row.status}"

        private

        def parts(table, record)
          footnotes = Footnotes.new(table.listed) { |row| Footnotes.of(row) - [ticks_note] }
          [*(Sweeps.parts(table) if table.sweeps.any?),
           Part::Heading.new(id: "results", text: "Results"), Part::Chart.new(kind: :time, of: table),
           Part::Text.new(text: Meaning.of(table).read_first, tone: "faint"), rows(table, footnotes, record),
           *(Connections::FirstReplies.parts(table) if table.first_replies.any?),
           *footnotes.parts(*table.notes, *unreported(table), *about_checks(table)),
           *(Stampedes.parts(table) if table.listed.any?(&:stampede)),
           Part::Heading.new(id: "latencies", text: "Latencies"), *latencies(table),
           *(Connections::Pools.parts(table) if table.shown.any?(&:pool)),
           Part::OnPage.new(make: -> { details(table, record) }), runtimes(table), Part::Origin.new(on: %i[markdown])]
        end

        def rows(table, footnotes, record)
          Table.new(id: "rows", caption: "All rows, the fastest first", sections: Fields.of(table), origin: method(:origin),
                    words: method(:words), missed: 1,
                    columns: [*subject(table, how: method(:identity)), time(table), *figures(table),
                              *(CountColumns.of(table.shown) if table.shown.any? { |row| row.counts.any? }), footnotes.column(2)],
                    also: -> { [repeats(table, record).column] })
        end

        def about_checks(table)
          checked = table.listed.filter_map(&:checked)
          return [] if checked.empty?

          other = table.listed.find { |row| row.checked.nil? && !Vocabulary::References.include?(row.client) }
          ["check: #{CHECKED} (#{checked.map { |check| check["on"] }.max})",
           *("not checked: #{CommandLine.of(["check", Figures.notation_of(other) || other.contender])}" if other)]
        end

        # Why cells of rows with figures are empty.
        def unreported(table)
          languages = table.listed.select(&:ok?).group_by(&:language)
          absent = languages.flat_map { |language, own| absent(own, (language if languages.size > 1)) }
          absent.reject { |_, headings| headings.empty? }.group_by(&:last).map do |headings, own|
            "no #{Vocabulary.list(headings, "or")} of #{Vocabulary.list(own.map(&:first))}: not reported by the runtime"
          end
        end

        # [[contender, headings of its empty cells], ...]; one entry for a whole `language`, if it is given and its rows agree.
        def absent(rows, language)
          found = rows.group_by(&:contender).transform_values do |own|
            REPORTED.filter_map { |member, heading| heading if own.any? { |row| row.public_send(member).nil? } }
          end
          return found.to_a unless language && found.values.uniq.one?

          [[Vocabulary::Language.all.fetch(language).title, found.values.first]]
        end

        def repeats(table, record) = Repeats.locked(table.listed, "run", record)

        def time(table)
          meaning = Meaning.of(table).time
          how = ->(row) { row.ok? ? meaning : [row.status, row.reason].compact.join(": ") }
          Column.figures("time per call", always: true, number: :wall_ns.to_proc, how: how,
                                          tone: ->(row) { "status" unless row.ok? }) do |row|
            row.ok? ? Figures.time_of(row) : row.status
          end
        end

        def figures(table)
          [Column.figures("vs fastest", 1, number: :vs_fastest.to_proc, how: VS_FASTEST) { |row| Figures.vs_fastest(row) },
           ratio("× socket", 3, :socket_ratio, how: Meaning.of(table).ratio),
           Column.of(:allocations, "objects", 4, how: "Objects allocated per call, over all blocks.", &Figures.method(:number)),
           Column.figures("hit ratio", 2, rare: true, number: ->(row) { row.hit_ratio&.fetch(:measured) }, how: HITS) do |row|
             Figures.hit_ratio(row.hit_ratio)
           end, *checked(table),
           Column.of(:calls_per_s, "calls/s", 5, on: MORE, how: "Calls a second: one second over the time per call.",
                     &Figures.method(:count)),
           ratio("× limit", 5, :limit_ratio, on: MORE, rare: true, how: LIMIT),
           table.listed.any?(&:disturbance) ? disturbance : fastest, *details_of_cost,
           Column.of(:memory_bytes, "memory", 7, on: MORE, rare: true, how: MEMORY, &Figures.method(:megabytes))]
        end

        def ratio(heading, keep, name, **more)
          Column.figures(heading, keep, number: name.to_proc, **more) { |row| Figures.ratio(row[name], row[:"#{name}_interval"]) }
        end

        # The references are not clients. A table without any checked client has no such column.
        def checked(table)
          return [] if table.listed.none?(&:checked)

          [Column.words("check", 2, how: CHECKED) do |row|
            next if Vocabulary::References.include?(row.client)

            row.checked ? "#{row.checked["bad"]} of #{row.checked["of"]} bad" : "not checked"
          end]
        end

        def disturbance = Column.of(:disturbance, "disturbance", 5, on: MORE, how: DISTURBANCE, &Figures.method(:percent))

        # In its place, where no cost was estimated from stretches: in earlier records, and in concurrent modes alone.
        def fastest
          Column.of(:fastest_ns, "fastest", 5, on: MORE, how: "The fastest calls of all: the least sub-batch, per call.",
                    &Figures.method(:time))
        end

        def details_of_cost
          [Column.of(:without_gc_ns, "without GC", 6, on: MORE, how: WITHOUT_GC, &Figures.method(:time)),
           Column.of(:cpu_ns, "cpu", 7, on: MORE, how: method(:cpu), caveat: method(:ticks), &Figures.method(:time)),
           Column.of(:gc_share, "GC", 6, on: MORE, how: "The share of the time that went into garbage collection.",
                     &Figures.method(:percent))]
        end

        def ticks_note = @ticks_note ||= Sentences.of(Stats::Notes::Footnotes::TICKS)

        def cpu(row) = [CPU, (ticks_note if row.footnotes.include?(ticks_note))].compact.join("\n")

        # The footnote of rows with little CPU time, for the only column that it is about.
        def ticks(rows)
          few = rows.count { |row| row.footnotes.include?(ticks_note) }
          "cpu of #{few} of #{Figures.counted(rows.size, "row")} is imprecise: #{ticks_note}" if few.positive?
        end

        # For the rows that recorded latencies.
        def latencies(table)
          sections = Fields.of(table, &:latencies)
          return [] if sections.empty?

          [Part::Chart.new(kind: :percentiles, of: table), Part::Text.new(text: LATENCY, tone: "faint"),
           Table.new(id: "latency-rows", caption: "Latencies of single calls", sections: sections, origin: method(:origin),
                     columns: [*subject(table), *percentiles])]
        end

        def percentiles
          samples = Column.figures("samples", 6, on: %i[terminal html]) { |row| Figures.count(row.latencies[:count]) }
          cpu = Column.figures("cpu per call", on: %i[markdown]) { |row| Figures.time(row.cpu_ns) }
          [samples, *Stats::Latencies::HEADINGS.each_with_index.map do |(heading, name), index|
            Column.figures(heading, index + 1, always: true, how: LATENCY, number: ->(row) { row.latencies[name] }) do |row|
              Figures.latency(row.latencies[name])
            end
          end, cpu]
        end

        # The sections that a page has in addition to the table: costs, their steadiness, and what each row sends.
        def details(table, record)
          works = record.works.any? ? Sentences.in(Stats::WorkTable.of(record)).listed : []
          cells = table.listed.map { |row| [row.scenario, row.mode] }.uniq
          [Part::Heading.new(id: "costs", text: "Costs"), Part::Chart.new(kind: :ratio, of: table),
           Part::Heading.new(id: "trust", text: "How steady it was"),
           Part::Chart.new(kind: :spread, of: table), Part::Chart.new(kind: :course, of: record),
           *Work.traffic(works.select { |row| cells.include?([row.scenario, row.mode]) }), *repeats(table, record).parts]
        end

        # Runtimes as the rows report them, with the loaded Rails.
        def runtimes(table)
          items = table.shown.select(&:runtime).group_by(&:runtime).map do |runtime, rows|
            rails = rows.filter_map { |row| row.versions["activesupport"] }.uniq
            rails.empty? ? runtime : "Rails #{Vocabulary.list(rails)} on #{runtime}"
          end
          Part::List.new(items: items, on: %i[markdown])
        end

        # How the figures of a row were measured.
        def origin(row)
          name = "#{row.contender}, #{row.label}#{" (#{row.mode})" unless row.mode == "sync"}"
          "#{name}: #{Figures.count(row.processes)} fresh processes#{disturbed(row)}, #{Figures.count(row.blocks)} blocks, " \
            "#{Figures.count(row.iterations)} iterations of #{row.calls} calls"
        end

        def disturbed(row)
          " (#{row.left_out} of them do not count, because other work disturbed them far more)" if row.left_out
        end

        # The identity of a row as its process reported it.
        def identity(row)
          [row.notation, row.runtime, row.versions.map { |name, version| "#{name} #{version}" }.join(", "),
           ("Code that was loaded: SHA-256 #{row.digest[0, 16]}…" if row.digest)].compact.reject(&:empty?).join("\n")
        end
      end

      # The summary of a run: which client is the fastest, and by how much.
      #
      #   memcached is the fastest in 7 of 9 scenarios (the next client takes 5.0 % to 31 % longer); dalli in 1 (12 % longer);
      #   no client is significantly fastest in 1.
      #
      # Each language has a sentence.
      module Answer
        # The number of clients that the answer names.
        MOST = 3
        UNRESOLVED_LEAD = "how much longer the next client takes is unresolved"
        private_constant :MOST, :UNRESOLVED_LEAD

        class << self
          #: (Hash[String, Stats::Table::Summary]) -> Array[String]
          def of(summaries)
            return ["Nothing was measured."] if summaries.empty?
            return [sentence(summaries.values.first)] if summaries.one?

            summaries.map { |language, summary| "#{Vocabulary::Language.all.fetch(language).title}: #{sentence(summary)}" }
          end

          private

          def sentence(summary)
            parts = [*(summary.fields.positive? ? fastest_clients(summary) : alone(summary)), without(summary)].compact
            "#{parts.join("; ")}."
          end

          def fastest_clients(summary)
            all = "#{summary.fields} #{scenarios(summary, summary.fields)}"
            if summary.early == summary.fields
              return ["It is too early to name the fastest client in #{all}: #{short(summary.processes)}"]
            end

            [*won(summary.wins, all), *undecided(summary, all),
             *("it is too early to tell in #{summary.early} (#{short(summary.processes)})" if summary.early.positive?)]
          end

          # How far the least measured row is from an interval.
          def short(processes)
            fewest = Stats::Interval::FEWEST
            processes < fewest ? "#{processes} of the #{fewest} processes that an interval needs" : "no interval yet"
          end

          def undecided(summary, all)
            count = summary.fields - summary.early - summary.wins.sum(&:count)
            return if count.zero?
            return "no client is significantly fastest in #{count}#{unresolved(summary, count)}" if summary.wins.any?

            of = count < summary.fields ? "#{count} of " : ("any of " if count > 1)
            "No client is significantly fastest in #{of}#{all}#{unresolved(summary, count)}"
          end

          def unresolved(summary, count)
            wide = summary.imprecise
            return if wide.zero?

            share = wide < count ? "#{wide} " : ("all " if count > 1)
            " (#{share}unresolved: known to no better than ± #{Figures.rounded(Stats::Row::IMPRECISE)})"
          end

          def won(wins, all)
            return if wins.empty?

            first, *others = wins.first(MOST)
            more = wins.drop(MOST).sum(&:count)
            ["#{names(first)} #{first.contenders.one? ? "is" : "are"} the fastest in #{first.count} of #{all} " \
             "(#{first.leads ? "the next client takes #{lead(first)} longer" : UNRESOLVED_LEAD})",
             *others.map { |win| "#{names(win)} in #{win.count} (#{win.leads ? "#{lead(win)} longer" : UNRESOLVED_LEAD})" },
             *("others in #{more}" if more.positive?)]
          end

          def names(win) = Vocabulary.list(win.contenders)
          def lead(win) = win.leads.map { |share| Figures.rounded(share) }.uniq.join(" to ")

          def alone(summary)
            all = summary.alone.first(MOST).map { |cost| "#{cost.contender} #{cost(summary, cost)}#{precision(cost)}" }
            [all.join(", ")] if all.any?
          end

          def cost(summary, cost)
            extent = "in #{cost.scenarios} #{scenarios(summary, cost.scenarios)}"
            return "costs #{range(cost.ratios, "%.2f")} × socket #{extent}" if cost.ratios

            "takes #{range(cost.wall_ns.map { |ns| ns / 1000 }, "%.1f")} µs a call #{extent}"
          end

          def precision(cost)
            return " (too early to be sure: #{short(cost.processes)})" if cost.processes

            some = "#{cost.imprecise} of them " if cost.imprecise < cost.scenarios
            " (#{some}unresolved: ± #{Figures.rounded(cost.precision)})" if cost.precision && cost.imprecise.positive?
          end

          def range(bounds, form) = bounds.map { |number| format(form, number) }.uniq.join(" to ")

          # Mentions the mode only if there are several.
          def scenarios(summary, count)
            return count == 1 ? "scenario" : "scenarios" if summary.modes == 1

            count == 1 ? "scenario and mode" : "scenarios and modes"
          end

          def without(summary)
            count = summary.without
            "#{count} of #{Figures.counted(summary.rows, "row")} #{count == 1 ? "has" : "have"} no figures" if count.positive?
          end
        end
      end

      # The rows of a table by scenario and mode, the fastest first: what a reader compares.
      module Fields
        UNMEASURED = "not measured"
        private_constant :UNMEASURED

        class << self
          # The rows that the block keeps. A contender whose rows all lack figures for the same reason has one row, in a last
          # section.
          #: (Stats::Table) ?{ (Stats::Row) -> Object } -> Array[Stats::Section]
          def of(table, &keep)
            labels = Labels.new(table.shown)
            rows = keep ? table.listed.select(&keep) : table.listed
            absent, present = rows.group_by(&:contender).values.partition { |rows| absent?(rows) }
            fields = present.flatten.group_by { |row| [row.scenario, row.mode] }.values
            sections = fields.map { |rows| Stats::Section.new(heading: labels.short(rows.first), rows: sorted(rows)) }
            absent.empty? ? sections : [*sections, Stats::Section.new(heading: UNMEASURED, rows: absent.map(&:first))]
          end

          private

          def absent?(rows)
            rows.size > 1 && rows.none?(&:ok?) && rows.map { |row| [row.status, row.reason] }.uniq.one?
          end

          def sorted(rows) = rows.sort_by.with_index { |row, at| [row.ok? ? 0 : 1, row.wall_ns || 0, at] }
        end
      end
    end
  end
end
