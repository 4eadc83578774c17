# frozen_string_literal: true

module Cachemark
  module Report
    module Calibration
      # A line for each condition and judge.
      class Terminal
        #: (Stats::Calibration, **Object) -> void
        def initialize(calibration, **page)
          @calibration = calibration
          @page = Page.new(**page)
        end

        #: () -> String
        def to_s
          @page.text(@page.paint.strong(@page.wrap(Sentences.of(@calibration.summary).to_s)), *table,
                     @page.wrap(Calibration.extent(@calibration)), provenance, @page.closing)
        end

        private

        def table
          return [] if @calibration.rows.empty?

          grid = Report::Terminal::Grid.new(Columns.all, Calibration.sections(@calibration.rows), @page.width, @page.paint,
                                            heading: :heading.to_proc)
          [@page.paint.faint(@page.wrap(READ_FIRST)), grid.to_s]
        end

        def provenance
          Provenance.new(@calibration).sentences.map { |sentence| @page.paint.faint(@page.wrap(sentence)) }.join("\n")
        end
      end
    end
  end
end
