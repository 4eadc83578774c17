# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::WorkTable as text: what `work` saw on the wire.
    module Work
      extend Kind
      FORMATS = %w[terminal markdown html json].freeze
      READ_FIRST = "One iteration through the proxy, after others that warm it up; nothing is timed. Commands have the names " \
                   "of the protocol; out and in are bytes, including everything that is sent around keys and values."
      SCHEMA = "cachemark/work/1"
      # The maximum width of folded labels, commands, values and notes.
      NARROW = { label: 16, commands: 16, servers: 12, values: 12, notes: 8 }.freeze
      # Encodings that are not mentioned.
      BARE = %w[plain number].freeze
      SERVERS = "The servers that a call with several keys asks: all at once, or one by one. Proxies hold replies back, and " \
                "count the servers that have a request."
      SPREAD = "The keys that each server of the ring gets in an iteration."
      private_constant :READ_FIRST, :SCHEMA, :NARROW, :BARE, :SERVERS, :SPREAD

      class << self
        #: (Stats::WorkTable, Record) -> Document
        def document(table, record)
          footnotes = Footnotes.new(table.listed)
          Document.of_table(table, headline: [*Document.interruption(table), answer(table, footnotes)],
                                   parts: parts(table, footnotes, record),
                                   data: -> { Provenance.new(table).table(SCHEMA) })
        end

        # The traffic of rows as a section: chart and table. Empty if there are no rows. `more` are members of the table.
        #: (Array[Stats::WorkTable::Row], ?sections: Array[Stats::Section], ?notes: Array[Column], **Object) -> Array
        def traffic(rows, sections: Stats::Section.of(rows), notes: [], **more)
          return [] if rows.empty?

          [Part::Heading.new(id: "traffic", text: "What each row sends"), Part::Text.new(text: READ_FIRST, tone: "faint"),
           Part::Chart.new(kind: :traffic, of: rows),
           Table.new(id: "work", caption: "What each row sends in an iteration", sections: sections,
                     heading: Run.method(:heading), missed: 9,
                     words: ->(row) { "#{row.contender} #{row.label} #{commands(row)}" }, **more,
                     columns: [Run.contender, Run.label(rows, narrow: NARROW[:label]), *columns(rows), *CountColumns.of(rows),
                               *notes])]
        end

        # "3 get, 6 getkq, noop".
        #: (Stats::WorkTable::Row) -> String
        def commands(row)
          return "" unless row.ok?
          return "none" if row.commands.empty?

          row.commands.map { |command| [*(command["count"] if command["count"] > 1), command["name"]].join(" ") }.join(", ")
        end

        private

        def parts(table, footnotes, record)
          repeats = -> { repeats(table, record) }
          [*traffic(table.listed, sections: table.sections, notes: [footnotes.column(0, narrow: NARROW[:notes])],
                                  also: -> { [repeats.call.column] }),
           *footnotes.parts(*table.notes), Part::OnPage.new(make: -> { repeats.call.parts }), Part::Origin.new(on: %i[markdown])]
        end

        def repeats(table, record) = Repeats.locked(table.listed, "work", record)

        def answer(table, footnotes)
          noted = table.listed.count { |row| footnotes.numbers(row).any? }
          rows = Figures.counted(table.listed.size, "row")
          return "No work was seen in #{rows}." if table.listed.none?(&:ok?)
          return "Nothing to note in #{rows}." if noted.zero?

          "#{noted} of #{rows} #{noted == 1 ? "has" : "have"} a footnote. Read it before you compare the rows."
        end

        def columns(rows)
          [Column.words("commands", narrow: NARROW[:commands], tone: ->(row) { "status" unless row.ok? }) do |row|
             row.ok? ? commands(row) : row.status
           end,
           *(ring_columns if rows.any? { |row| row.spread.any? }), *traffic_columns,
           Column.figures("exceptions", 7, short: "raised") { |row| some(row.exceptions&.values&.sum) },
           Column.words("values", 6, narrow: NARROW[:values]) { |row| values(row) }]
        end

        # How calls with several keys ask their servers, and the keys of each server.
        def ring_columns
          [Column.words("servers", 1, narrow: NARROW[:servers], how: SERVERS) { |row| servers(row) },
           Column.words("keys per server", 7, short: "keys each", how: SPREAD) do |row|
             row.spread.map { |server| server["keys"] }.join("+")
           end]
        end

        # "4 at once", "4 one by one"
        def servers(row)
          several = row.askings.map(&:op).uniq.size > 1
          row.askings.map do |asking|
            how = { asking.asked => "at once", 1 => "one by one" }.fetch(asking.at_once) { "#{asking.at_once} at once" }
            "#{"#{asking.op} " if several}#{asking.asked} #{asking.asked == 1 ? "server" : how}"
          end.uniq.join(", ")
        end

        # A terminal has no room for counts of 0.
        def traffic_columns
          [*[["round trips", "trips", :round_trips, 1], ["bytes out", "out", :bytes_out, 2], ["bytes in", "in", :bytes_in, 3]]
            .map { |heading, short, name, keep| count(heading, keep, name, short: short) },
           count("packets", 8, :packets, on: %i[terminal html]),
           *[["hits", :hits, 4], ["misses", :misses, 5]].flat_map do |heading, name, keep|
             [count(heading, keep, name, on: %i[markdown html]),
              Column.figures(heading, keep, on: %i[terminal]) { |row| some(row[name]) }]
           end]
        end

        def count(heading, keep, name, **more) = Column.of(name, heading, keep, **more, &Figures.method(:count))

        # A count of 0 is shown as "".
        def some(count) = count.nil? || count.zero? ? "" : Figures.count(count)

        # "4", "105-2160 compressed": sizes of values in bytes, and how they were encoded.
        def values(row)
          sizes = row.commands.flat_map { |command| command["value_bytes"] }.minmax.compact.uniq
          encodings = row.commands.flat_map { |command| command["encodings"] }.uniq - BARE
          [sizes.join("-"), *encodings.map { |encoding| short(encoding) }.join(", ")].reject(&:empty?).join(" ")
        end

        # The encoding without the name of the wrapper's framework.
        def short(encoding)
          wrapper = Vocabulary::Language.all.values.flat_map(&:wrappers).find { |candidate| encoding.include?(candidate.name) }
          wrapper ? encoding.sub(wrapper.name, wrapper.name.split.last) : encoding
        end
      end
    end
  end
end
