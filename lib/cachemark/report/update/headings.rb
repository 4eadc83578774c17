# frozen_string_literal: true

module Cachemark
  module Report
    module Update
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
          #
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
