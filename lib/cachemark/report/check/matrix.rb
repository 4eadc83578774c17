# frozen_string_literal: true

require "terminal-table"

module Cachemark
  module Report
    module Check
      # Categories and contenders as a table for a terminal; where they do not fit beside each other, several.
      class Matrix
        GAP = Report::Terminal::Grid::GAP
        private_constant :GAP

        #: (Array[Outcome], Page) -> void
        def initialize(outcomes, page)
          @outcomes = outcomes
          @page = page
          @names = outcomes.map(&:contender).uniq
          @categories = outcomes.map(&:category).uniq
        end

        #: () -> String
        def to_s = parts.map { |names| table(names) }.join("\n\n")

        # A cell's lines by the worst first: ["3 CORRUPT", "8 PASS"].
        #
        #: (Array[Outcome]) -> Array[String]
        def self.cell(outcomes) = Words.tally(outcomes).map { |outcome, number| "#{number} #{outcome}" }

        # The text in the colour of its outcome.
        #
        #: (Terminal::Paint, String, String) -> String
        def self.paint(paint, outcome, text)
          return paint.alarm(text) if Vocabulary::Outcomes.bad?(outcome)

          case outcome
          when "PASS" then paint.good(text)
          when "NON-STRICT" then paint.doubt(text)
          else paint.faint(text)
          end
        end

        private

        # As many as the page is wide.
        def parts
          room = @page.width - width([*@categories])
          @names.each_with_object([]) do |name, parts|
            own = width([name, *@categories.flat_map { |category| lines(category, name) }])
            left = parts.any? ? room - parts.last.sum(&:last) : -1
            left >= own ? parts.last << [name, own] : parts << [[name, own]]
          end.map { |part| part.map(&:first) }
        end

        def width(texts) = (texts.map(&:size).max || 0) + GAP

        def lines(category, name)
          Matrix.cell(@outcomes.select { |one| one.category == category && one.contender == name })
        end

        def table(names)
          rows = @categories.map { |category| [category, *names.map { |name| painted(lines(category, name)) }] }
          text = ::Terminal::Table.new(headings: ["", *names], rows: rows, style: Report::Terminal::Grid::STYLE).to_s
          text.gsub(/ +$/, "")
        end

        def painted(lines) = lines.map { |line| Matrix.paint(@page.paint, line.split.last, line) }.join("\n")
      end
    end
  end
end
