# frozen_string_literal: true

module Cachemark
  module Report
    module Published
      # Somebody else's documents, with a place for a table.
      module Document
        # A form of document: `check` raises Usage unless it has one place for the table, and `with` returns the text with the
        # table there, and warnings.
        class Form
          #: (String, String) -> void
          def initialize(text, path)
            @text = text
            @path = path
            @lines = text.lines
          end

          private

          def refuse(line, what, try) = raise(Usage.new("#{@path}:#{[line, 1].max}: #{what}", try: try))

          def line_end = Place.line_end(@text)
        end

        # The form of memcached_bench's README: a fence between two comments.
        class Markers < Form
          FIRST = "<!-- results_table -->"
          LAST = "<!-- result_table_end -->"

          # Raises Usage unless both markers are there once and in order.
          def check
            first = only(FIRST)
            last = only(LAST)
            return if first < last

            refuse(line(last), "#{LAST} is before #{FIRST} (line #{line(first)})", "put #{FIRST} first")
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
            refuse(line(second), "#{marker} appears twice (first in line #{line(first)})", "keep one") if second

            refuse(@lines.size, "there is no #{marker}", "put #{FIRST} and #{LAST} where the table belongs")
          end

          def offsets(marker)
            places = []
            place = -1
            places << place while (place = @text.index(marker, place + 1))
            places
          end

          # The number of the line at a byte offset, from 1.
          def line(offset) = @text.byteslice(0, offset).count("\n") + 1

          def fenced(table) = "\n```\n#{Classic::Sections.new(table)}```\n".gsub("\n", line_end).b

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

            at = line(@text.bytesize - rest.bytesize + found.begin(0))
            "line #{at}: the list `Test Server:` names another machine or Ruby; this run has: #{wanted.join(" ")}"
          end
        end

        # Line ends of a text, and the number of its published rows.
        module Place
          # The end of a Benchmark row: its real time.
          ROW = /\(\s*\d+\.\d+\)[ \t]*\r?$/

          class << self
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
        class Results < Form
          NAME = "results"
          # The tables have headings of the third level.
          LOWEST = 2
          private_constant :NAME, :LOWEST

          #: (String, String) -> void
          def initialize(text, path)
            super
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

          # Adds the line end that is missing if the document ends in its heading.
          def ended(text) = text.end_with?("\n") ? text : "#{text}#{line_end}"

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
