# frozen_string_literal: true

module Cachemark
  module Report
    module Published
      module Document
        # The form of the gevent bench's README: the part below the heading `results`, up to the next heading of its
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
          #: () -> void
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

          # A document may end in its heading, without a line end.
          def ended(text) = text.end_with?("\n") ? text : "#{text}#{line_end}"

          def line_end = Place.line_end(@text)

          # A reader of the earlier figures should know what was wrong with them.
          def warnings(old, table, line)
            before = Gevent::Remarks::Printed.all(old.dup.force_encoding("UTF-8").scrub("?"))
            now = table.listed.count(&:ok?)
            flaws = Gevent::Remarks::Flaws.of(before).map { |flaw| "line #{line + 1}: in the earlier tables #{flaw}" }
            [*("#{now} rows replace the earlier #{before.size}" if now < before.size), *flaws]
          end

          # The headings of a Markdown document, underlined or with `#`; what a fence encloses, or four
          # blanks make code, is none.
          module Headings
            # `text` is what it says, `level` 1 to 6; `first` and `last` are its lines, numbered from 0.
            Heading = Value.define(:text, :level, :first, :last)
            FENCE = /\A {0,3}(`{3,}|~{3,})/
            HASHES = /\A {0,3}(\#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+\#*)?[ \t]*\z/
            UNDERLINE = /\A {0,3}(=+|-+)[ \t]*\z/
            # A line that an underline makes no heading of: none, code, a quotation, a list, a table.
            OTHER = /\A(?: {4}|\t|\s*\z| {0,3}(?:>|[-*+] |\d+[.)] |\|))/
            private_constant :FENCE, :HASHES, :UNDERLINE, :OTHER

            class << self
              # In their order; the lines are without their ends.
              #: (Array[String]) -> Array[Heading]
              def all(lines) = outside_fences(lines).filter_map { |at| hashes(lines, at) || underlined(lines, at) }

              private

              # Numbers of lines.
              def outside_fences(lines)
                fence = nil
                lines.each_index.reject do |at|
                  mark = lines[at][FENCE, 1]
                  inside = fence || mark
                  fence = fenced(fence, mark) if mark
                  inside
                end
              end

              # The mark of the fence that is open after this one, or nil.
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
