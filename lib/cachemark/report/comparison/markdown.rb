# frozen_string_literal: true

module Cachemark
  module Report
    module Comparison
      # A comment for a pull request: the sentence, the table, and details to unfold.
      class Markdown
        #: (Stats::Comparison) -> void
        def initialize(comparison)
          @comparison = comparison
        end

        #: () -> String
        def to_s
          pieces = Verdicts::Markdown.new(@comparison)
          summary = Sentences::Comparison.summary(@comparison).to_s.lines(chomp: true).map { |line| "**#{Markup.text(line)}**" }.join("\n\n")
          "#{["## Cachemark", summary, *pieces.tables, pieces.blindness, pieces.origin].reject(&:empty?).join("\n\n")}\n"
        end
      end
    end
  end
end
