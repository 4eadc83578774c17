# frozen_string_literal: true

module Cachemark
  module Report
    module Verdicts
      # Verdicts and what goes with them, for a terminal.
      class Table
        # `more` are columns that only this report has.
        #
        #: (Stats::Comparison, Page, ?more: Array[Terminal::Columns::Column]) -> void
        def initialize(comparison, page, more: [])
          @more = more
          @comparison = comparison
          @page = page
          @marks = Verdicts.footnotes(comparison.verdicts)
        end

        # The parts in their order, each a String that may be empty.
        #
        #: () -> Array[String]
        def parts
          return [notes, provenance] if @comparison.verdicts.empty?

          [@page.paint.faint(@page.wrap(READ_FIRST)), grid, @page.numbered(@marks.sentences), noise, notes,
           provenance]
        end

        private

        def grid
          columns = Columns.of(@comparison.verdicts, @marks, @page.paint, more: @more)
          sections = Verdicts.sections(@comparison.verdicts)
          Terminal::Grid.new(columns, sections, @page.width, @page.paint, heading: :heading.to_proc).to_s
        end

        def noise = Noise.sentences(@comparison.noise).map { |sentence| @page.wrap(sentence) }.join("\n")
        def notes = @page.notes(@comparison.notes + @marks.common)

        def provenance
          Provenance.new(@comparison).sentences.map { |sentence| @page.paint.faint(@page.wrap(sentence)) }.join("\n")
        end
      end
    end
  end
end
