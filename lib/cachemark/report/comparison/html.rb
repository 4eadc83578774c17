# frozen_string_literal: true

module Cachemark
  module Report
    module Comparison
      # The comparison as a page.
      class HTML
        #: (Stats::Comparison, ?record: Record?) -> void
        def initialize(comparison, record: nil)
          @comparison = comparison
          @record = record || Record.from_lines([])
        end

        #: () -> String
        def to_s
          contenders = [@comparison.verdicts.first&.baseline, *@comparison.verdicts.map(&:contender).uniq].compact
          Report::HTML::Document.new(@comparison, title: contenders.any? ? contenders.join(", ") : "Cachemark compare",
                                                  lead: (Sentences::Comparison.summary(@comparison) || "Nothing was compared.").lines(chomp: true),
                                                  sections: pieces.sections, record: @record.path).page
        end

        private

        def pieces
          locked = Report::HTML::Locked.new("compare", @record.path)
          names = Verdicts::Names.new(@comparison.verdicts)
          command = ->(one) { locked.row(one, one.baseline, one.contender) }
          repeats = Report::HTML::Repeats.new(@comparison.verdicts, all: locked.all, command: command, name: names.method(:whole))
          Verdicts::HTML.new(@comparison, record: @record, repeats: repeats)
        end
      end
    end
  end
end
