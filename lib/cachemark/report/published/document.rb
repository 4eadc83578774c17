# frozen_string_literal: true

module Cachemark
  module Report
    module Published
      # Puts a table into somebody else's document. It writes no file: it takes the old text and returns the new one, with
      # every byte outside the table unchanged.
      module Document
        # The classes for documents, by the layouts of their tables.
        FORMS = { "versions" => :Versions, "gevent" => :Results }.freeze
        private_constant :FORMS

        class << self
          # Raises Usage, with file and line, if the document has no place for the suite's table.
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

          # Raises Usage unless both markers are there once and in order.
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

        # Positions in a document: line numbers, line ends, and the number of published rows.
        module Place
          # The end of a Benchmark row: its real time.
          ROW = /\(\s*\d+\.\d+\)[ \t]*\r?$/

          class << self
            # The number of the line at a byte offset, from 1.
            #: (String, Integer) -> Integer
            def line(text, offset) = text.byteslice(0, offset).count("\n") + 1

            # The document's line end: CRLF if its first line ends so.
            #: (String) -> String
            def line_end(text) = text[/\r?\n/] || "\n"

            # How many rows with figures a text holds.
            #: (String) -> Integer
            def rows(text) = text.scan(ROW).size
          end
        end

        # The form of the gevent bench's README: the section below the heading `results`, up to the next heading of the same
        # level or a higher one.
        class Results
          NAME = "results"
          # The tables have headings of the third level.
          LOWEST = 2
          private_constant :NAME, :LOWEST

          #: (String, String) -> void
          def initialize(text, path)
            @text = text
            @path = path
            @lines = text.lines
            @headings = Headings.all(@lines.map(&:chomp))
          end

          # Raises Usage unless there is one heading `results`, above those of the tables.
          def check
            first, second = named
            refuse(@lines.size, "there is no heading `#{NAME}`", "write it, underlined, where the tables belong") unless first
            refuse(second.first + 1, "`#{NAME}` appears twice (first in line #{first.first + 1})", "keep one of them") if second
            return if first.level <= LOWEST

            refuse(first.first + 1, "`#{NAME}` is a heading of level #{first.level}, as those of the tables are below it",
                   "make it one of level 1 or #{LOWEST}")
          end

          # The text with the tables below its heading, and the warnings.
          #: (Stats::Table) -> [String, Array[String]]
          def with(table)
            start, stop = place
            old, rest = @lines[start...stop].join, @lines.drop(stop)
            written = Gevent.new(table).body.gsub("\n", line_end).b
            ["#{ended(@lines.first(start).join)}#{written}#{line_end if rest.any?}#{rest.join}", warnings(old, table, start)]
          end

          private

          def named = @headings.select { |heading| heading.text.downcase == NAME }

          # [first line below the heading, line of the next].
          def place
            own = named.first
            following = @headings.find { |heading| heading.first > own.last && heading.level <= own.level }
            [own.last + 1, following ? following.first : @lines.size]
          end

          def refuse(line, what, try) = raise(Usage.new("#{@path}:#{[line, 1].max}: #{what}", try: try))

          # Adds the line end that is missing if the document ends in its heading.
          def ended(text) = text.end_with?("\n") ? text : "#{text}#{line_end}"

          def line_end = Place.line_end(@text)

          # Readers of the earlier figures should know what was wrong with them.
          def warnings(old, table, line)
            before = Gevent::Remarks::Printed.all(old.dup.force_encoding("UTF-8").scrub("?"))
            now = table.listed.count(&:ok?)
            flaws = Gevent::Remarks::Flaws.of(before).map { |flaw| "line #{line + 1}: in the earlier tables #{flaw}" }
            [*("#{now} rows replace the earlier #{before.size}" if now < before.size), *flaws]
          end

          # The headings of a Markdown document, underlined or with `#`. Headings in fences and in indented code are ignored.
          module Headings
            # `text` is the heading itself, `level` is 1 to 6. `first` and `last` are its lines, numbered from 0.
            Heading = Value.define(:text, :level, :first, :last)
            FENCE = /\A {0,3}(`{3,}|~{3,})/
            HASHES = /\A {0,3}(\#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+\#*)?[ \t]*\z/
            UNDERLINE = /\A {0,3}(=+|-+)[ \t]*\z/
            # A line that an underline does not turn into a heading: an empty line, code, a quotation, a list, a table.
            OTHER = /\A(?: {4}|\t|\s*\z| {0,3}(?:>|[-*+] |\d+[.)] |\|))/
            private_constant :FENCE, :HASHES, :UNDERLINE, :OTHER

            class << self
              # In document order. The lines are without their ends.
              #: (Array[String]) -> Array[Heading]
              def all(lines) = outside_fences(lines).filter_map { |at| hashes(lines, at) || underlined(lines, at) }

              private

              # Line numbers.
              def outside_fences(lines)
                fence = nil
                lines.each_index.reject do |at|
                  mark = lines[at][FENCE, 1]
                  inside = fence || mark
                  fence = fenced(fence, mark) if mark
                  inside
                end
              end

              # The opening mark of the fence that is open after this line, or nil.
              def fenced(open, mark)
                return mark unless open

                mark.start_with?(open) ? nil : open
              end

              def hashes(lines, at)
                marks, text = lines[at].match(HASHES)&.captures
                marks && Heading.new(text: text.to_s.strip, level: marks.size, first: at, last: at)
              end

              def underlined(lines, at)
                line = lines[at + 1].to_s[UNDERLINE, 1]
                return if line.nil? || lines[at].match?(OTHER) || lines[at].match?(UNDERLINE)

                Heading.new(text: lines[at].strip, level: line.start_with?("=") ? 1 : 2, first: at, last: at + 1)
              end
            end
          end
        end
      end
    end
  end
end
