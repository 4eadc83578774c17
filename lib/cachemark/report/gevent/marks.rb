# frozen_string_literal: true

module Cachemark
  module Report
    class Gevent
      # What has to be known of the rows of a library, each sentence once, with the rows that it is about.
      class Marks
        #: (Library) -> void
        def initialize(library)
          @rows = library.tables.flat_map { |table| table.rows.map { |row| [table, row] } }
        end

        #: () -> Array[String]
        def lines = sentences.map { |sentence| [of(sentence), sentence].compact.join(": ") }

        private

        # The document has no user and system time.
        def told(row) = row.footnotes - [Stats::Footnotes::TICKS]

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
    end
  end
end
