# frozen_string_literal: true

module Cachemark
  module Report
    module Published
      # The tables of the gevent bench's README (document 002), byte for byte, with correct figures. There is a table for
      # each library and scenario, and a row for each mode. Below the tables of a library are the differences of its rows
      # from comparable rows. The origin of the figures is at the end.
      class Gevent
        HEADING = "results\n-------\n"

        #: (Stats::Table) -> void
        def initialize(table)
          @table = table
        end

        def to_s = "#{HEADING}#{body}"

        # The text below the heading `results`.
        #: () -> String
        def body = "\n\n#{[*Library.all(@table).flat_map { |library| texts(library) }, provenance].join("\n")}"

        private

        def texts(library)
          remarks = Remarks.of(library, published: published?)
          [*library.tables.map(&:to_s), *(list(remarks) if remarks.any?)]
        end

        def published? = @table.suite["published"] == true

        def provenance = list([*origin.facts_of_run.map { |line| line.delete_prefix("- ") }, extent, *@table.notes].compact)

        def origin = Origin.new(@table)

        def extent
          processes = @table.listed.select(&:ok?).map(&:processes).minmax.uniq.compact
          return if processes.empty?

          of = processes == [1] ? "one process" : "medians over #{processes.join(" to ")} fresh processes"
          "#{@table.run["started_at"].to_s[0, 10]}: #{published? ? "one pass" : of} of each row"
        end

        # A list as in the document, which is plain text first.
        def list(sentences) = sentences.map { |sentence| "- #{sentence.tr("\n", " ")}\n" }.join

        # The tables of a library: `set`, then `get`.
        Library = Value.define(:name, :tables) do
          # The libraries in a table of Stats, sorted by name.
          #: (Stats::Table) -> Array[Library]
          def self.all(table)
            figures = table.suite["published"] ? PublishedFigures : Figures
            table.sections.sort_by(&:heading).map do |section|
              new(name: section.heading, tables: tables(section, figures))
            end
          end

          # The document prints the rate of the first table (`set`) in all tables.
          def self.tables(section, figures)
            groups = section.rows.group_by(&:scenario).values
            groups.map { |rows| Grid.new(section.heading, rows, figures: figures, firsts: groups.first) }.freeze
          end
          private_class_method :tables

          #: () -> Array[Row]
          def rows = tables.flat_map(&:rows)
        end

        # A table of the document: a label of 10 columns, then five cells of 10, separated by blanks.
        class Grid
          CAPTIONS = %w[elapsed rate avg min max].freeze
          WIDTH = 10
          INDENT = "    "
          private_constant :CAPTIONS, :WIDTH, :INDENT

          # Array[Row]: in the order of the document.
          attr_reader :rows

          # `firsts` are the rows of the library's first table.
          #: (String, Array[Row], figures: Module, firsts: Array[Row]) -> void
          def initialize(library, rows, figures:, firsts:)
            @library = library
            @rows = Label.sorted(rows)
            @figures = figures
            @firsts = firsts.to_h { |row| [row.mode, row] }
          end

          # String: the name of the scenario without the library, which the heading names.
          def name = rows.first.label.delete_prefix("#{rows.first.contender}:")

          # The heading and the table. A table without figures shows the reasons.
          def to_s = "### #{@library} #{name} (#{rows.first.calls} keys)\n\n#{lines.join("\n")}\n"

          # Its rows, read back from the printed text.
          #: () -> Array[Remarks::Printed]
          def printed
            place = { library: @library, table: name, keys: rows.first.calls }
            to_s.lines.filter_map { |line| Remarks::Printed.of(line, **place) }
          end

          #: (Row) -> String
          def label(row) = @figures.label(row)

          private

          def lines
            return reasons if rows.none?(&:ok?)

            width = [WIDTH, rows.map { |row| label(row).size }.max + 1].max
            [line("", CAPTIONS, width), *rows.map { |row| row.ok? ? line(label(row), cells(row), width) : lost(row, width) }]
          end

          def cells(row) = @figures.of(row, @firsts[row.mode])
          def line(label, cells, width) = "#{INDENT}#{label.ljust(width)}#{cells.map { |cell| cell.center(WIDTH) }.join(" ")}"
          def lost(row, width) = "#{INDENT}#{label(row).ljust(width)}#{reason(row)}"

          # A reason that all rows share appears once.
          def reasons
            said = rows.map { |row| reason(row) }.uniq
            said.size == 1 ? ["#{INDENT}#{said.first}"] : rows.map { |row| lost(row, WIDTH) }
          end

          def reason(row) = [row.status, row.reason].compact.join(": ").tr("\n", " ")
        end

        # The name of a mode in the document: "gevent-08".
        module Label
          class << self
            # `plain` omits the parts that the published labels do not have.
            #: (String, ?plain: bool) -> String
            def of(mode, plain: false)
              parts = Vocabulary::Mode.of(mode)
              return mode if parts.sync?

              format("%s-%02d%s", parts.name, parts.workers, parts.shared && !plain ? ",shared" : "")
            end

            # In the order of the document: sync, then the others in reverse.
            #: (Array[Row]) -> Array[Row]
            def sorted(rows)
              sync, others = rows.partition { |row| row.mode == "sync" }
              sync + others.sort_by { |row| of(row.mode) }.reverse
            end
          end
        end

        # The five correct figures of a row. The first is the seconds of a pass, the second the keys per second of the same
        # pass. The others are the mean, the minimum and the maximum of the times of its calls, with microsecond digits.
        module Figures
          class << self
            # The options of the mode are included, because its rows could be confused with others without them.
            #: (Row) -> String
            def label(row) = Label.of(row.mode)

            # `_first` is the row of the same mode in the library's first table.
            #: (Row, Row?) -> Array[String]
            def of(row, _first)
              elapsed_s = row.pass_ns / 1e9
              calls = (row.latencies || {}).values_at(:mean_ns, :min_ns, :max_ns)
              [format("%0.3f", elapsed_s), format("%0.3f", row.calls / elapsed_s), *calls.map { |ns| seconds(ns) }]
            end

            private

            def seconds(ns) = ns ? format("%0.6f", ns / 1e9) : "-"
          end
        end

        # The five figures as the published program computed them, with its three errors. It rounds numbers to two decimals
        # and prints three, prints the rate of the sets everywhere, and uses pass time divided by keys as the average.
        module PublishedFigures
          class << self
            #: (Row) -> String
            def label(row) = Label.of(row.mode, plain: true)

            #: (Row, Row?) -> Array[String]
            def of(row, first)
              elapsed_s = row.pass_ns / 1e9
              calls = (row.latencies || {}).values_at(:min_ns, :max_ns)
              [twice(elapsed_s), rate(first), format("%0.3f", elapsed_s / row.calls),
               *calls.map { |ns| ns ? format("%0.3f", ns / 1e9) : "-" }]
            end

            private

            def rate(first) = first&.ok? ? twice(first.calls / (first.pass_ns / 1e9)) : "-"

            # The scripts wrote two decimals; the README's program read these and wrote three.
            def twice(number) = format("%0.3f", format("%0.2f", number).to_f)
          end
        end

        # The remarks about the rows of a library: their notes, and the errors of figures in the published form.
        module Remarks
          # A sentence for each remark. With `published`, the rows are those of a published program, whose figures have its
          # errors.
          #: (Library, published: bool) -> Array[String]
          def self.of(library, published:)
            notes = RowNotes.new(library).lines
            published ? [*notes, *Flaws.of(library.tables.flat_map(&:printed)), *Averages.of(library)] : notes
          end

          # The notes on the rows of a library, each sentence once, with the rows that it is about.
          class RowNotes
            #: (Library) -> void
            def initialize(library)
              @rows = library.tables.flat_map { |table| table.rows.map { |row| [table, row] } }
            end

            #: () -> Array[String]
            def lines = sentences.map { |sentence| [of(sentence), sentence].compact.join(": ") }

            private

            # The document has no user and system time, so the note about clock ticks does not apply.
            def notes_of(row) = row.footnotes - [Sentences.of(Stats::Notes::Footnotes::TICKS)]

            def sentences = @rows.flat_map { |_table, row| notes_of(row) }.uniq

            # "get" if a note applies to a whole table, "gevent-08" if to that row of every table, "get gevent-08" if to a
            # single row. nil if to all rows.
            def of(sentence)
              about = @rows.select { |_table, row| notes_of(row).include?(sentence) }
              return if about.size == @rows.size

              whole, single = about.partition { |table, _row| (rows_of(table) - about).empty? }
              rows = single.group_by { |table, row| table.label(row) }.map { |label, own| name(label, own) }
              [*whole.map { |table, _row| table.name }.uniq, *rows].join(", ")
            end

            def rows_of(table) = @rows.select { |other, _row| other.equal?(table) }

            def name(label, own)
              everywhere = @rows.count { |table, row| table.label(row) == label } == own.size
              everywhere ? label : "#{own.map { |table, _row| table.name }.join(" and ")} #{label}"
            end
          end

          # The errors of a document's figures, which show in the figures themselves.
          module Flaws
            class << self
              # Sentences on the rows of one library, or of several.
              #: (Array[Printed]) -> Array[String]
              def of(rows) = [*rates(rows), *digits(rows), *steps(rows)]

              private

              # A sentence for each table whose rates do not match its times.
              def rates(rows)
                wrong = rows.reject(&:own_rate?).group_by { |row| [row.library, row.table] }
                wrong.map do |(library, table), own|
                  right = own.map { |row| "#{row.label} #{row.keys_per_s.round}" }.join(", ")
                  "#{library} #{table}: #{whose(own, rows)}; keys / elapsed are #{right}"
                end
              end

              def whose(own, rows)
                others = rows.select { |row| row.library == own.first.library && row.table != own.first.table && row.own_rate? }
                theirs = own.all? { |row| others.any? { |other| [other.label, other.rate] == [row.label, row.rate] } }
                theirs ? "the rates are those of #{others.first.table}" : "the rates are not of these times"
              end

              def digits(rows)
                blind = rows.select { |row| [row.avg, row.min].all?("0.000") }
                return [] if blind.empty?

                means = blind.map { |row| 1e6 / row.keys_per_s }.minmax.map { |us| format("%.1f", us) }.uniq.join(" to ")
                ["avg and min are 0.000: three decimals show no time below half a millisecond (elapsed / keys: #{means} us)"]
              end

              def steps(rows)
                rounded = rows.size > 1 && rows.all? { |row| row.elapsed.match?(/\.\d\d0\z/) }
                rounded ? ["elapsed is in steps of 10 ms, although it has three decimals"] : []
              end
            end
          end

          # Tables whose published average, pass time divided by keys, is not the time of a call, because calls overlap.
          module Averages
            # The share by which they may differ without a remark.
            ENOUGH = 0.1

            class << self
              #: (Library) -> Array[String]
              def of(library)
                library.tables.filter_map do |table|
                  apart = table.rows.select { |row| row.ok? && row.latencies && apart?(row) }
                  "#{table.name}: avg is elapsed / keys; the mean of the calls is #{means(table, apart)}" if apart.any?
                end
              end

              private

              def apart?(row) = ((row.latencies[:mean_ns] * row.calls / row.pass_ns) - 1).abs > ENOUGH

              def means(table, rows)
                rows.map { |row| "#{table.label(row)} #{Report::Figures.time(row.latencies[:mean_ns])}" }.join(", ")
              end
            end
          end

          # A row read back from a document. `elapsed`, `rate`, `avg`, `min` and `max` are Strings.
          Printed = Value.define(:library, :table, :keys, :label, :elapsed, :rate, :avg, :min, :max) do
            # The row in a line of a document; nil for any other line.
            #: (String, library: String, table: String, keys: Integer) -> Printed?
            def self.of(line, **place)
              label, *figures = line.match(/\A {4}(\S+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) *\r?\n?\z/)&.captures
              label && new(label: label, **place, **%i[elapsed rate avg min max].zip(figures).to_h)
            end

            # Every row in the section `results` of a document.
            #: (String) -> Array[Printed]
            def self.all(text)
              place = nil
              text.lines.filter_map do |line|
                heading = line.match(/\A### (.+) (\S+) \((\d+) keys\)/)&.captures
                place = { library: heading[0], table: heading[1], keys: heading[2].to_i } if heading
                place && of(line, **place)
              end
            end

            # Keys per second, computed from the printed time.
            #: () -> Float
            def keys_per_s = keys / elapsed.to_f

            # Whether the printed rate matches the printed time, within its digits.
            def own_rate?
              step = elapsed.end_with?("0") ? 0.006 : 0.0006
              return true if elapsed.to_f <= step

              rate.to_f.between?(keys / (elapsed.to_f + step), keys / (elapsed.to_f - step))
            end
          end
        end
      end
    end
  end
end
