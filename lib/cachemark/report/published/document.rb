# frozen_string_literal: true

module Cachemark
  module Report
    module Published
      # Puts a table into a document that somebody else wrote. Nothing is written
      # here: old text in, new text out, every byte outside the table as it was.
      module Document
        # The forms of documents, by the layouts of their tables.
        FORMS = { "versions" => :Versions, "gevent" => :Results }.freeze
        private_constant :FORMS

        class << self
          # Raises Usage, naming file and line, where the document has no place for the suite's table.
          #: (String, suite: Hash, path: String) -> void
          def check(text, suite:, path:)
            document(text, suite, path).check
          end

          # The new text and the warnings (sentences) that its author should read.
          # Raises Usage as `check` does.
          #: (String, Stats::Table, path: String, ?suite: Hash) -> [String, Array[String]]
          def apply(text, table, path:, suite: table.suite)
            document = document(text, suite, path)
            document.check
            new_text, warnings = document.with(table)
            [new_text.force_encoding(text.encoding), warnings]
          end

          private

          # Bytes, so that a document that is not UTF-8 survives.
          def document(text, suite, path)
            const_get(FORMS.fetch(suite["layout"], :Markers)).new(text.b, path)
          end
        end

        # The form of memcached_bench's README: a fence between two comments.
        class Markers
          FIRST = "<!-- results_table -->"
          LAST = "<!-- result_table_end -->"

          #: (String, String) -> void
          def initialize(text, path)
            @text = text
            @path = path
          end

          # Raises Usage unless both markers stand once and in order.
          #: () -> void
          def check
            first = only(FIRST)
            last = only(LAST)
            return if first < last

            raise refusal(last, "#{LAST} is before #{FIRST} (line #{Place.line(@text, first)})", "put #{FIRST} first")
          end

          # The text with the table between its markers, and the warnings.
          #: (Stats::Table) -> [String, Array[String]]
          def with(table)
            start = only(FIRST) + FIRST.bytesize
            stop = only(LAST)
            old = @text.byteslice(start, stop - start)
            rest = @text.byteslice(stop..)
            ["#{@text.byteslice(0, start)}#{fenced(table)}#{rest}", [fewer(old, table), server_list(rest, table)].compact]
          end

          private

          def only(marker)
            places = offsets(marker)
            return places.first if places.size == 1

            first, second = places
            raise refusal(second, "#{marker} appears twice (first in line #{Place.line(@text, first)})", "keep one") if second

            raise refusal(@text.chomp.bytesize, "there is no #{marker}", "put #{FIRST} and #{LAST} where the table belongs")
          end

          def offsets(marker)
            places = []
            place = -1
            places << place while (place = @text.index(marker, place + 1))
            places
          end

          def refusal(offset, what, try) = Usage.new("#{@path}:#{Place.line(@text, offset)}: #{what}", try: try)

          def fenced(table)
            "\n```\n#{Classic::Sections.new(table)}```\n".gsub("\n", Place.line_end(@text)).b
          end

          def fewer(old, table)
            before = Place.rows(old)
            now = table.shown.count(&:ok?)
            "#{now} rows replace the earlier #{before}" if now < before
          end

          def server_list(rest, table)
            found = rest.match(/^Test Server:[ \t]*\r?\n(?:[ \t]*\r?\n)*((?:[-*][^\n]*(?:\n|\z))+)/)
            return unless found

            origin = Origin.new(table)
            wanted = [origin.machine, *origin.runtimes.map { |runtime| "- #{runtime}" }]
            return if wanted.all? { |line| found[1].include?(line.b) }

            line = Place.line(@text, @text.bytesize - rest.bytesize + found.begin(0))
            "line #{line}: the list `Test Server:` names another machine or Ruby; this run has: #{wanted.join(" ")}"
          end
        end

        # A place in a document: says lines, finds line ends, counts published rows.
        module Place
          # The end of a row of Benchmark: its real time.
          ROW = /\(\s*\d+\.\d+\)[ \t]*\r?$/

          class << self
            # The number of the line at a byte offset, from 1.
            #: (String, Integer) -> Integer
            def line(text, offset) = text.byteslice(0, offset).count("\n") + 1

            # The document's line end: CRLF as soon as its first line ends so.
            #: (String) -> String
            def line_end(text) = text[/\r?\n/] || "\n"

            # How many rows with figures a text holds.
            #: (String) -> Integer
            def rows(text) = text.scan(ROW).size
          end
        end
      end
    end
  end
end
