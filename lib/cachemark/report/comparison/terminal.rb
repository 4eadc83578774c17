# frozen_string_literal: true

module Cachemark
  module Report
    module Comparison
      # What people read first: the sentence, then a verdict per line.
      class Terminal
        #: (Stats::Comparison, **Object) -> void
        def initialize(comparison, **page)
          @comparison = comparison
          @page = Page.new(**page)
        end

        #: () -> String
        def to_s = @page.text(summary, *Verdicts::Table.new(@comparison, @page).parts, @page.closing)

        private

        def summary
          @page.wrap(Sentences::Comparison.summary(@comparison) || "Nothing was compared.").lines(chomp: true)
               .map { |line| @page.paint.strong(line) }.join("\n")
        end
      end
    end
  end
end
