# frozen_string_literal: true

module Cachemark
  module Report
    module Find
      # What people read: the answer, then a chart of what was measured for it.
      class Terminal
        READ_FIRST = "Cost of a call relative to the first version, with its interval; o is the estimate, | no change. " \
                     "What is called found was tested again with fresh pairs."

        #: (Stats::Steps, **Object) -> void
        def initialize(steps, **page)
          @steps = steps
          @page = Page.new(**page)
        end

        #: () -> String
        def to_s
          @page.text(answer, @page.paint.faint(@page.wrap(READ_FIRST)), *charts, skipped, @page.notes(@steps.notes), provenance,
                     @page.closing)
        end

        private

        def answer = Answer.sentences(@steps).map { |sentence| @page.paint.strong(@page.wrap(sentence)) }.join("\n")
        def charts = @steps.series.values.map { |series| Chart.new(series, @steps, @page).to_s }

        # Each reason once: what does not build often does not for the same one.
        def skipped
          @steps.skipped.group_by(&:reason).map do |reason, own|
            @page.wrap("#{own.map(&:name).join(", ")}: #{reason.tr("\n", " ")}", "Skipped ")
          end.join("\n")
        end

        def provenance = Provenance.new(@steps).sentences.map { |sentence| @page.paint.faint(@page.wrap(sentence)) }.join("\n")
      end
    end
  end
end
