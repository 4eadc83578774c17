# frozen_string_literal: true

module Cachemark
  module Report
    module Published
      class Gevent
        # The remarks about the rows of a library: their notes, and the flaws of figures in the published form.
        module Remarks
          # A sentence each; `published`: of the rows of a published program, whose figures have its flaws.
          #: (Library, published: bool) -> Array[String]
          def self.of(library, published:)
            notes = RowNotes.new(library).lines
            published ? [*notes, *Flaws.of(library.tables.flat_map(&:printed)), *Averages.of(library)] : notes
          end

          # The notes of the rows of a library, each sentence once, with the rows that it is about.
          class RowNotes
            #: (Library) -> void
            def initialize(library)
              @rows = library.tables.flat_map { |table| table.rows.map { |row| [table, row] } }
            end

            #: () -> Array[String]
            def lines = sentences.map { |sentence| [of(sentence), sentence].compact.join(": ") }

            private

            # The document has no user and system time.
            def told(row) = row.footnotes - [Sentences.of(Stats::Notes::Footnotes::TICKS)]

            def sentences = @rows.flat_map { |_table, row| told(row) }.uniq

            # "get" where it holds for a whole table, "gevent-08" for that row of every table, "get gevent-08" for a
            # single row; nil for all rows.
            def of(sentence)
              about = @rows.select { |_table, row| told(row).include?(sentence) }
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

          # The flaws of a document's figures, found from the figures alone.
          module Flaws
            class << self
              # Sentences on the rows of one library, or of several.
              #: (Array[Printed]) -> Array[String]
              def of(rows) = [*rates(rows), *digits(rows), *steps(rows)]

              private

              # A sentence for each table whose rates do not belong to its times.
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

          # Tables whose published average, a pass divided by its keys, is not the time of a call, because calls overlap.
          module Averages
            # The share by which they may differ without a word.
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

          # A row as a document has it, read back: `elapsed`, `rate`, `avg`, `min` and `max` are Strings.
          Printed = Value.define(:library, :table, :keys, :label, :elapsed, :rate, :avg, :min, :max) do
            # From a line of a document; nil for any other line.
            #: (String, library: String, table: String, keys: Integer) -> Printed?
            def self.of(line, **place)
              label, *figures = line.match(/\A {4}(\S+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) *\r?\n?\z/)&.captures
              label && new(label: label, **place, **%i[elapsed rate avg min max].zip(figures).to_h)
            end

            # Every row of a document's section `results`.
            #: (String) -> Array[Printed]
            def self.all(text)
              place = nil
              text.lines.filter_map do |line|
                heading = line.match(/\A### (.+) (\S+) \((\d+) keys\)/)&.captures
                place = { library: heading[0], table: heading[1], keys: heading[2].to_i } if heading
                place && of(line, **place)
              end
            end

            # Keys a second of the time that is printed.
            #: () -> Float
            def keys_per_s = keys / elapsed.to_f

            # Whether the printed rate is that of the printed time, as far as its digits go.
            #: () -> bool
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
